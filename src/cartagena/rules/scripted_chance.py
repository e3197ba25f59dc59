"""Scripted chance: apply an action with chance outcomes that the caller names.

An action can need several outcomes: a card for each card drawn from the deck, and a chest for each
tile when the snake has all chests laid out again. Cards of the open row are known before.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from cartagena.errors import CartagenaError
from cartagena.rules import batch
from cartagena.rules.chance.scripted import (
    CHEST_OUTCOME,
    MAX_OUTCOMES,
    OUTCOMES,
    count_outcomes,
    pack_outcomes,
)
from cartagena.rules.components import TOKENS
from cartagena.rules.state import SCRIPTED, STOPPED_AT_CHEST, copy_states


@dataclass(frozen=True, slots=True)
class PendingChance:
    """The point where an action needs another chance outcome."""

    index: int
    """The number of outcomes used before it."""
    counts: dict[int, int]
    """The possible outcomes, weighted by the number of such cards or chests."""


def apply_scripted(
    states: NDArray[Any], i: int, action: int, outcomes: Sequence[int], scratches: NDArray[Any]
) -> PendingChance | None:
    """Apply a legal action to game i with these outcomes: see `chance.scripted`.

    Return None if they are exactly what the action needs. Otherwise leave the game as it was and
    return where an outcome is missing or impossible.
    """
    if len(outcomes) > MAX_OUTCOMES or not all(0 <= outcome < OUTCOMES for outcome in outcomes):
        raise CartagenaError(
            f"There can be at most {MAX_OUTCOMES} outcomes, each from 0 to {OUTCOMES - 1}."
        )
    before = copy_states(states[i : i + 1])
    state = states[i]
    state["chance"], state["scripted"] = SCRIPTED, pack_outcomes(outcomes)
    legal = batch.apply(states, i, action, scratches)
    left = count_outcomes(int(state["scripted"]))
    pending = None
    if int(state["chance"]) != SCRIPTED:
        pending = PendingChance(len(outcomes) - left, _possible(state))
    if pending is None and legal and not left:
        state["chance"] = before["chance"][0]
        return None
    states[i] = before[0]
    if not legal:
        raise CartagenaError(f"The action {action} is not legal here.")
    if pending is None:
        raise CartagenaError(
            f"The action needs {len(outcomes) - left} outcomes, not {len(outcomes)}."
        )
    return pending


def _possible(state: Any) -> dict[int, int]:
    """Return the possible outcomes where a game has stopped."""
    if int(state["chance"]) != STOPPED_AT_CHEST:
        return {kind: count for kind, count in enumerate(state["deck"].tolist()) if count}
    left = Counter(TOKENS)
    left.subtract(value for value in state["token"].tolist() if value)
    return {CHEST_OUTCOME + value: count for value, count in sorted(left.items()) if count}
