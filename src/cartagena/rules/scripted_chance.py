"""Explicit chance: an action with outcomes that somebody names in place of chance.

An action can need several: a card for each one that comes off the deck (not off the open row,
which shows its cards before), and, when the snake has all chests laid again, a chest for each tile.
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
    MAX_GIVEN,
    OUTCOMES,
    count_given,
    pack_given,
)
from cartagena.rules.components import TOKENS
from cartagena.rules.state import GIVEN, STOPPED_AT_CHEST, copied


@dataclass(frozen=True, slots=True)
class PendingChance:
    """Where a game waits for chance."""

    place: int
    """How many outcomes were taken before."""
    counts: dict[int, int]
    """What may come, and how many there are of each: every single card or chest is as likely."""


def apply_scripted(
    states: NDArray[Any], i: int, action: int, outcomes: Sequence[int], scratches: NDArray[Any]
) -> PendingChance | None:
    """Do a legal action in game i with these outcomes: see `chance.given`.

    None if they were what the action needs. Otherwise the game is as it was before, and the stop is
    where an outcome is missing, or where the one given is impossible.
    """
    if len(outcomes) > MAX_GIVEN or not all(0 <= outcome < OUTCOMES for outcome in outcomes):
        raise CartagenaError(f"At most {MAX_GIVEN} outcomes are given, from 0 to {OUTCOMES - 1}.")
    before = copied(states[i : i + 1])
    state = states[i]
    state["chance"], state["given"] = GIVEN, pack_given(outcomes)
    legal = batch.apply(states, i, action, scratches)
    left = count_given(int(state["given"]))
    stop = None
    if int(state["chance"]) != GIVEN:
        stop = PendingChance(len(outcomes) - left, _possible(state))
    if stop is None and legal and not left:
        state["chance"] = before["chance"][0]
        return None
    states[i] = before[0]
    if not legal:
        raise CartagenaError(f"The action {action} is not legal here.")
    if stop is None:
        raise CartagenaError(
            f"{len(outcomes)} outcomes are given, and the action needs {len(outcomes) - left}."
        )
    return stop


def _possible(state: Any) -> dict[int, int]:
    """What may come where a game has stopped."""
    if int(state["chance"]) != STOPPED_AT_CHEST:
        return {kind: count for kind, count in enumerate(state["deck"].tolist()) if count}
    left = Counter(TOKENS)
    left.subtract(value for value in state["token"].tolist() if value)
    return {CHEST_OUTCOME + value: count for value, count in sorted(left.items()) if count}
