"""Simulations of the legend's tree search, and the worlds that they begin in.

Worlds are drawn from a base, a record in which everything unknown is wiped: a seat's view, or what
an onlooker sees who knows all hands but neither the order of the deck nor the chests. In each world
the next turns are searched, each seat maximising its own probability of winning; where a
simulation leaves the tree, the net of the family says how likely each seat is to win. The first
simulations only teach the tree; those are the burn-in.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from threading import local
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from cartagena.bots.legend import C_PUCT
from cartagena.bots.net.network import Net, with_own_buffers, write_chances
from cartagena.bots.net.simulations import write_chances_after
from cartagena.bots.net.symbol_permutation import AS_THEY_ARE
from cartagena.bots.search.mcts import (
    back_up,
    configure,
    descend,
    new_tree,
    reset_tree,
    sample_world,
)
from cartagena.bots.search.weights import weights
from cartagena.jit.compiler import entry_point
from cartagena.rules import turn
from cartagena.rules.components import UNKNOWN_TOKEN
from cartagena.rules.state import NOBODY, RUNNING, Scratches, States, copied

Result = TypeVar("Result")

NO_FORCED_ACTION: Final = -1
"""The first action is chosen like all others."""

TREE_TURNS: Final = 6
"""How many turns, with the present one, are searched at most: as many as by the legend."""


@entry_point
def run_searches(
    base: States,
    worlds: States,
    scratches: Scratches,
    trees: Any,
    ws: Any,
    net: Any,
    forced: int,
    end_of_tree: int,
    viewer: int,
    seed: int,
    first: int,
    chances: Any,
) -> None:
    """A simulation for each row of `chances`, in the worlds from number `first` on.

    It begins with a forced action if there is one. What an action is worth that was never tried
    before teaches the tree, but is no sample: it is seldom the best one, and would be held against the
    seat that tried it. Then the position before it is the sample. The chance that nobody wins is
    shared by all.
    """
    tree = trees[0]
    for k in range(len(chances)):
        sample_world(base, worlds, scratches[0], seed, first + k)
        g = worlds[0]
        length = 0
        acted = g.decider
        before = NOBODY
        is_new = False
        if forced >= 0:
            worlds[1] = worlds[0]
            before = acted
            turn.legal(g, scratches[0])
            turn.apply(g, forced, scratches[0])
        if g.result == RUNNING:
            tree.tree_turns = max(1, end_of_tree - g.turns)
            length = descend(worlds, scratches[0], tree, viewer, ws[0], True)
            acted = tree.path_seat[length - 1]
            slot = tree.path_slot[length - 1]
            is_new = slot < 0 or tree.visits[slot] == 0
            if length > 1:
                before = tree.path_seat[length - 2]
        write_chances_after(worlds, acted, AS_THEY_ARE, net, tree)
        back_up(tree, length, viewer)
        if is_new and before != NOBODY:
            write_chances(worlds[1], before, 0, 0, AS_THEY_ARE, net, tree)
        nobody = 1.0
        for seat in range(g.players):
            nobody -= tree.win_probability[seat]
        for seat in range(g.players):
            chances[k, seat] = tree.win_probability[seat] + max(0.0, nobody) / g.players


def omniscient_view(states: NDArray[Any]) -> NDArray[Any]:
    """The base for worlds as someone sees them who knows all hands, but not what is to come."""
    base = copied(states)
    token = base["token"][0]
    token[token != 0] = UNKNOWN_TOKEN
    return base


class _Memory(local):
    """What each thread has of its own."""

    def __init__(self) -> None:
        self.worlds, self.scratches, self.tree = new_tree()
        configure(self.tree, c_puct=C_PUCT)
        self.is_worker = False
        """Whether the thread is one of those of `in_parallel`."""
        self._nets: dict[int, tuple[Net, Net]] = {}

    def room_for(self, net: Net) -> Net:
        """The same net with room of this thread's own."""
        known = self._nets.get(id(net))
        if known is None:
            known = self._nets[id(net)] = net, with_own_buffers(net)
        return known[1]


_MEMORY = _Memory()


def _begin_worker() -> None:
    _MEMORY.is_worker = True


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(
        os.cpu_count() or 1, thread_name_prefix="simulations", initializer=_begin_worker
    )


# Threads do not come along into a forked process: it makes its own.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_threads.cache_clear)


def in_parallel(work: Callable[[Any], Result], over: Iterable[Any]) -> Iterator[Result]:
    """Do pieces of work in threads, and give their results in order as they come.

    Compiled simulations run on all cores. A piece of work that has pieces itself does them in its own
    thread, one after the other.
    """
    return map(work, over) if _MEMORY.is_worker else _threads().map(work, over)


@cache
def _weights() -> NDArray[Any]:
    return weights()


@dataclass(frozen=True, slots=True)
class EvaluationFrame:
    """From where positions are evaluated: the turn from which the tree counts, and whose search it is.

    Two estimates can be compared fairly only if they have this in common.
    """

    turns: int
    seat: int

    @classmethod
    def of(cls, state: NDArray[Any]) -> "EvaluationFrame":
        """As whoever must choose now sees it."""
        return cls(int(state["turns"][0]), int(state["decider"][0]))


def forget_tree(expected: int) -> None:
    """Empty the tree of this thread, before about so many simulations."""
    reset_tree(_MEMORY.tree, expected)


def simulate(
    net: Net,
    base: NDArray[Any],
    n: int,
    seed: int,
    *,
    first: int,
    forced: int,
    viewpoint: EvaluationFrame | None,
) -> NDArray[Any]:
    """The chances of all seats, one row for each of n simulations, with this thread's tree.

    They begin in the worlds from number `first` on, with a forced action if there is one.
    """
    viewpoint = EvaluationFrame.of(base) if viewpoint is None else viewpoint
    memory = _MEMORY
    found = np.empty((n, int(base["players"][0])))
    run_searches(
        *(base, memory.worlds, memory.scratches, memory.tree, _weights(), memory.room_for(net)),
        *(forced, viewpoint.turns + TREE_TURNS, viewpoint.seat, seed, first, found),
    )
    return found
