"""Exhaustive search of one turn: every sequence of actions, equal positions merged.

One world is searched at a time, depth first, with a state and a set of actions per depth. A
transposition table keeps a position that was reached by the same actions in another order from
being searched again.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena.bots.search.evaluation import lead
from cartagena.bots.search.rollout_policy import choose_action
from cartagena.bots.search.state_hash import state_hash
from cartagena.jit.compiler import entry_point, kernel
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

DEPTH = 32
"""More decisions than a turn can have."""

_SPARE = DEPTH + 1
_SLOTS = 1 << 14  # of the transposition table
_NO_VALUE = -1e9

SEARCH = np.dtype(
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


def new_search() -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The memory of a search: worlds, sets of actions, and their values."""
    return new_states(DEPTH + 2), new_scratches(DEPTH + 2), np.zeros(1, SEARCH)


@kernel
def next_action(rows: Scratch) -> int:
    """Take the first action out of a set; -1 when there is none."""
    for row in range(ROWS):
        mask = rows.mask[row]
        if mask:
            rows.mask[row] = mask & (mask - 1)
            return 64 * row + lowest(mask)
    return -1


@kernel
def apply_with_answers(g: State, action: int, seat: int, rows: Scratch, w: Any) -> None:
    """Apply an action; others who must then discard do so by the rollout policy."""
    own_turn = g.active == seat
    turn.apply(g, action, rows)
    while own_turn and g.result == RUNNING and g.active == seat and g.decider != seat:
        turn.legal(g, rows)
        turn.apply(g, choose_action(g, rows, w, 0.0), rows)


@kernel
def search_turn(
    worlds: States, scratches: Scratches, search: Any, seat: int, nodes: int, w: Any
) -> None:
    """Search the rest of the turn in the first of the worlds; adds to the totals of its actions.

    Each action gets the same share of the nodes, and what those before it have left over.
    Where the share is used up, positions are evaluated as they are.
    """
    for slot in range(_SLOTS):
        search.table_key[slot] = 0
    depth = 0
    first = -1
    tried = 0
    used = search.nodes
    turn.legal(worlds[0], scratches[0])
    actions = total(scratches[0])
    most = 0
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
                most = used + nodes * tried // actions
            worlds[depth + 1] = worlds[depth]
            g = worlds[depth + 1]
            apply_with_answers(g, action, seat, scratches[_SPARE], w)
            key = state_hash(g, seat)
            search.nodes += 1
            if search.table_key[key % _SLOTS] == key:
                value = search.table_value[key % _SLOTS]
            elif (
                g.result != RUNNING
                or g.decider != seat
                or search.nodes >= most
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
    searches: Any,
    weights: Any,
    seed: int,
    most: int,
    nodes: int,
) -> int:
    """The action with the best turn, over up to `most` worlds or until the nodes are used up."""
    search = searches[0]
    seat = views[0].decider
    for action in range(ACTIONS):
        search.total[action] = 0.0
    search.nodes = 0
    search.worlds = 0
    for number in range(most):
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
