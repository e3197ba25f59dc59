"""Luck: the fast source of chance of whoever imagines worlds or plays at random.

It is Bob Jenkins' small 32-bit generator, kept in the room for actions and not in the game: the
cards never depend on it, and no view can show it. Search and simulation draw from it for every
action, where `generator` would be too slow and its strength would serve nobody.
"""

from typing import Any

import numpy as np

from cartagena.rules.chance.generator import block, seed
from cartagena.rules.chance.seeds import WORD
from cartagena.rules.compiled import kernel

_LUCK = np.uint32(1)
"""The nonce under which the key of a game gives luck; the game's own chance is not touched."""


@kernel
def draw_luck(g: Any, room: Any) -> None:
    """Start the luck in the room from the generator of a game."""
    words = block(g, _LUCK)
    room.luck[0] = words[0]
    room.luck[1] = words[1]
    room.luck[2] = words[2]
    room.luck[3] = words[3]


@kernel
def start(g: Any, room: Any, w0: int, w1: int, w2: int, w3: int) -> None:
    """Seed a game that is only imagined, or played at random, and the luck of all who play it."""
    seed(g, (w0, w1, w2, w3, 0, 0, 0, 0))
    draw_luck(g, room)


@kernel
def next_word(room: Any) -> int:
    """The next 32 random bits."""
    a = np.int64(room.luck[0])
    b = np.int64(room.luck[1])
    c = np.int64(room.luck[2])
    d = np.int64(room.luck[3])
    e = (a - (((b << 27) | (b >> 5)) & WORD)) & WORD
    a = b ^ (((c << 17) | (c >> 15)) & WORD)
    b = (c + d) & WORD
    c = (d + e) & WORD
    d = (e + a) & WORD
    room.luck[0] = a
    room.luck[1] = b
    room.luck[2] = c
    room.luck[3] = d
    return int(d)


@kernel
def pick(room: Any, n: int) -> int:
    """A whole number from 0 to n - 1, each equally likely (Lemire's rejection)."""
    product = next_word(room) * n
    if (product & WORD) < n:
        threshold = (WORD + 1 - n) % n
        while (product & WORD) < threshold:
            product = next_word(room) * n
    return product >> 32
