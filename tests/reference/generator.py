"""Chance by the scheme of docs/fairness.md: ChaCha20 (RFC 8439) in plain integers."""

from __future__ import annotations

from collections.abc import Iterator

WORD = 2**32
TILES, SIDES, FIRST, CARDS, CHESTS = range(5)
"""The streams of random numbers."""

ROUNDS = 20
COLUMNS = [(0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15)]
DIAGONALS = [(0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)]


def rotate_left(word: int, places: int) -> int:
    """Rotate the bits of a 32-bit word to the left."""
    return (word << places) % WORD + (word >> (32 - places))


def quarter_round(state: list[int], a: int, b: int, c: int, d: int) -> None:
    """Do a quarter round (section 2.1 of the RFC) on four of the sixteen words."""
    for into, other, turned, places in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[into] = (state[into] + state[other]) % WORD
        state[turned] = rotate_left(state[turned] ^ state[into], places)


def chacha(key: bytes, counter_and_nonce: bytes, rounds: int = ROUNDS) -> bytes:
    """Return the 64 bytes of a block (section 2.3) from 32 bytes of key and 16 of counter and nonce."""
    block = b"expand 32-byte k" + key + counter_and_nonce
    before = [int.from_bytes(block[at : at + 4], "little") for at in range(0, 64, 4)]
    state = list(before)
    for number in range(rounds):
        for places in DIAGONALS if number % 2 else COLUMNS:
            quarter_round(state, *places)
    sums = [(old + new) % WORD for old, new in zip(before, state, strict=True)]
    return b"".join(word.to_bytes(4, "little") for word in sums)


class Generator:
    """A key with the numbers of cards drawn and chests laid."""

    def __init__(self, words: list[int]) -> None:
        self.key = b"".join(word.to_bytes(4, "little") for word in words[:8])
        self.cards, self.chests = words[8:]

    @classmethod
    def from_seed(cls, seed: int) -> Generator:
        """Return the generator of a seed, 0 <= seed < 2**256."""
        return cls([seed // WORD**i % WORD for i in range(8)] + [0, 0])

    @property
    def words(self) -> list[int]:
        """Return the generator as a position stores it."""
        key = [int.from_bytes(self.key[at : at + 4], "little") for at in range(0, 32, 4)]
        return [*key, self.cards, self.chests]

    def numbers(self, stream: int, place: int) -> Iterator[int]:
        """Yield endless numbers of 16 bits for one index of one stream."""
        block = 0
        while True:
            nonce = place.to_bytes(8, "little") + stream.to_bytes(4, "little")
            numbers = chacha(self.key, block.to_bytes(4, "little") + nonce)
            for at in range(0, 64, 2):
                yield numbers[at] + 256 * numbers[at + 1]
            block += 1

    def below(self, stream: int, place: int, n: int) -> int:
        """Return a number from 0 to n - 1, each equally likely."""
        for number in self.numbers(stream, place):
            product = number * n
            if product % 2**16 >= 2**16 % n:
                return product // 2**16
        raise AssertionError

    def next_card(self, n: int) -> int:
        """Return which of n cards is drawn next."""
        self.cards += 1
        return self.below(CARDS, self.cards - 1, n)

    def next_chest(self, n: int) -> int:
        """Return which of n chests is laid next."""
        self.chests += 1
        return self.below(CHESTS, self.chests - 1, n)
