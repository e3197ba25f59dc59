"""Bots. A bot is given what its seat may know and the legal moves, never the state itself.

>>> from random import Random
>>> from cartagena import Game
>>> from cartagena.bots import Budget, View, create
>>> game = Game("escape", players=2, seed=7)
>>> bot = create("deckhand")
>>> move = bot.choose(View.of(game, game.decider), game.legal_moves, Random(1), Budget())
>>> move in game.legal_moves
True
"""

from cartagena.bots.bot import Bot, budget_for, searches
from cartagena.bots.budget import Budget
from cartagena.bots.registry import create, names
from cartagena.bots.self_play import play
from cartagena.bots.view import View

__all__ = ["Bot", "Budget", "View", "budget_for", "create", "names", "play", "searches"]
