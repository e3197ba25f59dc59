"""The random generator (jsf32) in plain integers, and the shuffle made with it."""

from __future__ import annotations

from typing import TypeVar

Item = TypeVar("Item")

WORD = 2**32


def rotate_left(word: int, places: int) -> int:
    """A 32-bit word with its bits turned left."""
    return (word << places) % WORD + (word >> (32 - places))


class Generator:
    """Four words of state; every random event of a game draws from it."""

    def __init__(self, words: list[int]) -> None:
        self.words = list(words)

    @classmethod
    def from_seed(cls, seed: int) -> Generator:
        """The generator of a seed, 0 <= seed < 2**128, after twenty discarded rounds."""
        seed_words = [seed // WORD**i % WORD for i in range(4)]
        generator = cls(
            [
                0xF1EA5EED ^ seed_words[3],
                seed_words[0],
                seed_words[1] ^ 0x9E3779B9,
                seed_words[2] ^ 0x7F4A7C15,
            ]
        )
        for _ in range(20):
            generator.next()
        return generator

    def next(self) -> int:
        """The next 32-bit word."""
        a, b, c, d = self.words
        e = (a - rotate_left(b, 27)) % WORD
        a = b ^ rotate_left(c, 17)
        b = (c + d) % WORD
        c = (d + e) % WORD
        d = (e + a) % WORD
        self.words = [a, b, c, d]
        return d

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as the others."""
        product = self.next() * n
        if product % WORD < n:
            threshold = (WORD - n) % n
            while product % WORD < threshold:
                product = self.next() * n
        return product // WORD

    def shuffle(self, items: list[Item]) -> None:
        """Shuffle a list in place, from its last item down."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
