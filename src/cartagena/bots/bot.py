"""Bots: what a bot is, how much it may think, and games between bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Protocol

from cartagena.bots.view import View
from cartagena.errors import CartagenaError

if TYPE_CHECKING:
    from cartagena.game import Game
    from cartagena.rules.notation.moves import Move


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit on thinking about one move: seconds, nodes, or both, whichever runs out first.

    Without either, the bot's default applies. A node is one simulation. With nodes alone a bot's
    choice depends only on its arguments. With seconds it depends on the machine as well.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise CartagenaError(f"A budget must be more than 0 seconds, not {self.seconds!r}.")
        if self.nodes is not None and self.nodes < 1:
            raise CartagenaError(f"A budget must be at least one node, not {self.nodes!r}.")

    def share(self, part: float) -> Budget:
        """Return a part of the budget, at least one node."""
        return Budget(
            None if self.seconds is None else part * self.seconds,
            None if self.nodes is None else max(1, int(part * self.nodes)),
        )


class Bot(Protocol):
    """Plays one seat in one game. Its only source of randomness is the generator it gets.

    A bot may remember what it saw in its game, so each game needs a new bot. A bot that plays
    better with more thinking time sets `searches = True`. A bot that ignores the budget but is
    still slow sets `quick = False`.
    """

    name: str

    def choose(self, view: View, legal: Sequence[Move], rng: Random, budget: Budget, /) -> Move:
        """Choose one of the legal moves of the seat that has this view."""
        ...


def searches(bot: Bot) -> bool:
    """Return True if the bot plays better with more thinking time."""
    return bool(getattr(bot, "searches", False))


def is_quick(bot: Bot) -> bool:
    """Return True if the bot chooses at once: no search, and no `quick = False`."""
    return not searches(bot) and bool(getattr(bot, "quick", True))


def budget_for(bot: Bot, seconds: float | None) -> Budget:
    """Return a budget of this thinking time if the bot searches, and an empty one otherwise."""
    return Budget(seconds=seconds) if seconds and searches(bot) else Budget()


def choose_move(game: Game, bot: Bot, rng: Random, budget: Budget) -> Move:
    """Let the bot choose for the player to move."""
    return bot.choose(View.of(game, game.decider), game.legal_moves, rng, budget)


def play(
    game: Game, bots: Sequence[Bot] | Mapping[str, Bot], rng: Random, budget: Budget | None = None
) -> str | None:
    """Play a game to its end with a bot for every seat or colour. Returns the winner."""
    crew = bots if isinstance(bots, Mapping) else dict(zip(game.players, bots, strict=True))
    budget = budget or Budget()
    while not game.over:
        game.push(choose_move(game, crew[game.decider], rng, budget))
    return game.winner
