"""What every bot is: something that chooses one of the legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Protocol

from cartagena.bots.budget import Budget

if TYPE_CHECKING:
    from cartagena.bots.view import View
    from cartagena.rules.notation.moves import Move


class Bot(Protocol):
    """Plays one seat in one game. Its only randomness comes from the generator it is handed.

    It may remember what it has seen of its game; for the next one a new bot is made. A bot that
    plays better with more thinking time also has the attribute `searches = True`; see `searches`. One
    that thinks for more than a few milliseconds all the same has `quick = False`.
    """

    name: str

    def choose(self, view: View, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:
        """One of the `legal` moves of the seat whose `view` this is."""
        ...


def searches(bot: Bot) -> bool:
    """Whether the bot uses a budget: thinking time is given only to bots that say so."""
    return bool(getattr(bot, "searches", False))


def is_quick(bot: Bot) -> bool:
    """Whether the bot chooses at once: it does not search, and does not say `quick = False`."""
    return not searches(bot) and bool(getattr(bot, "quick", True))


def budget_for(bot: Bot, seconds: float | None) -> Budget:
    """The thinking time for a bot that searches; nothing for any other, or if there is none."""
    return Budget(seconds=seconds) if seconds and searches(bot) else Budget()
