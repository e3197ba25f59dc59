"""Hints: the best moves, and facts that speak for them. See docs/api.md."""

from typing import Literal

import msgspec

ReasonCode = Literal[
    "only",
    "wins",
    "home",
    "aboard",
    "furthest",
    "ahead",
    "leaps",
    "spare",
    "frees",
    "gains",
    "few",
    "costs",
    "helps",
    "carries",
    "fetches",
    "free",
    "waits",
    "draws",
    "most",
    "least",
    "order",
    "spell",
    "clear",
    "close",
]


class HintReason(msgspec.Struct, omit_defaults=True):
    """One thing that speaks for a move: what it is, and what it is about. See docs/api.md."""

    code: ReasonCode
    count: int = 0
    card: str = ""
    colour: str = ""
    move: str = ""


class HintMove(msgspec.Struct):
    """A move and the chance of winning that it leaves, with its standard error."""

    move: str
    chance: float
    error: float


class Hint(msgspec.Struct):
    """What might be done now, and why; `moves` has the best ones, the first of them advised."""

    seat: str
    move: str
    reasons: list[HintReason]
    moves: list[HintMove]
