"""What every bot is: something that chooses one of the legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Protocol

from cartagena.players.budget import Budget

if TYPE_CHECKING:
    from cartagena.players.view import View
    from cartagena.rules.notation.moves import Move


class Bot(Protocol):
    """Plays one seat in one game. Its only randomness comes from the generator it is handed.

    It may remember what it has seen of its game; for the next one a new bot is made. A bot that
    plays better with more thinking time also has the attribute `searches = True`; see `searches`.
    """

    name: str

    def choose(self, view: View, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:
        """One of the `legal` moves of the seat whose `view` this is."""
        ...


def searches(bot: Bot) -> bool:
    """Whether the bot uses a budget: thinking time is given only to bots that say so."""
    return bool(getattr(bot, "searches", False))


def budget_for(bot: Bot, seconds: float | None) -> Budget:
    """The thinking time for a bot that searches; nothing for any other, or if there is none."""
    return Budget(seconds=seconds) if seconds and searches(bot) else Budget()
