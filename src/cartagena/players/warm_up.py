"""Compile ahead, or load from the cache, what a bot thinks with: no move's time is spent on it."""

from functools import cache
from random import Random

from cartagena.game import Game
from cartagena.players.budget import Budget
from cartagena.players.roster import HOUSE, create
from cartagena.players.view import View


@cache
def warm_up(name: str) -> None:
    """Let one of our own bots choose once, at a table of its own; the second call does nothing.

    Bots that other packages bring along know best what they need.
    """
    if name not in HOUSE:
        return
    game = Game("everything", players=2, seed=1)
    view = View.of(game, game.decider)
    create(name).choose(view, game.legal_moves, Random(1), Budget(nodes=1))
