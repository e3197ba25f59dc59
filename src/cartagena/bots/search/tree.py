"""The search tree: a hash table of edges, and the memory that a search works in.

An edge is an action together with the hash of the state it is taken from, as the searching seat
sees it. So a state that is reached in two ways is one node.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cartagena.bots.search.state_hash import mix
from cartagena.jit.arguments import ArrayOf
from cartagena.jit.compiler import entry_point, kernel
from cartagena.jit.records import Records, Vector
from cartagena.rules.actions import ACTIONS, MAX_ACTIONS
from cartagena.rules.components import SEATS
from cartagena.rules.state import new_scratches, new_states

MAX_EDGES: Final = 1 << 20
"""Largest capacity of the edge table. A search uses as much of it as it expects to need."""

MIN_EDGES: Final = 1 << 12
MAX_PATH: Final = 64
"""Largest number of edges that one simulation follows."""

NO_SLOT: Final = -1
NO_ACTION: Final = -1
_PROBES: Final = 16
_MASK: Final = 0x7FFFFFFFFFFFFFFF

TREE: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                # the edges: slots in use, and the hash table
                ("used_slot", np.int64, (MAX_EDGES,)),
                ("edges", np.int64),
                ("capacity", np.int64),
                ("key", np.int64, (MAX_EDGES,)),
                ("visits", np.int64, (MAX_EDGES,)),
                ("total", np.float64, (MAX_EDGES,)),
                # the decision at the root
                ("root_visits", np.int64, (ACTIONS,)),
                ("root_total", np.float64, (ACTIONS,)),
                # the path of the current simulation, and the values backed up along it
                ("first", np.int64),
                ("path_slot", np.int64, (MAX_PATH,)),
                ("path_seat", np.int64, (MAX_PATH,)),
                ("acted", np.int64),  # the seat that acted last
                ("earlier", np.int64),  # the seat that acted before a new edge, or NOBODY
                ("win_probability", np.float64, (SEATS,)),
                # the current choice
                ("action", np.int64, (MAX_ACTIONS,)),
                ("slot", np.int64, (MAX_ACTIONS,)),
                ("prior", np.float64, (MAX_ACTIONS,)),
                # the search: see `SearchConfig`
                ("c_puct", np.float64),
                ("prior_temperature", np.float64),
                ("rollout_noise", np.float64),
                ("tree_turns", np.int64),
                ("horizon", np.int64),
                ("permute_symbols", np.int64),
                ("uses_net", np.int64),
                # the root: whose search it is, and the turn from which turns are counted
                ("viewer", np.int64),
                ("root_turn", np.int64),
                # an action that is applied before the tree begins, and the only action that is
                # tried at the root, or NO_ACTION
                ("opening", np.int64),
                ("forced", np.int64),
            ]
        ),
    )
)


class Tree(Protocol):
    """The fields of `TREE`, as kernels see them."""

    used_slot: Vector[int]
    edges: int
    capacity: int
    key: Vector[int]
    visits: Vector[int]
    total: Vector[float]
    root_visits: Vector[int]
    root_total: Vector[float]
    first: int
    path_slot: Vector[int]
    path_seat: Vector[int]
    acted: int
    earlier: int
    win_probability: Vector[float]
    action: Vector[int]
    slot: Vector[int]
    prior: Vector[float]
    c_puct: float
    prior_temperature: float
    rollout_noise: float
    tree_turns: int
    horizon: int
    permute_symbols: int
    uses_net: int
    viewer: int
    root_turn: int
    opening: int
    forced: int


Trees = Annotated[Records[Tree], ArrayOf(TREE)]


class Edges(NamedTuple):
    """A copy of a tree's edges, from which another search can begin."""

    keys: NDArray[np.int64]
    visits: NDArray[np.int64]
    totals: NDArray[np.float64]


NO_EDGES: Final = Edges(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))


class SearchMemory(NamedTuple):
    """The memory of one search thread.

    The search plays in the first world. The second world is a copy from before the last action. The
    third is a copy from before an action that was never tried.
    """

    worlds: NDArray[Any]
    scratch: NDArray[Any]
    tree: NDArray[Any]


_unused: list[SearchMemory] = []
"""Memory that no search uses at the moment.

A tree takes 32 MB and is emptied before each search. So only searches that run at the same time
need one each, however many bots sit at tables.
"""


@contextmanager
def borrow_memory(n: int) -> Iterator[list[SearchMemory]]:
    """Lend memory for n search threads."""
    borrowed = list[SearchMemory]()
    while len(borrowed) < n:
        try:
            borrowed.append(_unused.pop())
        except IndexError:
            borrowed.append(SearchMemory(new_states(3), new_scratches(1), np.zeros(1, TREE)))
    try:
        yield borrowed
    finally:
        _unused.extend(borrowed)


def edges_of(tree: NDArray[Any]) -> Edges:
    """Return a copy of the edges of a tree."""
    used = tree["used_slot"][0, : tree["edges"][0]]
    return Edges(tree["key"][0, used], tree["visits"][0, used], tree["total"][0, used])


@kernel
def edge_key(state: int, action: int) -> int:
    """Return the key of an action in the state with this hash. It is never 0."""
    return (mix(state, action) & _MASK) | 1


@kernel
def find_edge(tree: Tree, key: int) -> int:
    """Return the slot of an edge, or an empty slot for it, or NO_SLOT if the table is full there."""
    slot = int((key >> 1) & (tree.capacity - 1))
    for _ in range(_PROBES):
        if tree.key[slot] == key or tree.key[slot] == 0:
            return slot
        slot = (slot + 1) & (tree.capacity - 1)
    return NO_SLOT


@kernel
def use_slot(tree: Tree, slot: int, key: int) -> None:
    """Store a new edge in an empty slot."""
    tree.key[slot] = key
    tree.used_slot[tree.edges] = slot
    tree.edges += 1


@entry_point
def reset_tree(trees: Trees, expected: int) -> None:
    """Empty the tree and make room for `expected` simulations, each of which adds one edge."""
    tree = trees[0]
    for i in range(tree.edges):
        slot = tree.used_slot[i]
        tree.key[slot] = 0
        tree.visits[slot] = 0
        tree.total[slot] = 0.0
    tree.edges = 0
    tree.capacity = MIN_EDGES
    while tree.capacity < 4 * expected and tree.capacity < MAX_EDGES:
        tree.capacity *= 2
    for action in range(ACTIONS):
        tree.root_visits[action] = 0
        tree.root_total[action] = 0.0


@entry_point
def configure_tree(
    trees: Trees,
    c_puct: float,
    prior_temperature: float,
    rollout_noise: float,
    tree_turns: int,
    horizon: int,
    permute_symbols: bool,
    uses_net: bool,
) -> None:
    """Write the settings of a search to the tree: see `SearchConfig`."""
    tree = trees[0]
    tree.c_puct = c_puct
    tree.prior_temperature = prior_temperature
    tree.rollout_noise = rollout_noise
    tree.tree_turns = tree_turns
    tree.horizon = horizon
    tree.permute_symbols = permute_symbols
    tree.uses_net = uses_net
    tree.opening = NO_ACTION
    tree.forced = NO_ACTION
