"""Voyages: imagined games from a decision on, and the tree of what came of them.

Each voyage begins in a world of its own, drawn from what the seat may know. As long as its way
is known it follows the tree, where each seat chooses what has served it best so far or seems
promising (PUCT); then it goes on by instinct for a few turns, and every seat's chances are
written back along the way. The tree is a table of edges: an action, and the sight of the table
from which it was taken. The same sight reached in two ways is the same place in the tree.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena.players.evaluation import chances
from cartagena.players.rollout_policy import follow, value_of
from cartagena.players.state_hash import mix, sketch
from cartagena.rules import turn, view
from cartagena.rules.actions import ACTIONS, MOST_ACTIONS
from cartagena.rules.chance.fast_generator import start
from cartagena.rules.compiled import kernel
from cartagena.rules.components import SEATS
from cartagena.rules.rows import list_actions
from cartagena.rules.state import RUNNING, new_rooms, new_states

EDGES = 1 << 20
"""Room for so many edges at most; a search uses as much of it as it expects to need."""

FEWEST_EDGES = 1 << 12
_PROBES = 16
_LONGEST = 64
_NOWHERE = -1
_MOST_STEPS = 400
_MASK = 0x7FFFFFFFFFFFFFFF

TREE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # the edges: those in use, and a table of them
                ("used", np.int64, (EDGES,)),
                ("edges", np.int64),
                ("room", np.int64),
                ("key", np.int64, (EDGES,)),
                ("visits", np.int64, (EDGES,)),
                ("total", np.float64, (EDGES,)),
                # the decision at the root
                ("root_visits", np.int64, (ACTIONS,)),
                ("root_total", np.float64, (ACTIONS,)),
                # the way of the present voyage
                ("edge", np.int64, (_LONGEST,)),
                ("chooser", np.int64, (_LONGEST,)),
                ("chance", np.float64, (SEATS,)),
                # the choice that is being made
                ("action", np.int64, (MOST_ACTIONS,)),
                ("slot", np.int64, (MOST_ACTIONS,)),
                ("prior", np.float64, (MOST_ACTIONS,)),
                # how to search
                ("courage", np.float64),  # how much the untried is preferred
                ("trust", np.float64),  # in spaces: the less, the more instinct is trusted
                ("doubt", np.float64),  # by how many spaces instinct is blurred beyond the tree
                ("planned", np.int64),  # turns in which the tree is followed
                ("horizon", np.int64),  # turns, or two rounds, after which the chances are judged
            ]
        ),
    )
)


def new_tree(
    courage: float = 1.0,
    trust: float = 5.0,
    doubt: float = 3.0,
    planned: int = 6,
    horizon: int = 8,
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Room for voyages: the world, sets of actions, and an empty tree."""
    tree = np.zeros(1, TREE)
    tree["courage"], tree["trust"], tree["doubt"] = courage, trust, doubt
    tree["planned"], tree["horizon"] = planned, horizon
    return new_states(1), new_rooms(1), tree


@kernel
def edge_key(sight: int, action: int) -> int:
    """A number for an action taken at this sight of the table; never 0."""
    return (mix(sight, action) & _MASK) | 1


@kernel
def find_edge(tree: Any, key: int) -> int:
    """The slot of an edge, or an empty one for it, or NOWHERE when there is no room."""
    slot = int((key >> 1) & (tree.room - 1))
    for _ in range(_PROBES):
        if tree.key[slot] == key or tree.key[slot] == 0:
            return slot
        slot = (slot + 1) & (tree.room - 1)
    return _NOWHERE


@kernel
def weigh(g: Any, tree: Any, n: int, w: Any) -> None:
    """Write how likely instinct finds each of the n actions."""
    most = -1e9
    for i in range(n):
        action = tree.action[i]
        tree.prior[i] = value_of(g, action >> 6, action & 63, w)
        most = max(most, tree.prior[i])
    total = 0.0
    for i in range(n):
        tree.prior[i] = math.exp((tree.prior[i] - most) / tree.trust)
        total += tree.prior[i]
    for i in range(n):
        tree.prior[i] /= total


@kernel
def select(g: Any, rows: Any, tree: Any, viewer: int, w: Any) -> int:
    """Which of the legal actions to follow, as an index of those listed in the tree."""
    n = list_actions(rows, tree.action)
    sight = sketch(g, viewer)
    visits = 0
    total = 0.0
    for i in range(n):
        slot = find_edge(tree, edge_key(sight, tree.action[i]))
        tree.slot[i] = slot
        if slot != _NOWHERE:
            visits += tree.visits[slot]
            total += tree.total[slot]
    weigh(g, tree, n, w)
    untried = total / visits if visits else 0.5
    eagerness = tree.courage * math.sqrt(visits + 1.0)
    best = 0
    most = -1e9
    for i in range(n):
        slot = tree.slot[i]
        tried = tree.visits[slot] if slot != _NOWHERE else 0
        value = tree.total[slot] / tried if tried else untried
        value += eagerness * tree.prior[i] / (1.0 + tried)
        if value > most:
            most = value
            best = i
    slot = tree.slot[best]
    if slot != _NOWHERE and tree.key[slot] == 0:
        tree.key[slot] = edge_key(sight, tree.action[best])
        tree.used[tree.edges] = slot
        tree.edges += 1
    return best


@kernel
def voyage(g: Any, rows: Any, tree: Any, viewer: int, w: Any) -> None:
    """Play one imagined game and write down what came of it."""
    begun = g.turns
    length = 0
    first = -1
    known = True
    while known and g.result == RUNNING and length < _LONGEST and g.turns < begun + tree.planned:
        turn.legal(g, rows)
        i = select(g, rows, tree, viewer, w)
        slot = tree.slot[i]
        known = slot != _NOWHERE and tree.visits[slot] > 0
        if length == 0:
            first = tree.action[i]
        tree.edge[length] = slot
        tree.chooser[length] = g.decider
        length += 1
        turn.apply(g, tree.action[i], rows)
    end = begun + max(tree.horizon, 2 * g.players)
    steps = 0
    while g.result == RUNNING and g.turns < end and steps < _MOST_STEPS:
        turn.legal(g, rows)
        turn.apply(g, follow(g, rows, w, tree.doubt), rows)
        steps += 1
    chances(g, w, tree)
    for i in range(length):
        if tree.edge[i] != _NOWHERE:
            tree.visits[tree.edge[i]] += 1
            tree.total[tree.edge[i]] += tree.chance[tree.chooser[i]]
    tree.root_visits[first] += 1
    tree.root_total[first] += tree.chance[viewer]


@kernel
def voyages(
    views: Any, worlds: Any, rooms: Any, trees: Any, weights: Any, luck: int, first: int, n: int
) -> None:
    """Make the voyages with the numbers from `first` on, each in a world of its own."""
    for number in range(first, first + n):
        worlds[0] = views[0]
        start(worlds[0], rooms[0], luck & 0xFFFFFFFF, luck >> 32, number, 1)
        view.imagine(worlds[0], rooms[0])
        voyage(worlds[0], rooms[0], trees[0], views[0].decider, weights[0])


@kernel
def forget(trees: Any, expected: int) -> None:
    """Empty the tree, and make room for about so many voyages: each adds at most one edge."""
    tree = trees[0]
    for i in range(tree.edges):
        slot = tree.used[i]
        tree.key[slot] = 0
        tree.visits[slot] = 0
        tree.total[slot] = 0.0
    tree.edges = 0
    tree.room = FEWEST_EDGES
    while tree.room < 4 * expected and tree.room < EDGES:
        tree.room *= 2
    for action in range(ACTIONS):
        tree.root_visits[action] = 0
        tree.root_total[action] = 0.0
