"""Scripted chance outcomes, several of them packed into one number.

An outcome is a kind of card that is drawn, or CHEST_OUTCOME plus the value of a chest that is laid.
"""

from collections.abc import Sequence
from typing import Final

from cartagena.rules.components import KINDS, TOKEN_NAMES

CHEST_OUTCOME: Final = KINDS - 1
OUTCOMES: Final = KINDS + len(TOKEN_NAMES) - 1
MAX_OUTCOMES: Final = 12
"""The largest number of outcomes that one action can need: a new row of cards."""

OUTCOME_BITS: Final = 5
OUTCOME_MASK: Final = 31


def pack_outcomes(outcomes: Sequence[int]) -> int:
    """Pack outcomes for the field `scripted`, the first one lowest."""
    return sum((outcome + 1) << (OUTCOME_BITS * index) for index, outcome in enumerate(outcomes))


def count_outcomes(packed: int) -> int:
    """Return the number of outcomes left in the field."""
    return -(-packed.bit_length() // OUTCOME_BITS)
