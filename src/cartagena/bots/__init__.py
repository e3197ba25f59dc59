"""Bots. A bot gets what its seat knows and the legal moves, never the state itself.

>>> from random import Random
>>> from cartagena import Game
>>> from cartagena.bots import Budget, View, create
>>> game = Game("escape", players=2, seed=7)
>>> bot = create("deckhand")
>>> move = bot.choose(View.of(game, game.decider), game.legal_moves, Random(1), Budget())
>>> move in game.legal_moves
True
"""

from cartagena.bots.bot import Bot, Budget, budget_for, choose_move, play, searches
from cartagena.bots.policy import PolicyBot
from cartagena.bots.registry import create, names
from cartagena.bots.view import View

__all__ = [
    "Bot",
    "Budget",
    "PolicyBot",
    "View",
    "budget_for",
    "choose_move",
    "create",
    "names",
    "play",
    "searches",
]
