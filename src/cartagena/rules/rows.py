"""Sets of actions as rows of masks: emptying, counting, choosing and listing them."""

from typing import Any

from cartagena.rules.actions import ACTIONS, ROWS
from cartagena.rules.bits import count, lowest, nth
from cartagena.rules.compiled import kernel


@kernel
def clear(rows: Any) -> None:
    """Forget all actions."""
    for row in range(ROWS):
        rows.mask[row] = 0


@kernel
def total(rows: Any) -> int:
    """How many actions there are."""
    n = 0
    for row in range(ROWS):
        n += count(rows.mask[row])
    return n


@kernel
def nth_action(rows: Any, n: int) -> int:
    """The action with exactly n others before it."""
    row = 0
    before = 0
    passed = 0
    for i in range(ROWS):
        passed += count(rows.mask[i])
        if passed <= n:
            row = i + 1
            before = passed
    return 64 * row + nth(rows.mask[row], n - before)


@kernel
def contains(rows: Any, action: int) -> bool:
    """Whether the action is among them."""
    return action >= 0 and action < ACTIONS and (rows.mask[action >> 6] >> (action & 63)) & 1 == 1


@kernel
def list_actions(rows: Any, out: Any) -> int:
    """Write the actions in ascending order; returns how many."""
    n = 0
    for row in range(ROWS):
        mask = rows.mask[row]
        while mask:
            out[n] = 64 * row + lowest(mask)
            mask &= mask - 1
            n += 1
    return n
