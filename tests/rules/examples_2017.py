"""The positions of the worked examples of cs-2017, on ways of the project's own tiles.

The document names some spaces and their symbols and tells who stands where as far as its
examples need it. The rest is filled in so that every sentence of the examples comes true.
"""

from typing import Any, Final

from tests.rules.layouts import layout

# Named by the document: hooks on 1, 9, 14, 24, 28 and one in 31 to 36; rum on 11, 15, 21.
ESCAPE_NAMED: Final = {1: "hook", 9: "hook", 14: "hook", 24: "hook", 28: "hook"} | {
    11: "rum",
    15: "rum",
    21: "rum",
}
# Ours: the last hook, and the lanterns ahead of 13, which must all be occupied.
ESCAPE_BOARD: Final = layout(
    6,
    0,
    ESCAPE_NAMED | {32: "hook", 18: "lantern", 22: "lantern", 29: "lantern", 36: "lantern"},
)

ESCAPE: Final[dict[str, Any]] = {
    "rules": "escape",
    "board": ESCAPE_BOARD,
    "players": ["green", "red", "yellow", "blue"],
    "pirates": {
        "green": {"jail": 2, "7": 1, "14": 1, "24": 1, "32": 1},
        "red": {"jail": 1, "9": 1, "11": 1, "13": 1, "19": 1, "sloop": 1},
        "yellow": {"1": 1, "9": 1, "15": 1, "18": 1, "19": 1, "29": 1},
        "blue": {"jail": 4, "22": 1, "36": 1},
    },
    "hands": {
        "green": {"rum": 1, "hook": 1},
        "red": {"lantern": 1, "hook": 1},
        "yellow": {"parrot": 2},
        "blue": {"chest": 2},
    },
    "deck": None,
    "seed": 1672,
    "discard": {},
    "turn": "green",
    "actions_left": 3,
}

# Named by the document: rum on 6, 12, 16. Ours: the hooks ahead of 7, the lantern on 19.
COMPLETE_NAMED: Final = {6: "rum", 12: "rum", 16: "rum"}
COMPLETE_BOARD: Final = layout(3, 3, COMPLETE_NAMED | {11: "hook", 14: "hook", 19: "lantern"})

COMPLETE: Final[dict[str, Any]] = {
    "rules": {"preset": "complete", "tunnel_cards": "morgan", "jungle_cards": "morgan"},
    "board": COMPLETE_BOARD,
    "players": ["red", "green", "yellow", "blue"],
    "pirates": {
        "red": {"jail": 1, "6": 1, "7": 1, "19": 1, "sloop": 2},
        "green": {"jail": 3, "10": 1, "14": 1, "16": 1},
        "yellow": {"11": 1, "12": 1, "19": 1, "36": 1, "sloop": 1, "cove": 1},
        "blue": {"jail": 3, "7": 1, "10": 1, "cove": 1},
    },
    "hands": {"red": {"hook": 1}, "green": {"rum": 1}, "yellow": {}, "blue": {"parrot": 1}},
    "deck": None,
    "seed": 1672,
    "discard": {},
    "turn": "red",
    "actions_left": 3,
    "sloop_at": "cartagena",
    "free_sail": True,
}

BLACK_MAGIC: Final[dict[str, Any]] = COMPLETE | {
    "rules": {"preset": "complete", "magic": True},
    "pirates": {
        "red": {"jail": 2, "6": 1, "7": 1, "sloop": 2},
        "green": {"jail": 3, "10": 1, "14": 1, "16": 1},
        "yellow": {"11": 1, "12": 1, "36": 1, "sloop": 1, "cove": 2},
        "blue": {"jail": 3, "7": 1, "10": 1, "cove": 1},
    },
    "hands": {
        "red": {"hook": 2, "lantern": 1},
        "green": {"rum": 1},
        "yellow": {},
        "blue": {"parrot": 1},
    },
    "sloop_at": "tortuga",
}
