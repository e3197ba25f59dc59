"""Positions in which the best move is obvious."""

from typing import Any

BOARD = "chest lantern hook weapons rum parrot".split() * 4


def position(hand: dict[str, int], blue: dict[str, int], **more: Any) -> dict[str, Any]:
    """Return a position with blue to move in a short escape of four tiles and four pirates; red is far behind."""
    return {
        "rules": "short",
        "board": BOARD,
        "players": ["blue", "red"],
        "pirates": {"blue": blue, "red": {"jail": 4}},
        "hands": {"blue": hand, "red": {"rum": 6}},
        "deck": None,
        "discard": {},
        "turn": "blue",
        "actions_left": 3,
        "seed": 5,
        **more,
    }


# Each symbol has one space in every tile of six: chest 1, 7, 13, 19; parrot 6, 12, 18, 24.
WIN_AT_ONCE = position({"chest": 1, "parrot": 1}, {"sloop": 3, "20": 1})
WIN_IN_THREE = position({"chest": 2, "rum": 1}, {"sloop": 1, "14": 1, "19": 1, "24": 1})
"""The pirate on 14 must jump before the one on 19, the last chest space, makes room."""

ABOUT_TO_LOSE = position(
    {"lantern": 3, "parrot": 3},
    {},
    rules={"preset": "short", "tunnel_cards": "morgan"},
    pirates={"blue": {"jail": 3, "sloop": 1}, "red": {"sloop": 3, "24": 1}},
)
"""Morgan would bring the last red pirate home."""
