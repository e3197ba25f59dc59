"""Sets of actions, stored as one mask per row in a scratch record."""

from cartagena.jit.compiler import kernel
from cartagena.jit.records import Vector
from cartagena.rules.actions import ACTIONS, ROWS
from cartagena.rules.bits import count, lowest, nth
from cartagena.rules.state import Scratch


@kernel
def clear(scratch: Scratch) -> None:
    """Remove all actions from the set."""
    for row in range(ROWS):
        scratch.mask[row] = 0


@kernel
def total(scratch: Scratch) -> int:
    """Return the number of actions in the set."""
    n = 0
    for row in range(ROWS):
        n += count(scratch.mask[row])
    return n


@kernel
def nth_action(scratch: Scratch, n: int) -> int:
    """Return the action with exactly n others before it."""
    row = 0
    before = 0
    passed = 0
    for i in range(ROWS):
        passed += count(scratch.mask[i])
        if passed <= n:
            row = i + 1
            before = passed
    return 64 * row + nth(scratch.mask[row], n - before)


@kernel
def contains(scratch: Scratch, action: int) -> bool:
    """Return True if the set contains the action."""
    return (
        action >= 0 and action < ACTIONS and (scratch.mask[action >> 6] >> (action & 63)) & 1 == 1
    )


@kernel
def list_actions(scratch: Scratch, out: Vector[int]) -> int:
    """Write the actions to `out` in ascending order and return their number."""
    n = 0
    for row in range(ROWS):
        mask = scratch.mask[row]
        while mask:
            out[n] = 64 * row + lowest(mask)
            mask &= mask - 1
            n += 1
    return n
