"""The bots by name: the built-in ones, and plugins from other packages.

A package registers a bot with an entry point of the group `cartagena.bots`. The entry point names
a class, or any other function, that creates the bot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, cast

from cartagena.bots.bot import Bot
from cartagena.bots.rivals import RIVALS, Rival
from cartagena.errors import CartagenaError

GROUP: Final = "cartagena.bots"


@dataclass(frozen=True, slots=True)
class BotInfo:
    """A bot as users know it, and the location of its code."""

    name: str
    title: str
    tagline: str
    target: str
    """`module:function` of the factory. It is imported on first use."""

    @property
    def rival(self) -> Rival | None:
        """Return the person who plays at this level. Bots of other packages have none."""
        return RIVALS.get(self.name)

    def factory(self) -> Callable[..., Bot]:
        """Import and return the function that creates the bot."""
        return cast(Callable[..., Bot], EntryPoint(self.name, self.target, GROUP).load())


BOTS: Final[Mapping[str, BotInfo]] = {
    info.name: info
    for info in (
        BotInfo("drunk", "Drunk", "Plays whatever comes to mind.", "cartagena.bots.drunk:Drunk"),
        BotInfo(
            "stowaway",
            "Stowaway",
            "Good days and bad days, mostly bad.",
            "cartagena.bots.handicap:Stowaway",
        ),
        BotInfo(
            "cabin-boy",
            "Cabin boy",
            "Runs first and thinks later.",
            "cartagena.bots.handicap:CabinBoy",
        ),
        BotInfo(
            "cook",
            "Cook",
            "Knows the ropes, but often has something on the stove.",
            "cartagena.bots.handicap:Cook",
        ),
        BotInfo(
            "deckhand",
            "Deckhand",
            "Plays by rules of thumb, one move at a time.",
            "cartagena.bots.deckhand:Deckhand",
        ),
        BotInfo(
            "gunner",
            "Gunner",
            "Aims a turn ahead and misses now and then.",
            "cartagena.bots.handicap:Gunner",
        ),
        BotInfo(
            "bosun", "Bosun", "Plans the best turn, but not the game.", "cartagena.bots.bosun:Bosun"
        ),
        BotInfo(
            "helmsman",
            "Helmsman",
            "Looks just a little beyond its own turn.",
            "cartagena.bots.handicap:Helmsman",
        ),
        BotInfo(
            "first-mate",
            "First mate",
            "Weighs what the others will do, but not for long.",
            "cartagena.bots.handicap:FirstMate",
        ),
        BotInfo(
            "captain",
            "Captain",
            "Thinks through thousands of games before each move.",
            "cartagena.bots.captain:Captain",
        ),
        BotInfo(
            "legend",
            "Legend",
            "Has learnt from millions of games.",
            "cartagena.bots.legend:Legend",
        ),
    )
}
"""The built-in bots, the weakest first."""

LEVELS: Final = tuple(BOTS)[1:]
"""The levels that players can climb, the weakest first: all built-in bots but the drunk."""


@cache
def plugins() -> Mapping[str, BotInfo]:
    """Return the bots that installed packages register. None can take a built-in name."""
    return {
        point.name: BotInfo(point.name, point.name, "", point.value)
        for point in entry_points(group=GROUP)
        if point.name not in BOTS
    }


def names() -> tuple[str, ...]:
    """Return the names of all bots: built-in bots from weakest to strongest, then the others."""
    return (*BOTS, *sorted(plugins()))


def find(name: str) -> BotInfo:
    """Return the bot of this name. Raises `CartagenaError` if there is none."""
    key = name.strip().lower()
    info = BOTS.get(key) or plugins().get(key)
    if info is None:
        raise CartagenaError(f"There is no bot {name!r}. The bots are {', '.join(names())}.")
    return info


def create(name: str, **options: Any) -> Bot:
    """Return a new bot of this name, for one seat in one game."""
    return find(name).factory()(**options)
