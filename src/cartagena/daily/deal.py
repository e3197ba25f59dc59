"""The deal of a day: its rules, its rivals and its seed. Days are counted since 1970, in UTC."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from cartagena.rules.options import Rules

SCHEME: Final = "cartagena-daily-1"
SECRET_BYTES: Final = 32
"""Size of the secret from which a server derives the seeds of its days."""
COLOUR: Final = "blue"
"""The colour of the player."""
RIVALS: Final = ("red", "green")
"""The colours of the rivals."""
FIRST_DAY: Final = 20_758
"""The first day with a deal: 1 November 2026."""


@dataclass(frozen=True, slots=True)
class Weekday:
    """The game of a day of the week: a shorter one, against two levels."""

    options: Mapping[str, Any]
    levels: tuple[str, str]

    def rules(self) -> Rules:
        """Return the rules."""
        return Rules.from_mapping(self.options)


WEEK: Final = (
    Weekday({"preset": "escape", "tunnel": 5, "pirates": 5}, ("cabin-boy", "cook")),
    Weekday({"preset": "escape", "tunnel": 5, "pirates": 5, "supply": "row"}, ("cook", "deckhand")),
    Weekday(
        {"preset": "escape", "tunnel": 5, "pirates": 5, "tunnel_cards": "morgan"},
        ("deckhand", "gunner"),
    ),
    Weekday(
        {"preset": "escape", "tunnel": 5, "pirates": 5, "supply": "row", "hands": "open"},
        ("deckhand", "bosun"),
    ),
    Weekday(
        {
            "preset": "escape",
            "tunnel": 5,
            "pirates": 5,
            "tunnel_cards": "morgan",
            "filibusters": True,
        },
        ("gunner", "bosun"),
    ),
    Weekday({"preset": "island", "jungle": 5, "pirates": 5}, ("bosun", "helmsman")),
    Weekday({"preset": "complete", "pirates": 4}, ("helmsman", "first-mate")),
)
"""The games of a week, from Monday on. The rivals grow stronger from day to day."""


def weekday(day: int) -> Weekday:
    """Return the game of a day. 1 January 1970 was a Thursday."""
    return WEEK[(day + 3) % 7]


def open_seed(day: int) -> str:
    """Return the seed of a day where there is no server. Everyone can compute it, even ahead of time."""
    return hashlib.sha256(f"{SCHEME}\nday {day}".encode()).hexdigest()


def server_seed(secret: str, day: int) -> str:
    """Return the seed of a day on a server. Nobody can compute it without the server's secret."""
    return hmac.digest(bytes.fromhex(secret), f"{SCHEME}\nday {day}".encode(), "sha256").hex()


def commitment(seed: str) -> str:
    """Return the SHA-256 of a seed, which is published a day before it."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
