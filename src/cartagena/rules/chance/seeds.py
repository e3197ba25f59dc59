"""Seeds: numbers of up to 256 bits that fix all chance of a game."""

import hashlib
from typing import Final

SEED_BITS: Final = 256
"""Size of a seed."""
SEEDS: Final = 1 << SEED_BITS
"""The number of seeds. They are whole numbers from 0."""

WORD: Final = 0xFFFFFFFF

KeyWords = tuple[int, int, int, int, int, int, int, int]


def key_words(seed: int) -> KeyWords:
    """Return a seed as the key of ChaCha20: eight words of 32 bits, lowest first.

    As bytes, the key is `seed.to_bytes(32, "little")`.
    """
    w0, w1, w2, w3, w4, w5, w6, w7 = ((seed >> shift) & WORD for shift in range(0, 256, 32))
    return w0, w1, w2, w3, w4, w5, w6, w7


def derive_seed(*parts: object, bits: int = 52) -> int:
    """Derive a seed from names and numbers: the first bits of the hash of `parts`.

    Every JSON parser reads numbers of 52 bits exactly.
    """
    text = ":".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return int.from_bytes(hashlib.sha256(text).digest(), "big") >> (256 - bits)
