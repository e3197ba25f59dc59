"""Compile, or load from the cache, what a bot needs, so that no move waits for it."""

from functools import cache
from random import Random

from cartagena.bots.budget import Budget
from cartagena.bots.registry import BUILT_IN, create
from cartagena.bots.view import View
from cartagena.game import Game


@cache
def warm_up(name: str) -> None:
    """Let a built-in bot choose once in a game of its own; the second call does nothing.

    Bots of other packages know best what they need.
    """
    if name not in BUILT_IN:
        return
    game = Game("everything", players=2, seed=1)
    view = View.of(game, game.decider)
    create(name).choose(view, game.legal_moves, Random(1), Budget(nodes=1))
