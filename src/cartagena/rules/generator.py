"""The explicit source of chance: Bob Jenkins' small 32-bit generator, kept in the game's state.

Its 128 bits of state are four words of the record, so a game carries its own future and
nothing draws from a global generator. All arithmetic is on 64-bit integers cut to 32 bits,
which gives the same numbers in Python, on the processor and on a GPU.
"""

from typing import Any

import numpy as np

from cartagena.rules.compiled import kernel
from cartagena.rules.seeds import WORD


@kernel
def next_word(g: Any) -> int:
    """The next 32 random bits."""
    a = np.int64(g.generator[0])
    b = np.int64(g.generator[1])
    c = np.int64(g.generator[2])
    d = np.int64(g.generator[3])
    e = (a - (((b << 27) | (b >> 5)) & WORD)) & WORD
    a = b ^ (((c << 17) | (c >> 15)) & WORD)
    b = (c + d) & WORD
    c = (d + e) & WORD
    d = (e + a) & WORD
    g.generator[0] = a
    g.generator[1] = b
    g.generator[2] = c
    g.generator[3] = d
    return int(d)


@kernel
def seed(g: Any, w0: int, w1: int, w2: int, w3: int) -> None:
    """Start the generator from a 128-bit seed, given as four words, lowest first."""
    g.generator[0] = 0xF1EA5EED ^ w3
    g.generator[1] = w0
    g.generator[2] = w1 ^ 0x9E3779B9
    g.generator[3] = w2 ^ 0x7F4A7C15
    for _ in range(20):
        next_word(g)


@kernel
def below(g: Any, n: int) -> int:
    """A whole number from 0 to n - 1, each equally likely (Lemire's rejection)."""
    product = next_word(g) * n
    if (product & WORD) < n:
        threshold = (WORD + 1 - n) % n
        while (product & WORD) < threshold:
            product = next_word(g) * n
    return product >> 32


@kernel
def shuffle(g: Any, items: Any, n: int) -> None:
    """Put the first n items into a random order."""
    for i in range(n - 1, 0, -1):
        j = below(g, i + 1)
        held = items[i]
        items[i] = items[j]
        items[j] = held
