"""Seeds: whole numbers of up to 128 bits, from which every game of chance can be had again."""

from typing import Final

SEEDS: Final = 1 << 128
"""Seeds are whole numbers below this."""

WORD: Final = 0xFFFFFFFF


def words(seed: int) -> tuple[int, int, int, int]:
    """A seed as four words of 32 bits, lowest first, as the compiled rules take it."""
    return (seed & WORD, (seed >> 32) & WORD, (seed >> 64) & WORD, (seed >> 96) & WORD)
