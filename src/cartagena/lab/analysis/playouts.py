"""Play-outs: from one position, many worlds are drawn and played on.

Worlds are drawn from a base, a record in which everything unknown is wiped: a seat's view, or what
an onlooker sees who knows all hands but neither the order of the deck nor the chests.

There are two kinds. *Rollouts* (`run_rollouts`) are played by the rollout policy, to their end if
asked; the win model is fitted to them. *Searching* ones (`search_playouts`) are simulations of the
captain's tree search: this turn and the next are searched, each seat maximising its own probability
of winning, and the seats are evaluated at a horizon some rounds later. The first of them only teach the
tree; those are the burn-in.
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

from cartagena.players.evaluation import evaluate
from cartagena.players.mcts import new_tree, reset_tree, simulate
from cartagena.players.rollout_policy import choose_action
from cartagena.players.weights import weights
from cartagena.rules import turn, view
from cartagena.rules.chance.fast_generator import start
from cartagena.rules.chance.seeds import WORD
from cartagena.rules.compiled import entry_point, kernel
from cartagena.rules.components import UNKNOWN_TOKEN
from cartagena.rules.state import NOBODY, RUNNING, new_scratches, new_states

Result = TypeVar("Result")

ROLLOUT_NOISE: Final = 2.0
"""Spaces of noise added to the values of the rollout policy."""

LIMIT: Final = 3_000
"""Moves after which a play-out is given up and counts for nobody."""

NO_FORCED_ACTION: Final = -1
"""The first action is chosen like all others."""

HORIZON_ROUNDS: Final = 2
"""How many whole rounds are played before the seats are evaluated."""

TREE_TURNS: Final = 2
"""How many turns, with the present one, the searching play-outs search."""

NO_HORIZON: Final = 1 << 30
NOT_OVER: Final = -2

_CHUNK: Final = 64  # play-outs that a thread takes at a time


@kernel
def horizon_turn(turns: int, players: int) -> int:
    """The turn at which play-outs are evaluated: the end of a round, some rounds on.

    It is always the same seat's turn then, so nobody seems ahead for having just moved.
    """
    return (turns // players + 1 + HORIZON_ROUNDS) * players


@kernel
def roll_out(g: Any, scratch: Any, w: Any, forced: int, until: int) -> None:
    """Play by the rollout policy until that turn, after a forced first action if there is one."""
    n = 0
    while g.result == RUNNING and g.turns < until and n < LIMIT:
        turn.legal(g, scratch)
        # The policy is asked even where an action is forced, so that its later noise is the same.
        action = choose_action(g, scratch, w, ROLLOUT_NOISE)
        if n == 0 and forced >= 0:
            action = forced
        turn.apply(g, action, scratch)
        n += 1


@entry_point
def rollouts(
    base: Any,
    worlds: Any,
    scratches: Any,
    ws: Any,
    until: int,
    low: int,
    high: int,
    to_the_end: bool,
    evaluations: Any,
    winner_at_horizon: Any,
    final_winner: Any,
) -> None:
    """A rollout for every row of `evaluations`, each in a world of its own.

    `winner_at_horizon` gets who has won by the turn `until` (NOT_OVER if nobody yet),
    `final_winner` who wins in the end, if the rollouts go on to it.
    """
    for k in range(len(winner_at_horizon)):
        worlds[0] = base[0]
        g = worlds[0]
        start(g, scratches[0], low & WORD, high & WORD, k, 0)
        view.imagine(g, scratches[0])
        start(g, scratches[0], low & WORD, high & WORD, k, 1)
        roll_out(g, scratches[0], ws[0], NO_FORCED_ACTION, until)
        winner_at_horizon[k] = NOT_OVER if g.result == RUNNING else g.winner
        for seat in range(g.players):
            evaluations[k, seat] = evaluate(g, seat, ws[0])
        if to_the_end:
            roll_out(g, scratches[0], ws[0], NO_FORCED_ACTION, NO_HORIZON)
            final_winner[k] = NOBODY if g.result == RUNNING else g.winner


@entry_point
def searches(
    base: Any,
    worlds: Any,
    scratches: Any,
    trees: Any,
    ws: Any,
    forced: int,
    begun: int,
    viewer: int,
    seed: int,
    first: int,
    evaluations: Any,
    winner_at_horizon: Any,
) -> None:
    """Simulations in the worlds from number `first` on, after a forced action if there is one."""
    tree = trees[0]
    end_of_tree = begun + TREE_TURNS
    until = horizon_turn(begun, base[0].players)
    for k in range(len(winner_at_horizon)):
        worlds[0] = base[0]
        g = worlds[0]
        start(g, scratches[0], seed & WORD, (seed >> 32) & WORD, first + k, 2)
        view.imagine(g, scratches[0])
        if forced >= 0:
            turn.legal(g, scratches[0])
            turn.apply(g, forced, scratches[0])
        if g.result == RUNNING:
            tree.tree_turns = end_of_tree - g.turns
            tree.horizon = until - g.turns
            simulate(worlds, scratches[0], tree, viewer, ws[0])
        winner_at_horizon[k] = NOT_OVER if g.result == RUNNING else g.winner
        for seat in range(g.players):
            evaluations[k, seat] = evaluate(g, seat, ws[0])


@dataclass(frozen=True, slots=True)
class Playouts:
    """The evaluations of some play-outs at the horizon, one row each, and who won them."""

    evaluations: NDArray[Any]
    winner_at_horizon: NDArray[Any]
    final_winner: NDArray[Any]


def onlooker(states: NDArray[Any]) -> NDArray[Any]:
    """The base for worlds as someone sees them who knows all hands, but not what is to come."""
    base = states.copy()
    token = base["token"][0]
    token[token != 0] = UNKNOWN_TOKEN
    return base


class _Memory(local):
    """What each thread has of its own."""

    def __init__(self) -> None:
        self.world, self.scratches, self.tree = new_tree()
        self.is_worker = False
        """Whether the thread is one of those of `in_parallel`."""


_MEMORY = _Memory()


def _begin_worker() -> None:
    _MEMORY.is_worker = True


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(
        os.cpu_count() or 1, thread_name_prefix="play-outs", initializer=_begin_worker
    )


# Threads do not come along into a forked process: it makes its own.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_threads.cache_clear)


def in_parallel(work: Callable[[Any], Result], over: Iterable[Any]) -> Iterator[Result]:
    """Do pieces of work in threads, and give their results in order as they come.

    Compiled play-outs run on all cores. A piece of work that has pieces itself does them in its own
    thread, one after the other.
    """
    return map(work, over) if _MEMORY.is_worker else _threads().map(work, over)


@cache
def _weights() -> NDArray[Any]:
    return weights()


def run_rollouts(
    base: NDArray[Any],
    n: int,
    seed: int,
    *,
    to_the_end: bool = False,
) -> Playouts:
    """So many rollouts from a base; the same seed gives the same worlds."""
    players = int(base["players"][0])
    found = Playouts(np.empty((n, players)), np.empty(n, np.int8), np.empty(n, np.int8))
    until = horizon_turn(int(base["turns"][0]), players)
    ws = _weights()

    def run_chunk(at: int) -> None:
        part = slice(at, at + _CHUNK)
        low, high = seed & WORD, (seed >> 32) ^ at
        rollouts(
            base,
            new_states(1),
            new_scratches(),
            ws,
            until,
            low,
            high,
            to_the_end,
            found.evaluations[part],
            found.winner_at_horizon[part],
            found.final_winner[part],
        )

    list(in_parallel(run_chunk, range(0, n, _CHUNK)))
    return found


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """From where play-outs are evaluated: the turn from which rounds count, and whose search it is.

    Two estimates can be compared fairly only if they have this in common.
    """

    turns: int
    seat: int

    @classmethod
    def of(cls, state: NDArray[Any]) -> "Viewpoint":
        """As whoever must choose now sees it."""
        return cls(int(state["turns"][0]), int(state["decider"][0]))


def forget_tree(expected: int) -> None:
    """Empty the tree of this thread, before about so many searching play-outs."""
    reset_tree(_MEMORY.tree, expected)


def search_playouts(
    base: NDArray[Any],
    n: int,
    seed: int,
    *,
    first: int = 0,
    forced: int = NO_FORCED_ACTION,
    viewpoint: Viewpoint | None = None,
) -> Playouts:
    """So many searching play-outs, in the worlds from number `first` on, with this thread's tree."""
    players = int(base["players"][0])
    found = Playouts(np.empty((n, players)), np.empty(n, np.int8), np.empty(0, np.int8))
    viewpoint = Viewpoint.of(base) if viewpoint is None else viewpoint
    memory = _MEMORY
    searches(
        *(base, memory.world, memory.scratches, memory.tree, _weights()),
        *(forced, viewpoint.turns, viewpoint.seat, seed, first),
        *(found.evaluations, found.winner_at_horizon),
    )
    return found
