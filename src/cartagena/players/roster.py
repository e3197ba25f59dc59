"""The bots by name: those of the house, and those that other packages bring along.

A package brings a bot by an entry point of the group `cartagena.players` that names a class, or
any other function, which makes the bot.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, cast

from cartagena.players.bot import Bot
from cartagena.rules.errors import CartagenaError

GROUP: Final = "cartagena.players"

HOUSE: Final = {
    "drunk": "cartagena.players.drunk:Drunk",
    "deckhand": "cartagena.players.deckhand:Deckhand",
    "bosun": "cartagena.players.bosun:Bosun",
    "captain": "cartagena.players.captain:Captain",
}
"""Our own, the weakest first. They are imported when they are wanted: some need the compiler."""


@cache
def guests() -> dict[str, EntryPoint]:
    """The bots that installed packages bring along; none can take a name of the house."""
    found = entry_points(group=GROUP)
    return {point.name: point for point in found if point.name not in HOUSE}


def names() -> tuple[str, ...]:
    """The names of all bots, ours first and the weakest of them first."""
    return (*HOUSE, *sorted(guests()))


def create(name: str, **options: Any) -> Bot:
    """A new bot of that name, for one seat in one game."""
    wanted = name.strip().lower()
    if wanted in HOUSE:
        module, _, kind = HOUSE[wanted].partition(":")
        maker = getattr(import_module(module), kind)
    elif wanted in guests():
        maker = guests()[wanted].load()
    else:
        known = ", ".join(names())
        raise CartagenaError(f"There is no bot {name!r}; there are {known}.")
    return cast(Bot, maker(**options))
