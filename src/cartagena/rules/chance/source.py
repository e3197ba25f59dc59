"""The source of chance for dealing, drawing cards and laying chests.

The field `chance` of a game selects one of three sources: ChaCha20, the fast generator, or the
outcomes in the field `scripted`. A game stops where no outcome is left or where the next one is
impossible. Nothing more is drawn then, and the possible outcomes can be read from the record.
"""

from cartagena.jit.compiler import kernel
from cartagena.rules.chance.chacha20 import Word, secure_below
from cartagena.rules.chance.fast_rng import pick
from cartagena.rules.chance.scripted import OUTCOME_BITS, OUTCOME_MASK
from cartagena.rules.state import FAST, SCRIPTED, State


@kernel
def below(g: State, stream: Word, number: Word, n: int) -> int:
    """Return a random number from 0 to n - 1, each equally likely. It is never scripted."""
    if g.chance == FAST:
        return pick(g, n)
    return secure_below(g, stream, number, n)


@kernel
def is_scripted(g: State) -> bool:
    """Return True if outcomes are scripted, even if the game has stopped because none is left."""
    return g.chance >= SCRIPTED


@kernel
def next_scripted(g: State) -> int:
    """Return the next scripted outcome without consuming it, or -1."""
    return int(g.scripted & OUTCOME_MASK) - 1 if g.chance == SCRIPTED else -1


@kernel
def take_scripted(g: State) -> None:
    """Consume the next scripted outcome."""
    g.scripted >>= OUTCOME_BITS
