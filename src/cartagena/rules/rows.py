"""Sets of actions as rows of masks: emptying, counting, choosing and listing them."""

from typing import Any

from cartagena.rules.actions import ACTIONS, ROWS
from cartagena.rules.bits import count, nth
from cartagena.rules.compiled import kernel


@kernel
def clear(rows: Any) -> None:
    """Forget all actions."""
    for row in range(ROWS):
        rows[row] = 0


@kernel
def total(rows: Any) -> int:
    """How many actions there are."""
    n = 0
    for row in range(ROWS):
        n += count(rows[row])
    return n


@kernel
def nth_action(rows: Any, n: int) -> int:
    """The action with exactly n others before it."""
    for row in range(ROWS):
        here = count(rows[row])
        if n < here:
            return 64 * row + nth(rows[row], n)
        n -= here
    return -1


@kernel
def contains(rows: Any, action: int) -> bool:
    """Whether the action is among them."""
    return action >= 0 and action < ACTIONS and (rows[action >> 6] >> (action & 63)) & 1 == 1


@kernel
def list_actions(rows: Any, out: Any) -> int:
    """Write the actions in ascending order; returns how many."""
    n = 0
    for row in range(ROWS):
        mask = rows[row]
        while mask:
            out[n] = 64 * row + nth(mask, 0)
            mask &= mask - 1
            n += 1
    return n
