"""The fast random number generator, for simulated games and random players.

It is Bob Jenkins' small 32-bit generator. Search and simulation draw from it for every action and
card, where ChaCha20 would be too slow and secrecy is not needed. Its four words are the field
`generator` of a simulated game or of a scratch record.
"""

import numpy as np

from cartagena.jit.compiler import kernel
from cartagena.rules.chance.chacha20 import SIMULATION_STREAM, block, seed
from cartagena.rules.chance.seeds import WORD
from cartagena.rules.state import FAST, HasGenerator, Scratch, State

_ZERO = np.uint32(0)


@kernel
def seed_scratch(g: State, scratch: Scratch) -> None:
    """Seed the generator of a scratch record from a game's generator, which does not change."""
    words = block(g, _ZERO, _ZERO, SIMULATION_STREAM)
    scratch.generator[0] = words[0]
    scratch.generator[1] = words[1]
    scratch.generator[2] = words[2]
    scratch.generator[3] = words[3]


@kernel
def start(g: State, scratch: Scratch, w0: int, w1: int, w2: int, w3: int) -> None:
    """Seed a simulated game and the scratch record of its players."""
    seed(g, (w0, w1, w2, w3, 0, 0, 0, 0))
    words = block(g, _ZERO, _ZERO, SIMULATION_STREAM)
    scratch.generator[0] = words[0]
    scratch.generator[1] = words[1]
    scratch.generator[2] = words[2]
    scratch.generator[3] = words[3]
    g.generator[0] = words[4]
    g.generator[1] = words[5]
    g.generator[2] = words[6]
    g.generator[3] = words[7]
    g.chance = FAST


@kernel
def next_word(holder: HasGenerator) -> int:
    """Return the next 32 random bits of a scratch record or a simulated game."""
    a = np.int64(holder.generator[0])
    b = np.int64(holder.generator[1])
    c = np.int64(holder.generator[2])
    d = np.int64(holder.generator[3])
    e = (a - (((b << 27) | (b >> 5)) & WORD)) & WORD
    a = b ^ (((c << 17) | (c >> 15)) & WORD)
    b = (c + d) & WORD
    c = (d + e) & WORD
    d = (e + a) & WORD
    holder.generator[0] = a
    holder.generator[1] = b
    holder.generator[2] = c
    holder.generator[3] = d
    return int(d)


@kernel
def pick(holder: HasGenerator, n: int) -> int:
    """Return a number from 0 to n - 1, each equally likely, by Lemire's method."""
    product = next_word(holder) * n
    if (product & WORD) < n:
        # In 32 bits, since a GPU has no instruction for longer divisions.
        threshold = np.int64(np.uint32(WORD + 1 - n) % np.uint32(n))
        while (product & WORD) < threshold:
            product = next_word(holder) * n
    return product >> 32
