"""A table of bots: they play a game to its end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from cartagena.bots.budget import Budget
from cartagena.bots.view import View

if TYPE_CHECKING:
    from cartagena.bots.bot import Bot
    from cartagena.game import Game
    from cartagena.rules.notation.moves import Move


def ask(game: Game, bot: Bot, rng: Random, budget: Budget) -> Move:
    """What the bot does in the place of whoever must choose now."""
    return bot.choose(View.of(game, game.decider), game.legal_moves, rng, budget)


def play(
    game: Game, bots: Sequence[Bot] | Mapping[str, Bot], rng: Random, budget: Budget | None = None
) -> str | None:
    """Play to the end, with a bot for every seat or colour; returns the winner."""
    crew = bots if isinstance(bots, Mapping) else dict(zip(game.players, bots, strict=True))
    budget = budget or Budget()
    while not game.over:
        game.push(ask(game, crew[game.decider], rng, budget))
    return game.winner
