"""Seeds: whole numbers of up to 256 bits, from which every game of chance can be had again."""

from typing import Final

SEEDS: Final = 1 << 256
"""Seeds are whole numbers below this."""

WORD: Final = 0xFFFFFFFF

Words = tuple[int, int, int, int, int, int, int, int]


def words(seed: int) -> Words:
    """A seed as eight words of 32 bits, lowest first, as the compiled rules take it.

    They are the key of ChaCha20: as bytes, `seed.to_bytes(32, "little")`.
    """
    w0, w1, w2, w3, w4, w5, w6, w7 = ((seed >> shift) & WORD for shift in range(0, 256, 32))
    return w0, w1, w2, w3, w4, w5, w6, w7
