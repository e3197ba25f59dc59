"""Outcomes that are given in place of chance: several of them packed into one number.

An outcome is a kind of card that comes off the deck, or a chest that is laid: CHEST_OUTCOME plus its
value.
"""

from collections.abc import Sequence
from typing import Final

from cartagena.rules.components import KINDS, TOKEN_NAMES

CHEST_OUTCOME: Final = KINDS - 1
OUTCOMES: Final = KINDS + len(TOKEN_NAMES) - 1
MAX_GIVEN: Final = 12
"""As many outcomes as one action can need: a new row of cards."""

GIVEN_BITS: Final = 5
GIVEN_MASK: Final = 31


def pack_given(outcomes: Sequence[int]) -> int:
    """Outcomes as the field `given` has them: the first one lowest."""
    return sum((outcome + 1) << (GIVEN_BITS * place) for place, outcome in enumerate(outcomes))


def count_given(packed: int) -> int:
    """How many outcomes are left in the field."""
    return -(-packed.bit_length() // GIVEN_BITS)
