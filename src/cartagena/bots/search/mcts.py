"""Information-set Monte-Carlo tree search (ISMCTS) with PUCT and cut-off rollouts.

Each simulation begins in a world of its own, drawn from what the seat may know. It first descends
the tree, where each seat maximises its own probability of winning (PUCT, with priors from the
rollout policy); then it plays on by the rollout policy for a few turns, and every seat's
probability of winning is backed up along the path. The tree is a hash table of edges: an action,
and the hash of the state it was taken from as the searching seat sees it. So the same state
reached in two ways is the same node.
"""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena.bots.search.evaluation import win_probabilities
from cartagena.bots.search.rollout_policy import action_value, choose_action
from cartagena.bots.search.state_hash import mix, state_hash
from cartagena.jit.compiler import entry_point, kernel
from cartagena.rules import turn, view
from cartagena.rules.action_set import list_actions
from cartagena.rules.actions import ACTIONS, MAX_ACTIONS
from cartagena.rules.chance.fast_rng import start
from cartagena.rules.components import SEATS
from cartagena.rules.state import (
    RUNNING,
    Scratch,
    Scratches,
    State,
    States,
    new_scratches,
    new_states,
)

EDGES = 1 << 20
"""The largest capacity of the edge table; a search uses as much of it as it expects to need."""

FEWEST_EDGES = 1 << 12
_PROBES = 16
_LONGEST_PATH = 64
_NO_SLOT = -1
NO_ACTION = -1
_MAX_STEPS = 400
_MASK = 0x7FFFFFFFFFFFFFFF

TREE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # the edges: slots in use, and the hash table
                ("used_slot", np.int64, (EDGES,)),
                ("edges", np.int64),
                ("capacity", np.int64),
                ("key", np.int64, (EDGES,)),
                ("visits", np.int64, (EDGES,)),
                ("total", np.float64, (EDGES,)),
                # the decision at the root
                ("root_visits", np.int64, (ACTIONS,)),
                ("root_total", np.float64, (ACTIONS,)),
                # the path of the present simulation, and what is backed up along it
                ("first", np.int64),
                ("path_slot", np.int64, (_LONGEST_PATH,)),
                ("path_seat", np.int64, (_LONGEST_PATH,)),
                ("win_probability", np.float64, (SEATS,)),
                # the choice that is being made
                ("action", np.int64, (MAX_ACTIONS,)),
                ("slot", np.int64, (MAX_ACTIONS,)),
                ("prior", np.float64, (MAX_ACTIONS,)),
                # how to search
                ("c_puct", np.float64),  # weight of exploration
                ("prior_temperature", np.float64),  # of the softmax over action values, in spaces
                ("rollout_noise", np.float64),  # added to action values in rollouts, in spaces
                ("tree_turns", np.int64),  # turns in which the tree is followed
                ("horizon", np.int64),  # turns after which it is evaluated
                ("reorder", np.int64),  # whether a net is shown the symbols in changing orders
                ("forced", np.int64),  # the one action that is tried at the root, or NO_ACTION
            ]
        ),
    )
)


Edges = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]
"""The edges of a tree without the tree: keys, visits, and what was backed up."""

NO_EDGES: Edges = (np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))


def new_tree() -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The memory of a search: two worlds, sets of actions, and an empty tree."""
    return new_states(2), new_scratches(1), np.zeros(1, TREE)


def configure(
    tree: NDArray[Any],
    c_puct: float = 1.0,
    prior_temperature: float = 5.0,
    rollout_noise: float = 3.0,
    tree_turns: int = 6,
    horizon: int = 8,
    reorder: int = 0,
) -> None:
    """Say how to search: see `TREE`."""
    tree["c_puct"], tree["prior_temperature"] = c_puct, prior_temperature
    tree["rollout_noise"] = rollout_noise
    tree["tree_turns"], tree["horizon"], tree["reorder"] = tree_turns, horizon, reorder
    tree["forced"] = NO_ACTION


def edges_of(tree: NDArray[Any]) -> Edges:
    """What a search has found, to begin another one with."""
    used = tree["used_slot"][0, : tree["edges"][0]]
    return tree["key"][0, used], tree["visits"][0, used], tree["total"][0, used]


@kernel
def edge_key(hashed: int, action: int) -> int:
    """The key of an action in the state with this hash; never 0."""
    return (mix(hashed, action) & _MASK) | 1


@kernel
def find_edge(tree: Any, key: int) -> int:
    """The slot of an edge, or an empty one for it, or NO_SLOT when the table is full there."""
    slot = int((key >> 1) & (tree.capacity - 1))
    for _ in range(_PROBES):
        if tree.key[slot] == key or tree.key[slot] == 0:
            return slot
        slot = (slot + 1) & (tree.capacity - 1)
    return _NO_SLOT


@kernel
def write_priors(g: State, tree: Any, n: int, w: Any) -> None:
    """Write the prior of each of the n actions: a softmax of the rollout policy's values."""
    most = -1e9
    for i in range(n):
        action = tree.action[i]
        tree.prior[i] = action_value(g, action >> 6, action & 63, w)
        most = max(most, tree.prior[i])
    total = 0.0
    for i in range(n):
        tree.prior[i] = math.exp((tree.prior[i] - most) / tree.prior_temperature)
        total += tree.prior[i]
    for i in range(n):
        tree.prior[i] /= total


@kernel
def select(g: State, rows: Scratch, tree: Any, viewer: int, w: Any, forced: int) -> int:
    """The legal action with the best PUCT score, or the forced one, as an index of those in the tree."""
    n = list_actions(rows, tree.action)
    hashed = state_hash(g, viewer)
    visits = 0
    total = 0.0
    for i in range(n):
        slot = find_edge(tree, edge_key(hashed, tree.action[i]))
        tree.slot[i] = slot
        if slot != _NO_SLOT:
            visits += tree.visits[slot]
            total += tree.total[slot]
    write_priors(g, tree, n, w)
    unvisited_value = total / visits if visits else 0.5
    exploration = tree.c_puct * math.sqrt(visits + 1.0)
    best = 0
    most = -1e9
    for i in range(n):
        slot = tree.slot[i]
        visited = tree.visits[slot] if slot != _NO_SLOT else 0
        score = tree.total[slot] / visited if visited else unvisited_value
        score += exploration * tree.prior[i] / (1.0 + visited)
        if tree.action[i] == forced:
            score = 1e9
        if score > most:
            most = score
            best = i
    slot = tree.slot[best]
    if slot != _NO_SLOT and tree.key[slot] == 0:
        tree.key[slot] = edge_key(hashed, tree.action[best])
        tree.used_slot[tree.edges] = slot
        tree.edges += 1
    return best


@kernel
def descend(worlds: States, rows: Scratch, tree: Any, viewer: int, w: Any, keep: bool) -> int:
    """Follow the tree in the first world to a new edge; returns how many edges the path has.

    With `keep` the second world is left as the first was before its last action.
    """
    g = worlds[0]
    begun = g.turns
    length = 0
    in_tree = True
    while (
        in_tree
        and g.result == RUNNING
        and length < _LONGEST_PATH
        and g.turns < begun + tree.tree_turns
    ):
        turn.legal(g, rows)
        i = select(g, rows, tree, viewer, w, tree.forced if length == 0 else NO_ACTION)
        slot = tree.slot[i]
        in_tree = slot != _NO_SLOT and tree.visits[slot] > 0
        if length == 0:
            tree.first = tree.action[i]
        tree.path_slot[length] = slot
        tree.path_seat[length] = g.decider
        length += 1
        if keep:
            worlds[1] = worlds[0]
        turn.apply(g, tree.action[i], rows)
    return length


@kernel
def play_on(
    worlds: States, rows: Scratch, tree: Any, acted: int, end: int, w: Any, keep: bool
) -> int:
    """Play on in the first world by the rollout policy until a turn begins; returns who acted last.

    With `keep` the second world is left as the first was before its last action.
    """
    g = worlds[0]
    steps = 0
    while g.result == RUNNING and g.turns < end and steps < _MAX_STEPS:
        turn.legal(g, rows)
        acted = g.decider
        if keep:
            worlds[1] = worlds[0]
        turn.apply(g, choose_action(g, rows, w, tree.rollout_noise), rows)
        steps += 1
    return acted


@kernel
def back_up(tree: Any, length: int, viewer: int) -> None:
    """Add every seat's probability of winning to the edges that it chose."""
    for i in range(length):
        if tree.path_slot[i] != _NO_SLOT:
            tree.visits[tree.path_slot[i]] += 1
            tree.total[tree.path_slot[i]] += tree.win_probability[tree.path_seat[i]]
    if length:
        tree.root_visits[tree.first] += 1
        tree.root_total[tree.first] += tree.win_probability[viewer]


@kernel
def simulate(worlds: States, rows: Scratch, tree: Any, viewer: int, w: Any) -> None:
    """One simulation in the first world: descend the tree, add an edge, roll out, back up."""
    g = worlds[0]
    end = g.turns + max(tree.horizon, 2 * g.players)
    length = descend(worlds, rows, tree, viewer, w, False)
    play_on(worlds, rows, tree, viewer, end, w, False)
    win_probabilities(g, w, tree)
    back_up(tree, length, viewer)


@kernel
def sample_world(views: States, worlds: States, rows: Scratch, seed: int, number: int) -> None:
    """The world with this number, of those that the view allows."""
    worlds[0] = views[0]
    start(worlds[0], rows, seed & 0xFFFFFFFF, seed >> 32, number, 1)
    view.determinize(worlds[0], rows)


@entry_point
def run_simulations(
    views: States,
    worlds: States,
    scratches: Scratches,
    trees: Any,
    weights: Any,
    seed: int,
    first: int,
    n: int,
) -> None:
    """Run the simulations with the numbers from `first` on, each in a world of its own."""
    for number in range(first, first + n):
        sample_world(views, worlds, scratches[0], seed, number)
        simulate(worlds, scratches[0], trees[0], views[0].decider, weights[0])


@entry_point
def reset_tree(trees: Any, expected: int) -> None:
    """Empty the tree, with capacity for about so many simulations: each adds at most one edge."""
    tree = trees[0]
    for i in range(tree.edges):
        slot = tree.used_slot[i]
        tree.key[slot] = 0
        tree.visits[slot] = 0
        tree.total[slot] = 0.0
    tree.edges = 0
    tree.capacity = FEWEST_EDGES
    while tree.capacity < 4 * expected and tree.capacity < EDGES:
        tree.capacity *= 2
    for action in range(ACTIONS):
        tree.root_visits[action] = 0
        tree.root_total[action] = 0.0


@entry_point
def add_edges(
    views: States,
    worlds: States,
    scratches: Scratches,
    trees: Any,
    keys: Any,
    visits: Any,
    totals: Any,
) -> None:
    """Put edges of an earlier search into an empty tree; those of the root count as its own."""
    tree = trees[0]
    for i in range(len(keys)):
        slot = find_edge(tree, keys[i])
        if slot != _NO_SLOT:
            tree.key[slot] = keys[i]
            tree.visits[slot] = visits[i]
            tree.total[slot] = totals[i]
            tree.used_slot[tree.edges] = slot
            tree.edges += 1
    sample_world(views, worlds, scratches[0], 0, 0)
    g = worlds[0]
    turn.legal(g, scratches[0])
    hashed = state_hash(g, views[0].decider)
    for i in range(list_actions(scratches[0], tree.action)):
        action = tree.action[i]
        slot = find_edge(tree, edge_key(hashed, action))
        if slot != _NO_SLOT:
            tree.root_visits[action] = tree.visits[slot]
            tree.root_total[action] = tree.total[slot]
