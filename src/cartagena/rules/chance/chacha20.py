"""The secure random number generator: ChaCha20 (RFC 8439), keyed by the game's seed.

The seed is the key of 256 bits, so that nobody can predict later cards, or the seed, from earlier
cards. Every random number of a game has its own address in the cipher: a stream, such as that of the
cards, and a number within it. The n-th card is therefore the same for whichever player draws it,
and does not depend on other random events. Eight words of the record hold the key, two count the
cards drawn and the chests laid. A block is read as 32 numbers of 16 bits.

Sums are computed in 64-bit integers and cut to 32 bits, which gives the same results in Python, on
the processor and on a GPU. The compiler turns each into one 32-bit instruction.
"""

from typing import Final, cast

import numpy as np

from cartagena.jit.compiler import kernel
from cartagena.rules.chance.seeds import WORD, KeyWords
from cartagena.rules.state import SECURE, State

Word = np.uint32

# The streams: the last word of the nonce. They are NumPy numbers, like all constants that are passed
# as arguments.
TILE_STREAM: Final = np.uint32(0)
SIDE_STREAM: Final = np.uint32(1)
FIRST_STREAM: Final = np.uint32(2)
CARD_STREAM: Final = np.uint32(3)
CHEST_STREAM: Final = np.uint32(4)
SIMULATION_STREAM: Final = np.uint32(5)

# The words of the generator that count the numbers used from each stream.
CARDS_DRAWN: Final = cast(int, np.int64(8))
CHESTS_LAID: Final = cast(int, np.int64(9))

_DOUBLE_ROUNDS = 10
_HALF = 0xFFFF
_ONE = np.uint32(1)
_ZERO = np.uint32(0)
# "expand 32-byte k"
_A0, _A1 = np.uint32(0x61707865), np.uint32(0x3320646E)
_A2, _A3 = np.uint32(0x79622D32), np.uint32(0x6B206574)


@kernel
def add(a: Word, b: Word) -> Word:
    """Return the sum of two words, as a word."""
    return np.uint32((np.int64(a) + np.int64(b)) & WORD)


@kernel
def rotate(word: Word, left: np.int64) -> Word:
    """Rotate the bits of a word to the left."""
    wide = np.int64(word)
    return np.uint32(((wide << left) | (wide >> (32 - left))) & WORD)


_7, _8, _12, _16 = np.int64(7), np.int64(8), np.int64(12), np.int64(16)


@kernel
def quarter_round(a: Word, b: Word, c: Word, d: Word) -> tuple[Word, Word, Word, Word]:
    """Mix four words."""
    a = add(a, b)
    d = rotate(d ^ a, _16)
    c = add(c, d)
    b = rotate(b ^ c, _12)
    a = add(a, b)
    d = rotate(d ^ a, _8)
    c = add(c, d)
    b = rotate(b ^ c, _7)
    return a, b, c, d


@kernel
def block(g: State, counter: Word, number: Word, stream: Word) -> tuple[Word, ...]:
    """Return the sixteen words of a block. The nonce is the number, as 64 bits, and the stream."""
    k0, k1, k2, k3 = g.generator[0], g.generator[1], g.generator[2], g.generator[3]
    k4, k5, k6, k7 = g.generator[4], g.generator[5], g.generator[6], g.generator[7]
    a0, a1, a2, a3 = _A0, _A1, _A2, _A3
    b0, b1, b2, b3 = k0, k1, k2, k3
    c0, c1, c2, c3 = k4, k5, k6, k7
    d0, d1, d2, d3 = counter, number, _ZERO, stream
    for _ in range(_DOUBLE_ROUNDS):
        a0, b0, c0, d0 = quarter_round(a0, b0, c0, d0)
        a1, b1, c1, d1 = quarter_round(a1, b1, c1, d1)
        a2, b2, c2, d2 = quarter_round(a2, b2, c2, d2)
        a3, b3, c3, d3 = quarter_round(a3, b3, c3, d3)
        a0, b1, c2, d3 = quarter_round(a0, b1, c2, d3)
        a1, b2, c3, d0 = quarter_round(a1, b2, c3, d0)
        a2, b3, c0, d1 = quarter_round(a2, b3, c0, d1)
        a3, b0, c1, d2 = quarter_round(a3, b0, c1, d2)
    return (
        *(add(a0, _A0), add(a1, _A1), add(a2, _A2), add(a3, _A3)),
        *(add(b0, k0), add(b1, k1), add(b2, k2), add(b3, k3)),
        *(add(c0, k4), add(c1, k5), add(c2, k6), add(c3, k7)),
        *(add(d0, counter), add(d1, number), d2, add(d3, stream)),
    )


@kernel
def seed(g: State, key: KeyWords) -> None:
    """Seed the generator with the eight words of a key."""
    for word in range(8):
        g.generator[word] = key[word]
    g.generator[CARDS_DRAWN] = 0
    g.generator[CHESTS_LAID] = 0
    g.chance = SECURE


@kernel
def scaled(half: int | np.int64, n: int) -> int:
    """Scale a number of 16 bits to the range from 0 to n - 1, or return -1 to reject it.

    Lemire's method rejects as many of the 2**16 numbers as are left over when they are divided
    evenly among n. No n here is larger than the 256 ways to lay eight tiles.
    """
    product = half * n
    rest = product & _HALF
    if rest < n and rest < (_HALF + 1) % n:
        return -1
    return int(product >> 16)


@kernel
def secure_below(g: State, stream: Word, number: Word, n: int) -> int:
    """Return the number with this index in a stream, from 0 to n - 1, each equally likely."""
    counter = _ZERO
    while True:
        for word in block(g, counter, number, stream):
            halves = np.int64(word)
            for _ in range(2):
                result = scaled(halves & _HALF, n)
                if result >= 0:
                    return result
                halves >>= 16
        counter = add(counter, _ONE)


@kernel
def next_counter(g: State, counted: int) -> Word:
    """Return the next index in the stream of the cards or the chests, and count it."""
    index = g.generator[counted]
    g.generator[counted] = add(index, _ONE)
    return index
