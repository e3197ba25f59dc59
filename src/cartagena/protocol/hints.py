"""Hints: the best moves, and facts that speak for them; moves tried out. See docs/api.md."""

import msgspec

from cartagena.rules.notation.position.types import SeatUpdate
from cartagena.rules.reasons import HintReason


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


class ExploredMove(msgspec.Struct):
    """A move on an analysis board, and who made it."""

    seat: str
    move: str


class ExploredPosition(msgspec.Struct):
    """A position on an analysis board: hidden cards are dealt anew from what the seat may know."""

    seat: str
    """Who had to choose where the board began: it is what this seat sees."""
    made: list[ExploredMove]
    view: SeatUpdate
    moves: list[HintMove]
    """What the seat may do now, with the chances that each move leaves it; empty if others choose.

    First come those that were looked at more closely, the best first, then the others."""
