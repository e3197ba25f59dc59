"""Rules known by the names of the rulebooks."""

from typing import Any, Final

from cartagena.errors import CartagenaError
from cartagena.validation import brief

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

TITLES: Final = {
    "jamaica": "Jamaica",
    "tortuga": "Tortuga",
    "hispaniola": "Hispaniola",
    "escape": "Escape",
    "island": "Tortuga island",
    "complete": "The Complete Escape",
    "morgan": "Morgan",
    "filibusters": "Filibusters",
    "black-magic": "Black Magic Woman",
    "short": "Short Escape",
    "long": "Long Escape",
    "everything": "Everything",
}
"""What each preset is called, except those that are one rulebook's reading of another."""

SENTENCES: Final = {
    "jamaica": "Hidden hands, face-down deck: faster, more luck.",
    "tortuga": "Open hands, open row of cards: slower, more skill.",
    "hispaniola": "Hidden hands, but new cards come from an open row.",
    "escape": "Through six tunnel tiles from the jail to the sloop.",
    "island": "Through the jungle, from a half-flooded sloop to the pirate cove.",
    "complete": "Tunnel, sea and jungle in one game, with a sloop that sails.",
    "morgan": "Gain cards by helping other players forward.",
    "filibusters": "Morgan, plus dark cards that make the others discard.",
    "black-magic": "Play cards as spells and open treasure chests.",
    "short": "Four tiles, four pirates: over in half the time.",
    "long": "All eight tiles.",
    "everything": "All variants at once. For old sea dogs.",
}
"""A sentence about each preset that has a title."""


MOVES: Final = {
    "jamaica": 83,
    "tortuga": 85,
    "hispaniola": 84,
    "escape": 84,
    "island": 83,
    "complete": 138,
    "morgan": 58,
    "filibusters": 67,
    "black-magic": 106,
    "short": 45,
    "long": 103,
    "everything": 191,
}
"""Moves in a game of three bosuns: the mean that `cartagena stats PRESET --players 3` tells."""

SECONDS_A_MOVE: Final = 29
"""An estimate: with it, Jamaica lasts 40 minutes. The box of the printed game says 30 to 45."""

MINUTES: Final = {name: 5 * round(moves * SECONDS_A_MOVE / 300) for name, moves in MOVES.items()}
"""About how long a game among people takes, to five minutes."""


def rulebook_variant(name: str) -> tuple[str, str]:
    """The preset that this one is a reading of, and the language of its rulebook; itself if none."""
    version, _, document = name.partition("-")
    return (version, document) if version in _EDITION_2000 and document else (name, "")


def options_of(name: Any) -> dict[str, Any]:
    """The options of a preset."""
    if not isinstance(name, str) or name not in PRESETS:
        raise CartagenaError(
            f"There is no preset {brief(name)}. The presets are {', '.join(PRESETS)}."
        )
    return PRESETS[name]
