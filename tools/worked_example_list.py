"""The worked examples: the game, a name, the position, the question, and three ideas as moves.

A question is `hand` (most cards), `home` (most pirates home), `ahead` (farthest), `others` (fewest cards
left for the others), `gets CARD`, `wins`, `legal` (the only legal idea) or `illegal`. The cards that a
move draws follow after a colon where they matter: `lantern!: rum hook weapons chest`.
"""

import json
from pathlib import Path
from typing import Any

from tools.examples import EXAMPLES

Position = dict[str, Any]

# A possible board of each of these games, space by space.
WAYS: dict[str, str] = json.loads(Path(__file__).with_name("ways.json").read_text("utf-8"))

OFFICIAL: Position = EXAMPLES["official"]
ESCAPE: Position = EXAMPLES["escape"]
COMPLETE: Position = EXAMPLES["complete"]
WITCH: Position = EXAMPLES["black-magic"]


def with_hands(position: Position, **hands: dict[str, int]) -> Position:
    """Return the position with other cards in some hands."""
    return {**position, "hands": {**position["hands"], **hands}}


THREE_IDEAS = [
    ["dagger jail-7", "dagger 6-15", "dagger 6-24"],
    ["back 17-12", "back 18-17", "back 17-12"],
    ["bottle 17-sloop", "back 18-17", "dagger jail-7"],
]

ISLAND: Position = {
    "rules": "island",
    "board": WAYS["island"].split(),
    "players": ["blue", "red", "green"],
    "pirates": {
        "blue": {"sloop": 2, "4": 1, "16": 1, "30": 1, "cove": 1},
        "red": {"sloop": 2, "9": 1, "21": 1, "33": 1, "cove": 1},
        "green": {"sloop": 3, "12": 1, "27": 1, "35": 1},
    },
    "hands": {"blue": {"rum": 1, "hook": 1}, "red": {"chest": 2}, "green": {"parrot": 1}},
    "seed": 1672,
    "turn": "blue",
}

CROWDED: Position = {
    **COMPLETE,
    "pirates": {
        "red": {"2": 1, "7": 1, "14": 1, "sloop": 3},
        "green": {"jail": 3, "10": 1, "12": 1, "16": 1},
        "yellow": {"11": 1, "19": 1, "36": 1, "sloop": 1, "cove": 2},
        "blue": {"jail": 3, "7": 1, "10": 1, "cove": 1},
    },
    "hands": {"red": {"hook": 1, "rum": 1}, "green": {"rum": 1}, "yellow": {}, "blue": {}},
}

HELP: Position = {
    "rules": "morgan",
    "board": WAYS["morgan"].split(),
    "players": ["blue", "red"],
    "pirates": {
        "blue": {"jail": 1, "12": 2, "20": 1, "31": 1, "sloop": 1},
        "red": {"jail": 3, "8": 1, "15": 1, "27": 1},
    },
    "hands": {"blue": {"rum": 1, "hook": 2, "parrot": 1, "lantern": 1}, "red": {"chest": 3}},
    "seed": 5,
    "turn": "blue",
}

DARK: Position = {
    "rules": "filibusters",
    "board": WAYS["filibusters"].split(),
    "players": ["blue", "red", "green"],
    "pirates": {
        "blue": {"jail": 2, "5": 1, "14": 1, "20": 1, "sloop": 1},
        "red": {"jail": 3, "9": 1, "17": 1, "26": 1},
        "green": {"jail": 2, "9": 1, "23": 1, "30": 1, "sloop": 1},
    },
    "hands": {
        "blue": {"rum": 1, "rum*": 1, "hook": 7},
        "red": {"chest": 4, "weapons": 5},
        "green": {"lantern": 4, "parrot": 4},
    },
    "seed": 1672,
    "turn": "blue",
}

SPELLS: Position = {
    "rules": "black-magic",
    "board": WAYS["black-magic"].split(),
    "players": ["blue", "red", "green"],
    "pirates": {
        "blue": {"jail": 1, "10": 1, "16": 1, "20": 1, "29": 1, "sloop": 1},
        "red": {"jail": 2, "5": 1, "12": 1, "15": 1, "24": 1},
        "green": {"jail": 2, "15": 1, "21": 1, "32": 1, "sloop": 1},
    },
    "hands": {
        "blue": {"rum": 1, "lantern": 1, "weapons": 1, "parrot": 2, "chest": 1},
        "red": {"hook": 3, "weapons": 1},
        "green": {},
    },
    "chests": {"1": "2", "10": "3", "28": "snake", "35": "1"},
    "seed": 1214,
    "turn": "blue",
}

SHORT: Position = {
    "rules": "short",
    "board": WAYS["short"].split(),
    "players": ["blue", "red"],
    "pirates": {
        "blue": {"18": 1, "22": 1, "sloop": 2},
        "red": {"7": 1, "15": 1, "16": 1, "sloop": 1},
    },
    "hands": {"blue": {"hook": 1, "rum": 1}, "red": {"parrot": 2}},
    "seed": 1672,
    "turn": "blue",
}

LONG: Position = {
    "rules": "long",
    "board": WAYS["long"].split(),
    "players": ["blue", "red"],
    "pirates": {
        "blue": {"jail": 2, "7": 1, "18": 1, "28": 1, "38": 1},
        "red": {"jail": 1, "2": 1, "22": 1, "32": 1, "42": 1, "sloop": 1},
    },
    "hands": {"blue": {"hook": 1, "rum": 1, "chest": 1}, "red": {"parrot": 2}},
    "seed": 1672,
    "turn": "blue",
}

STORM: Position = {
    "rules": "everything",
    "board": WAYS["everything"].split(),
    "players": ["blue", "red", "green"],
    "pirates": {
        "blue": {"jail": 1, "8": 1, "16": 1, "sloop": 1, "30": 1, "cove": 1},
        "red": {"jail": 2, "12": 1, "20": 1, "33": 1, "cove": 1},
        "green": {"jail": 1, "12": 1, "23": 1, "sloop": 1, "40": 1, "cove": 1},
    },
    "hands": {
        "blue": {"lantern*": 1, "rum": 1, "hook": 1},
        "red": {"chest": 4, "weapons": 5},
        "green": {"lantern": 4, "parrot": 4},
    },
    "sloop_at": "cartagena",
    "seed": 1214,
    "turn": "blue",
}

DRAWN = "lantern!: rum hook weapons chest"

LIST: list[tuple[str, str, Position, str, list[list[str]]]] = [
    (
        "jamaica",
        "full space",
        {**OFFICIAL, "rules": "jamaica", "row": []},
        "legal",
        [["back 18-17"], ["back 18-12"], ["back 18-9"]],
    ),
    ("tortuga", "rich", OFFICIAL, "hand", THREE_IDEAS),
    ("tortuga", "aboard", OFFICIAL, "home", THREE_IDEAS),
    ("tortuga", "far", OFFICIAL, "ahead", THREE_IDEAS),
    (
        "tortuga",
        "skull",
        {**OFFICIAL, "turn": "yellow"},
        "legal",
        [["skull 9-12"], ["skull 9-17"], ["skull 9-23"]],
    ),
    (
        "tortuga",
        "two cards",
        {**OFFICIAL, "turn": "red"},
        "hand",
        [["back 22-21"], ["back 26-22"], ["back 8-6"]],
    ),
    (
        "hispaniola",
        "row",
        {**OFFICIAL, "rules": "hispaniola", "turn": "red"},
        "gets dagger",
        [["back 26-22"], ["back 8-6"], ["back 22-21"]],
    ),
    ("escape", "rum", ESCAPE, "legal", [["rum 7-11"], ["rum 7-21"], ["rum 7-15"]]),
    (
        "escape",
        "hooks",
        with_hands(ESCAPE, green={"rum": 1, "hook": 2}),
        "home",
        [
            ["rum 7-21", "back 21-19", "hook jail-28"],
            ["hook jail-28", "hook jail-sloop", "rum 7-21"],
            ["hook 24-28", "hook jail-24", "rum 7-21"],
        ],
    ),
    (
        "escape",
        "red",
        {**ESCAPE, "turn": "red"},
        "hand",
        [["lantern 13-sloop"], ["back sloop-36"], ["back 11-9"]],
    ),
    (
        "escape",
        "empty hand",
        with_hands(ESCAPE, green={}),
        "illegal",
        [["skip"], ["back 24-22"], ["pass"]],
    ),
    ("island", "flooded", ISLAND, "illegal", [["back 4-sloop"], ["back cove-35"], ["rum sloop-2"]]),
    (
        "complete",
        "captain",
        COMPLETE,
        "illegal",
        [
            ["sail", "morgan yellow sloop-19", "sail", "hook 7-sloop"],
            ["sail", "hook 7-sloop"],
            ["hook 7-sloop", "sail", "sail"],
        ],
    ),
    (
        "complete",
        "boarding",
        {**COMPLETE, "turn": "green", "free_sail": False},
        "legal",
        [["rum jail-6"], ["rum jail-16"], ["rum jail-sloop"]],
    ),
    ("complete", "crowded", CROWDED, "illegal", [["rum 2-6"], ["hook 7-sloop"], ["sail"]]),
    (
        "morgan",
        "help",
        HELP,
        "hand",
        [["morgan red jail-8"], ["morgan red 15-20"], ["morgan red 8-12"]],
    ),
    (
        "morgan",
        "green",
        {**COMPLETE, "turn": "green", "free_sail": False},
        "hand",
        [
            ["rum jail-sloop", "sail", "morgan yellow sloop-19"],
            ["rum jail-sloop", "morgan yellow 36-cove", "morgan blue 7-10"],
            ["morgan blue 7-10", "morgan blue 10-11", "rum jail-sloop"],
        ],
    ),
    (
        "filibusters",
        "dark",
        DARK,
        "others",
        [
            ["rum jail-1"],
            ["rum* jail-1", "discard weapons", "discard weapons", "discard lantern"],
            ["morgan red 9-14"],
        ],
    ),
    (
        "black-magic",
        "hook",
        WITCH,
        "legal",
        [
            ["hook!", "with lantern 6-17"],
            ["hook!", "with lantern sloop-19"],
            ["hook!", "with lantern 7-17"],
        ],
    ),
    (
        "black-magic",
        "weapons",
        SPELLS,
        "illegal",
        [["weapons! red", "take hook"], ["weapons! green"], ["weapons jail-4"]],
    ),
    (
        "black-magic",
        "rum",
        SPELLS,
        "hand",
        [
            [
                "rum!: weapons parrot weapons weapons",
                "keep weapons",
                "keep parrot",
                "give weapons red",
                "give weapons green",
            ],
            ["rum jail-sloop"],
            [
                "lantern!: parrot weapons weapons weapons",
                "keep parrot",
                "put weapons",
                "put weapons",
                "put weapons",
            ],
        ],
    ),
    (
        "black-magic",
        "lantern",
        SPELLS,
        "gets hook",
        [
            [DRAWN, "keep rum", "put hook", "put weapons", "put chest", "back 16-15"],
            [DRAWN, "keep rum", "put hook", "put chest", "put weapons", "back 16-15"],
            [DRAWN, "keep rum", "put weapons", "put chest", "put hook", "back 16-15"],
        ],
    ),
    (
        "black-magic",
        "parrots",
        with_hands(SPELLS, blue={"parrot": 2, "weapons": 1}),
        "home",
        [["parrot 29-33"], ["parrot+parrot!", "as rum 29-sloop"], ["weapons 29-30"]],
    ),
    ("black-magic", "chest", SPELLS, "illegal", [["chest! 10"], ["chest! 20"], ["chest 10-28"]]),
    (
        "short",
        "win",
        SHORT,
        "wins",
        [
            ["rum 22-sloop", "hook 18-22"],
            ["hook 22-sloop", "rum 18-20"],
            ["hook 18-sloop", "rum 22-sloop"],
        ],
    ),
    ("long", "ladder", LONG, "ahead", [["hook jail-47"], ["rum jail-1"], ["chest 38-40"]]),
    (
        "everything",
        "dark spell",
        STORM,
        "others",
        [
            [
                "lantern*!: rum weapons weapons hook",
                "keep rum",
                "put weapons",
                "put weapons",
                "put hook",
                "discard weapons",
                "discard weapons",
                "discard lantern",
            ],
            ["rum 8-13"],
            ["hook jail-1"],
        ],
    ),
]
