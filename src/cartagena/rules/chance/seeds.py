"""Seeds: whole numbers of up to 256 bits, from which every game of chance can be had again."""

import hashlib
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


def derive_seed(*parts: object, bits: int = 52) -> int:
    """Derive a seed from names and numbers: the first bits of the hash of `parts`.

    Every JSON parser reads numbers of 52 bits exactly.
    """
    text = ":".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.sha256(text).digest(), "big") >> (256 - bits)
