"""Events of chance: drawing a card, laying a chest, and what the deal needs.

A game takes them from one of three sources, as its field `chance` says: ChaCha20 (`generator`), the
fast generator, or outcomes that somebody has given, in the field of that name. Where none is left,
or the one given is impossible, the game stops: nothing more is drawn, and what it could have been
can be read off the record.
"""

from cartagena.jit.compiler import kernel
from cartagena.rules.chance.chacha20 import Word, secure_below
from cartagena.rules.chance.fast_rng import pick
from cartagena.rules.chance.scripted import GIVEN_BITS, GIVEN_MASK
from cartagena.rules.state import FAST, GIVEN, State


@kernel
def below(g: State, stream: Word, number: Word, n: int) -> int:
    """A whole number from 0 to n - 1, each equally likely, which nobody has given."""
    if g.chance == FAST:
        return pick(g, n)
    return secure_below(g, stream, number, n)


@kernel
def is_given(g: State) -> bool:
    """Whether the outcomes of chance are given, or the game has stopped for want of one."""
    return g.chance >= GIVEN


@kernel
def next_given(g: State) -> int:
    """The outcome that is given for this event, which is not taken yet; -1 if there is none."""
    return int(g.given & GIVEN_MASK) - 1 if g.chance == GIVEN else -1


@kernel
def take_given(g: State) -> None:
    """The given outcome was possible: it has happened."""
    g.given >>= GIVEN_BITS
