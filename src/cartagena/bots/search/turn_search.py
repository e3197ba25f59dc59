"""Exhaustive search of one turn: every sequence of actions, with equal positions merged.

One world is searched at a time, depth first, with one state and one set of actions per depth. A
transposition table recognises positions that were reached before by the same actions in another
order.
"""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cartagena.bots.search.evaluation import lead
from cartagena.bots.search.rollout_policy import choose_action
from cartagena.bots.search.state_hash import state_hash
from cartagena.bots.search.weights import Weights, WeightSets, weights
from cartagena.jit.arguments import ArrayOf
from cartagena.jit.compiler import entry_point, kernel
from cartagena.jit.records import Records, Vector
from cartagena.rules import turn, view
from cartagena.rules.action_set import total
from cartagena.rules.actions import ACTIONS, ROWS
from cartagena.rules.bits import lowest
from cartagena.rules.chance.fast_rng import start
from cartagena.rules.state import (
    RUNNING,
    Scratch,
    Scratches,
    State,
    States,
    new_scratches,
    new_states,
)

DEPTH: Final = 32
"""Upper bound on the number of decisions in a turn."""

_SPARE = DEPTH + 1
_SLOTS = 1 << 14  # of the transposition table
_NO_VALUE = -1e9

TURN_SEARCH: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("best", np.float64, (DEPTH + 2,)),
                ("key", np.int64, (DEPTH + 2,)),
                ("table_key", np.int64, (_SLOTS,)),
                ("table_value", np.float64, (_SLOTS,)),
                ("total", np.float64, (ACTIONS,)),
                ("nodes", np.int64),
                ("worlds", np.int64),
            ]
        ),
    )
)


class TurnSearch(Protocol):
    """The fields of `TURN_SEARCH`, as kernels see them."""

    best: Vector[float]
    key: Vector[int]
    table_key: Vector[int]
    table_value: Vector[float]
    total: Vector[float]
    nodes: int
    worlds: int


TurnSearches = Annotated[Records[TurnSearch], ArrayOf(TURN_SEARCH)]


class TurnMemory(NamedTuple):
    """The memory of a search of one turn: a state and a set of actions per depth, and values."""

    worlds: NDArray[Any]
    scratches: NDArray[Any]
    search: NDArray[Any]


def new_memory() -> TurnMemory:
    """Return memory for one search at a time."""
    return TurnMemory(new_states(DEPTH + 2), new_scratches(DEPTH + 2), np.zeros(1, TURN_SEARCH))


@dataclass(frozen=True, slots=True)
class TurnPlan:
    """The result of searching a turn."""

    best: int
    """The action that begins the best turn."""
    values: NDArray[np.float64]
    """The best lead, in spaces, at the end of a turn that begins with each action."""
    nodes: int
    """Number of positions that were looked at."""


def plan_turn(
    memory: TurnMemory, view: NDArray[Any], seed: int, max_worlds: int, nodes: int
) -> TurnPlan:
    """Search the rest of the turn in several worlds: see `search_worlds`."""
    best = search_worlds(view, *memory, _weights(), seed, max_worlds, nodes)
    [search] = memory.search
    return TurnPlan(best, search["total"] / search["worlds"], int(search["nodes"]))


@cache
def _weights() -> NDArray[Any]:
    return weights()


@kernel
def next_action(scratch: Scratch) -> int:
    """Remove the first action from a set and return it, or -1 if the set is empty."""
    for row in range(ROWS):
        mask = scratch.mask[row]
        if mask:
            scratch.mask[row] = mask & (mask - 1)
            return 64 * row + lowest(mask)
    return -1


@kernel
def apply_with_discards(g: State, action: int, seat: int, scratch: Scratch, w: Weights) -> None:
    """Apply an action. Others who must discard because of it follow the rollout policy."""
    own_turn = g.active == seat
    turn.apply(g, action, scratch)
    while own_turn and g.result == RUNNING and g.active == seat and g.decider != seat:
        turn.legal(g, scratch)
        turn.apply(g, choose_action(g, scratch, w, 0.0), scratch)


@kernel
def search_turn(
    worlds: States, scratches: Scratches, search: TurnSearch, seat: int, nodes: int, w: Weights
) -> None:
    """Search the rest of the turn in the first world and add to the totals of its actions.

    Each action gets the same share of the nodes, plus whatever the actions before it did not
    use. When
    its share is used up, positions are evaluated as they are.
    """
    for slot in range(_SLOTS):
        search.table_key[slot] = 0
    depth = 0
    first = -1
    tried = 0
    used = search.nodes
    turn.legal(worlds[0], scratches[0])
    actions = total(scratches[0])
    limit = 0
    while True:
        action = next_action(scratches[depth])
        if action < 0:
            if depth == 0:
                return
            value = search.best[depth]
            key = search.key[depth]
            search.table_key[key % _SLOTS] = key
            search.table_value[key % _SLOTS] = value
            depth -= 1
        else:
            if depth == 0:
                first = action
                tried += 1
                limit = used + nodes * tried // actions
            worlds[depth + 1] = worlds[depth]
            g = worlds[depth + 1]
            apply_with_discards(g, action, seat, scratches[_SPARE], w)
            key = state_hash(g, seat)
            search.nodes += 1
            if search.table_key[key % _SLOTS] == key:
                value = search.table_value[key % _SLOTS]
            elif (
                g.result != RUNNING
                or g.decider != seat
                or search.nodes >= limit
                or depth + 1 >= DEPTH
            ):
                value = lead(g, seat, w)
                search.table_key[key % _SLOTS] = key
                search.table_value[key % _SLOTS] = value
            else:
                depth += 1
                search.key[depth] = key
                search.best[depth] = _NO_VALUE
                turn.legal(g, scratches[depth])
                continue
        if depth == 0:
            search.total[first] += value
        else:
            search.best[depth] = max(search.best[depth], value)


@entry_point
def search_worlds(
    views: States,
    worlds: States,
    scratches: Scratches,
    searches: TurnSearches,
    weights: WeightSets,
    seed: int,
    max_worlds: int,
    nodes: int,
) -> int:
    """Return the action that begins the best turn, averaged over several worlds.

    The search stops after `max_worlds` worlds, or when it has used up `nodes`.
    """
    search = searches[0]
    seat = views[0].decider
    for action in range(ACTIONS):
        search.total[action] = 0.0
    search.nodes = 0
    search.worlds = 0
    for number in range(max_worlds):
        search.worlds += 1
        worlds[0] = views[0]
        start(worlds[0], scratches[_SPARE], seed & 0xFFFFFFFF, seed >> 32, number, 0)
        view.determinize(worlds[0], scratches[_SPARE])
        search_turn(worlds, scratches, search, seat, nodes, weights[0])
        if search.nodes * (number + 2) > nodes * (number + 1):
            break
    turn.legal(worlds[0], scratches[0])
    best = -1
    action = next_action(scratches[0])
    while action >= 0:
        if best < 0 or search.total[action] > search.total[best]:
            best = action
        action = next_action(scratches[0])
    return best
