"""Hints and the analysis board: rated moves, and reasons for the best one. See docs/api.md."""

import msgspec

from cartagena.rules.notation.position.types import SeatUpdate
from cartagena.rules.reasons import HintReason


class HintMove(msgspec.Struct):
    """A move, the chance of winning after it and the standard error of that chance."""

    move: str
    chance: float
    error: float


class Hint(msgspec.Struct):
    """A recommended move, with reasons and alternatives."""

    seat: str
    move: str
    reasons: list[HintReason]
    moves: list[HintMove]
    """The best moves. The first one is recommended."""


class ExploredMove(msgspec.Struct, omit_defaults=True):
    """A move on an analysis board, and the seat that made it."""

    seat: str
    move: str
    jumped: tuple[str, ...] = ()
    """The spaces that the pirate jumped over."""


class ExploredPosition(msgspec.Struct):
    """A position on an analysis board. Hidden cards are sampled from what the seat may know."""

    seat: str
    """The player to move at the start of the board. The view is what this seat sees."""
    made: list[ExploredMove]
    """The moves on the board so far."""
    view: SeatUpdate
    jumps: dict[str, tuple[str, ...]]
    """The spaces that a move of the seat jumps over, for each move that jumps."""
    moves: list[HintMove]
    """The seat's moves with their chances. Empty if another seat must choose.

    Moves that were examined more closely come first, best first."""
