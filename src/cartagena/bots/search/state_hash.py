"""A 63-bit hash of what a seat sees of a game. Equal positions have equal hashes."""

import numpy as np

from cartagena.jit.compiler import kernel
from cartagena.jit.records import Number
from cartagena.rules.components import KINDS
from cartagena.rules.state import DRAWN, TURN, State

_START = 0x243F6A8885A308D3
_FACTOR = 0x2545F4914F6CDD1D
_MASK = 0x7FFFFFFFFFFFFFFF


@kernel
def mix(digest: int, value: int) -> int:
    """Mix one more value into a hash. The high bits, which mix best, are folded down."""
    digest = (digest ^ value) * _FACTOR
    return digest ^ ((digest >> 29) & 0x7FFFFFFFF)


@kernel
def wide(number: Number) -> int:
    """Widen a field before it is shifted, because interpreted code would keep the small type."""
    return np.int64(number)  # type: ignore[return-value]


@kernel
def mix_cards(g: State, digest: int, owner: int) -> int:
    """Mix in the cards of an owner, five bits for each kind."""
    held = wide(0)
    for kind in range(KINDS):
        held = (held << 5) | wide(g.hand[owner, kind])
    return mix(digest, held)


@kernel
def state_hash(g: State, seat: int) -> int:
    """Return the hash of everything a seat sees that can change in a turn. It is never 0."""
    digest = mix(wide(_START), wide(seat))
    for other in range(g.players):
        digest = mix(digest, g.own[other, 0])
        digest = mix(digest, g.own[other, 1] + (g.own[other, 2] << 7))
        off_track = (wide(g.start[other]) << 12) | (wide(g.aboard[other]) << 8)
        off_track |= wide(g.home[other]) << 4
        digest = mix(digest, (off_track << 8) | wide(g.hand_size[other]))
    digest = mix_cards(g, digest, seat)
    turn = (wide(g.active) << 24) | (wide(g.actions_left) << 20) | (wide(g.free_sail) << 19)
    turn |= (wide(g.sloop_at) << 18) | (wide(g.pending) << 14) | (wide(g.left) << 12)
    turn |= (wide(g.sailed) << 11) | (wide(g.dark) << 10)
    digest = mix(digest, (turn << 8) | wide(g.row_size))
    if g.pending != TURN:
        digest = mix_cards(g, mix(digest, g.other), DRAWN)
    return (digest & _MASK) | 1
