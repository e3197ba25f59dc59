"""The positions of the rulebooks' worked examples.

The one of the 2000 edition is taken from its example sheet. The boards of 2017 are our own and fit
the spaces that the examples name.
"""

from __future__ import annotations

from typing import Any


def symbols(text: str) -> list[str]:
    """Return the symbols of a board or a row from one text."""
    return text.split()


TORTUGA_2000: dict[str, Any] = {
    "edition": "2000",
    "hands": "open",
    "supply": "row",
    "tunnel": 6,
    "jungle": 0,
    "pirates": 6,
    "fewest_actions": 1,
    "most_actions": 3,
    "leave_goal": True,
    "empty_hand_skip": False,
    "jail_in_tunnel": False,
    "stuck": "skip",
    "turn_limit": 0,
    "tunnel_cards": "retreat",
    "jungle_cards": "retreat",
    "filibusters": False,
    "magic": False,
}

ESCAPE: dict[str, Any] = TORTUGA_2000 | {
    "edition": "2017",
    "hands": "hidden",
    "supply": "deck",
    "empty_hand_skip": True,
}

COMPLETE_MORGAN: dict[str, Any] = ESCAPE | {
    "tunnel": 3,
    "jungle": 3,
    "tunnel_cards": "morgan",
    "jungle_cards": "morgan",
}

OFFICIAL: dict[str, Any] = {
    "rules": TORTUGA_2000,
    "board": symbols(
        "bottle pistol hat skull dagger key dagger bottle key pistol hat skull "
        "pistol key dagger hat skull bottle hat key pistol bottle skull dagger "
        "pistol hat dagger skull bottle key skull pistol bottle key dagger hat"
    ),
    "players": ["blue", "red", "green", "yellow"],
    "pirates": {
        "blue": {"jail": 1, "6": 2, "9": 1, "17": 1, "18": 1},
        "red": {"5": 1, "8": 1, "17": 2, "22": 1, "26": 1},
        "green": {"jail": 1, "11": 1, "12": 1, "19": 2, "29": 1},
        "yellow": {"jail": 1, "9": 1, "21": 1, "30": 1, "33": 1, "sloop": 1},
    },
    "hands": {
        "blue": {"dagger": 4, "skull": 2, "bottle": 1, "pistol": 1, "hat": 1},
        "red": {"bottle": 1, "skull": 1, "pistol": 3},
        "green": {"key": 1, "skull": 2, "hat": 1, "pistol": 2, "bottle": 1},
        "yellow": {"bottle": 1, "key": 1, "skull": 1},
    },
    "row": ["bottle", "dagger", "dagger", "hat", "pistol", "bottle", "dagger", "skull", "skull"],
    "turn": "blue",
}

ESCAPE_BOARD = symbols(
    "hook rum lantern parrot chest weapons lantern weapons hook chest rum parrot "
    "lantern hook rum weapons parrot chest lantern weapons rum parrot chest hook "
    "weapons rum parrot hook lantern chest rum weapons lantern parrot chest hook"
)

ESCAPE_EXAMPLE: dict[str, Any] = {
    "rules": ESCAPE,
    "board": ESCAPE_BOARD,
    "players": ["green", "red", "yellow", "blue"],
    "pirates": {
        "green": {"jail": 2, "7": 1, "14": 1, "24": 1, "33": 1},
        "red": {"jail": 1, "9": 1, "11": 1, "13": 1, "19": 1, "sloop": 1},
        "yellow": {"jail": 1, "1": 1, "9": 1, "15": 1, "19": 1, "29": 1},
        "blue": {"jail": 4, "24": 1, "36": 1},
    },
    "hands": {
        "green": {"rum": 1, "hook": 1},
        "red": {"lantern": 1, "hook": 1},
        "yellow": {"parrot": 2},
        "blue": {"chest": 2},
    },
    "turn": "green",
}

COMPLETE_BOARD = symbols(
    "hook weapons lantern parrot chest rum lantern weapons parrot hook chest rum "
    "weapons hook lantern rum parrot chest lantern rum weapons parrot hook chest "
    "rum weapons hook lantern chest parrot parrot hook chest rum weapons lantern"
)

COMPLETE_EXAMPLE: dict[str, Any] = {
    "rules": COMPLETE_MORGAN,
    "board": COMPLETE_BOARD,
    "players": ["red", "green", "yellow", "blue"],
    "pirates": {
        "red": {"jail": 1, "6": 1, "7": 1, "19": 1, "sloop": 2},
        "green": {"jail": 3, "10": 1, "14": 1, "16": 1},
        "yellow": {"12": 1, "19": 1, "36": 1, "sloop": 2, "cove": 1},
        "blue": {"jail": 3, "7": 1, "10": 1, "cove": 1},
    },
    "hands": {"red": {"hook": 1}, "green": {"rum": 1}, "yellow": {}, "blue": {"parrot": 1}},
    "turn": "red",
    "sloop_at": "cartagena",
    "free_sail": True,
}
