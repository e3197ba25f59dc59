"""The bots by name: the built-in ones, and plugins from other packages.

A package registers a bot by an entry point of the group `cartagena.bots` that names a class, or
any other function, which makes the bot.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, cast

from cartagena.bots.bot import Bot
from cartagena.errors import CartagenaError

GROUP: Final = "cartagena.bots"

BUILT_IN: Final = {
    "drunk": "cartagena.bots.drunk:Drunk",
    "stowaway": "cartagena.bots.handicap:Stowaway",
    "cabin-boy": "cartagena.bots.handicap:CabinBoy",
    "cook": "cartagena.bots.handicap:Cook",
    "deckhand": "cartagena.bots.deckhand:Deckhand",
    "gunner": "cartagena.bots.handicap:Gunner",
    "bosun": "cartagena.bots.bosun:Bosun",
    "helmsman": "cartagena.bots.handicap:Helmsman",
    "first-mate": "cartagena.bots.handicap:FirstMate",
    "captain": "cartagena.bots.captain:Captain",
    "legend": "cartagena.bots.legend:Legend",
}
"""The weakest first. They are imported when first used: some need the compiler."""

TITLES: Final = {
    "drunk": "Drunk",
    "stowaway": "Stowaway",
    "cabin-boy": "Cabin boy",
    "cook": "Cook",
    "deckhand": "Deckhand",
    "gunner": "Gunner",
    "bosun": "Bosun",
    "helmsman": "Helmsman",
    "first-mate": "First mate",
    "captain": "Captain",
    "legend": "Legend",
}

SENTENCES: Final = {
    "drunk": "Plays whatever comes to mind.",
    "stowaway": "Good days and bad days, mostly bad.",
    "cabin-boy": "Runs first and thinks later.",
    "cook": "Knows the ropes, but often has something on the stove.",
    "deckhand": "Plays by rules of thumb, one move at a time.",
    "gunner": "Aims a turn ahead and misses now and then.",
    "bosun": "Plans the best turn, but not the game.",
    "helmsman": "Looks just a little beyond its own turn.",
    "first-mate": "Weighs what the others will do, but not for long.",
    "captain": "Thinks through thousands of games before each move.",
    "legend": "Has learnt from millions of games.",
}
"""What each of them is like, in a line."""


@cache
def plugins() -> dict[str, EntryPoint]:
    """The bots that installed packages register; none can take a built-in name."""
    found = entry_points(group=GROUP)
    return {point.name: point for point in found if point.name not in BUILT_IN}


def names() -> tuple[str, ...]:
    """The names of all bots, the built-in ones first and the weakest of them first."""
    return (*BUILT_IN, *sorted(plugins()))


def create(name: str, **options: Any) -> Bot:
    """A new bot of that name, for one seat in one game."""
    wanted = name.strip().lower()
    if wanted in BUILT_IN:
        module, _, kind = BUILT_IN[wanted].partition(":")
        maker = getattr(import_module(module), kind)
    elif wanted in plugins():
        maker = plugins()[wanted].load()
    else:
        known = ", ".join(names())
        raise CartagenaError(f"There is no bot {name!r}; there are {known}.")
    return cast(Bot, maker(**options))
