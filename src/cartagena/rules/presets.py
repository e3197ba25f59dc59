"""Rules known by the names of the rulebooks."""

from typing import Any, Final

from cartagena.rules.errors import CartagenaError
from cartagena.rules.validation import brief

_EDITION_2000: Final = {
    "jamaica": {"edition": "2000"},
    "tortuga": {"edition": "2000", "hands": "open", "supply": "row"},
    "hispaniola": {"edition": "2000", "supply": "row"},
}

# Where the documents of the 2000 edition differ: the fewest actions, and leaving the goal.
_DOCUMENTS: Final[dict[str, dict[str, Any]]] = {
    "cs": {"fewest_actions": 0},
    "hu": {"fewest_actions": "all", "leave_goal": False},
    "is": {},
    "he": {},
}

_EDITION_2017: Final[dict[str, dict[str, Any]]] = {
    "escape": {},
    "island": {"tunnel": 0, "jungle": 6},
    "complete": {"tunnel": 3, "jungle": 3},
    "morgan": {"tunnel_cards": "morgan"},
    "filibusters": {"tunnel_cards": "morgan", "filibusters": True},
    "black-magic": {"magic": True},
    "short": {"tunnel": 4, "pirates": 4},
    "long": {"tunnel": 8},
    "everything": {
        "tunnel": 4,
        "jungle": 4,
        "tunnel_cards": "both",
        "jungle_cards": "both",
        "filibusters": True,
        "magic": True,
    },
}

PRESETS: Final[dict[str, dict[str, Any]]] = {
    **_EDITION_2000,
    **{
        f"{name}-{document}": {**options, **differences}
        for name, options in _EDITION_2000.items()
        for document, differences in _DOCUMENTS.items()
    },
    **{name: {"edition": "2017", **options} for name, options in _EDITION_2017.items()},
}
"""The options of every preset that differ from those of `Rules()`."""

SENTENCES: Final = {
    "jamaica": "The 2000 game with hidden hands and a face-down deck: quick, with more luck.",
    "tortuga": "The 2000 game with open hands and an open row of twelve: slower, more skill.",
    "hispaniola": "The 2000 game with hidden hands and an open row of twelve.",
    "escape": "The 2017 game: six tunnel tiles from the jail to the sloop.",
    "island": "The 2017 jungle: six tiles from the half-flooded sloop to the pirate cove.",
    "complete": "Tunnel, sloop and jungle in one: three tiles each, and a ship that sails.",
    "morgan": "Escape, with cards gained by helping others forward instead of retreating.",
    "filibusters": "Morgan, with dark cards that make all others discard down to seven.",
    "black-magic": "Escape, with cards that may be played for their spells, and chests.",
    "short": "Escape with four tiles and four pirates.",
    "long": "Escape with all eight tiles.",
    "everything": "Four and four tiles, retreat and Morgan, Filibusters and Black Magic Woman.",
}
"""A sentence for every preset that is not one document's reading of another."""


def options_of(name: Any) -> dict[str, Any]:
    """The options of a preset."""
    if not isinstance(name, str) or name not in PRESETS:
        raise CartagenaError(
            f"There is no preset {brief(name)}. The presets are {', '.join(PRESETS)}."
        )
    return PRESETS[name]
