"""Reasons for a move: facts that a client can put into words in any language."""

from dataclasses import dataclass
from typing import Literal

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
    "keeps",
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


@dataclass(frozen=True, slots=True)
class HintReason:
    """One thing that speaks for a move: what it is, and what it is about. See docs/api.md."""

    code: ReasonCode
    count: int = 0
    card: str = ""
    colour: str = ""
    move: str = ""
