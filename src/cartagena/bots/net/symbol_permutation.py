"""Permutations of the six symbols.

Relabelling the symbols does not change the game, so a net may see them in any order. A permutation
is one number: octal digit k, counted from the right, is the label that symbol k gets.
"""

from typing import Final

from cartagena.jit.compiler import kernel
from cartagena.rules.components import DARK, SYMBOLS_PER_EDITION

IDENTITY: Final = 0o543210
"""The permutation that keeps every symbol's own label."""

_BITS: Final = 3
"""Bits of an octal digit."""


@kernel
def nth_permutation(number: int) -> int:
    """Return one of the 720 permutations. Consecutive numbers give different ones."""
    labels = IDENTITY
    permutation = 0
    for symbol in range(SYMBOLS_PER_EDITION):
        labels_left = SYMBOLS_PER_EDITION - symbol
        at = _BITS * (number % labels_left)
        number //= labels_left
        permutation |= ((labels >> at) & 7) << (_BITS * symbol)
        labels = (labels & ((1 << at) - 1)) | ((labels >> (at + _BITS)) << at)
    return permutation


@kernel
def permuted(permutation: int, symbol: int) -> int:
    """Return the label of a symbol."""
    return (permutation >> (_BITS * symbol)) & 7


@kernel
def permuted_kind(permutation: int, kind: int) -> int:
    """Return the label of a kind of card: a symbol, light or dark."""
    if kind >= DARK:
        return DARK + permuted(permutation, kind - DARK)
    return permuted(permutation, kind)
