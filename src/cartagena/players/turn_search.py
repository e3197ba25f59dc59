"""All of a turn: every sequence of actions that a seat could make, equal positions merged.

One world is searched at a time, depth first, with a state and a set of actions per depth. A
position that was reached before, by the same actions in another order, is not searched again.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena.players.evaluation import lead
from cartagena.players.rollout_policy import follow
from cartagena.players.state_hash import sketch
from cartagena.rules import turn, view
from cartagena.rules.actions import ACTIONS, ROWS
from cartagena.rules.bits import lowest
from cartagena.rules.chance.fast_generator import start
from cartagena.rules.compiled import kernel
from cartagena.rules.rows import total
from cartagena.rules.state import RUNNING, new_rooms, new_states

DEPTH = 32
"""More decisions than a turn can have."""

_SPARE = DEPTH + 1
_SLOTS = 1 << 14
_NOTHING = -1e9

PLAN = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("best", np.float64, (DEPTH + 2,)),
                ("key", np.int64, (DEPTH + 2,)),
                ("seen", np.int64, (_SLOTS,)),
                ("value", np.float64, (_SLOTS,)),
                ("total", np.float64, (ACTIONS,)),
                ("nodes", np.int64),
            ]
        ),
    )
)


def new_plan() -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Room to foresee a turn in: worlds, sets of actions, and what came of them."""
    return new_states(DEPTH + 2), new_rooms(DEPTH + 2), np.zeros(1, PLAN)


@kernel
def next_action(rows: Any) -> int:
    """Take the first action out of a set; -1 when there is none."""
    for row in range(ROWS):
        mask = rows.mask[row]
        if mask:
            rows.mask[row] = mask & (mask - 1)
            return 64 * row + lowest(mask)
    return -1


@kernel
def act_and_wait(g: Any, action: int, seat: int, rows: Any, w: Any) -> None:
    """Do an action; if it makes others discard in the seat's turn, they do so by instinct."""
    own_turn = g.active == seat
    turn.apply(g, action, rows)
    while own_turn and g.result == RUNNING and g.active == seat and g.decider != seat:
        turn.legal(g, rows)
        turn.apply(g, follow(g, rows, w, 0.0), rows)


@kernel
def foresee(worlds: Any, rooms: Any, plan: Any, seat: int, nodes: int, w: Any) -> None:
    """Search the rest of the turn in the first of the worlds; adds to the totals of its actions.

    Each action gets the same share of the nodes, and what those before it have left over.
    Where the share is used up, positions are judged as they stand.
    """
    for slot in range(_SLOTS):
        plan.seen[slot] = 0
    depth = 0
    first = -1
    tried = 0
    used = plan.nodes
    turn.legal(worlds[0], rooms[0])
    actions = total(rooms[0])
    most = 0
    while True:
        action = next_action(rooms[depth])
        if action < 0:
            if depth == 0:
                return
            value = plan.best[depth]
            key = plan.key[depth]
            plan.seen[key % _SLOTS] = key
            plan.value[key % _SLOTS] = value
            depth -= 1
        else:
            if depth == 0:
                first = action
                tried += 1
                most = used + nodes * tried // actions
            worlds[depth + 1] = worlds[depth]
            g = worlds[depth + 1]
            act_and_wait(g, action, seat, rooms[_SPARE], w)
            key = sketch(g, seat)
            plan.nodes += 1
            if plan.seen[key % _SLOTS] == key:
                value = plan.value[key % _SLOTS]
            elif (
                g.result != RUNNING or g.decider != seat or plan.nodes >= most or depth + 1 >= DEPTH
            ):
                value = lead(g, seat, w)
                plan.seen[key % _SLOTS] = key
                plan.value[key % _SLOTS] = value
            else:
                depth += 1
                plan.key[depth] = key
                plan.best[depth] = _NOTHING
                turn.legal(g, rooms[depth])
                continue
        if depth == 0:
            plan.total[first] += value
        else:
            plan.best[depth] = max(plan.best[depth], value)


@kernel
def foresee_worlds(
    views: Any, worlds: Any, rooms: Any, plans: Any, weights: Any, luck: int, most: int, nodes: int
) -> int:
    """The action with the best turn, over up to `most` worlds or until the nodes are used up."""
    plan = plans[0]
    seat = views[0].decider
    for action in range(ACTIONS):
        plan.total[action] = 0.0
    plan.nodes = 0
    for number in range(most):
        worlds[0] = views[0]
        start(worlds[0], rooms[_SPARE], luck & 0xFFFFFFFF, luck >> 32, number, 0)
        view.imagine(worlds[0], rooms[_SPARE])
        foresee(worlds, rooms, plan, seat, nodes, weights[0])
        if plan.nodes * (number + 2) > nodes * (number + 1):
            break
    turn.legal(worlds[0], rooms[0])
    best = -1
    action = next_action(rooms[0])
    while action >= 0:
        if best < 0 or plan.total[action] > plan.total[best]:
            best = action
        action = next_action(rooms[0])
    return best
