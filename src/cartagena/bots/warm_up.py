"""Warm-up of bots: compile, or load from the compile cache, what a bot needs for its first move."""

from functools import cache
from random import Random

from cartagena.bots.bot import Budget, choose_move
from cartagena.bots.registry import BOTS, create
from cartagena.game import Game


@cache
def warm_up(name: str) -> None:
    """Let a built-in bot choose one move of a new game. A second call does nothing.

    Bots of other packages are skipped.
    """
    if name in BOTS:
        game = Game("everything", players=2, seed=1)
        choose_move(game, create(name), Random(1), Budget(nodes=1))
