"""The captain: a Monte-Carlo tree search over worlds drawn from what its seat may know.

It searches for as long as its budget allows, in one thread unless it is made with more. A single
thread stops early when no other move can become the most visited one any more; or it holds a final between
the moves that it has visited most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from cartagena.bots.families import family
from cartagena.bots.search import mcts
from cartagena.bots.search.weights import weights

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cartagena.bots.budget import Budget
    from cartagena.bots.view import View
    from cartagena.rules.notation.moves import Move

SECONDS: Final = 0.1
"""How long it thinks when nobody says."""

_SIMULATIONS_PER_SECOND: Final = 200_000
"""About how many a core runs at most; the tree is sized by it."""

_BATCH: Final = 32
"""Simulations between two looks at the clock."""

_LOOK: Final = 8
"""Batches between two looks at whether the choice is clear."""

_BEFORE_FINAL: Final = 0.4
"""The part of its budget that a search takes before a final …"""
_ROUNDS: Final = ((4, 0.7), (2, 1.0))
"""… and the rounds of the final: how many actions are in it, and at which part of the budget it ends."""

_WORLDS: Final = 8
"""In so many worlds each of the moves in a final is tried, then each of them again in others."""

_FEWEST_WORLDS: Final = 64
_CLEAR: Final = 1.0
"""A final is over when the means after n worlds differ by this over the square root of n: that is four
standard errors, even if the chances spread by 18 points."""


Memory = tuple["NDArray[Any]", "NDArray[Any]", "NDArray[Any]"]

_unused: list[Memory] = []
"""The memories in which nobody searches at the moment.

A tree takes 32 MB, and is emptied before each search: there need be no more of them than searches at
once, however many captains sit at tables.
"""


@contextmanager
def memory_for(threads: int, options: dict[str, Any]) -> Iterator[list[Memory]]:
    """A memory for each thread of a search, until it is done."""
    borrowed = list[Memory]()
    while len(borrowed) < threads:
        try:
            borrowed.append(_unused.pop())
        except IndexError:
            borrowed.append(mcts.new_tree())
    try:
        for memory in borrowed:
            mcts.configure(memory[2], **options)
        yield borrowed
    finally:
        _unused.extend(borrowed)


def lead(memory: Memory) -> int:
    """By how many visits the most visited action is ahead of the second."""
    second, first = np.partition(memory[2]["root_visits"][0], -2)[-2:]
    return int(first - second)


def turn_of(view: View) -> tuple[Any, ...]:
    """What tells a turn from all others of a game, and from those on other boards."""
    g = view.packed[0]
    return int(g["turns"]), int(g["active"]), g["symbol"].tobytes()


class Captain:
    """Searches; the longer, the better."""

    name = "captain"
    searches = True

    def __init__(
        self,
        threads: int = 1,
        keep: int | None = None,
        final: int | None = None,
        **options: Any,
    ) -> None:
        """With `keep` a search begins with what earlier ones in the same turn have found.

        With `final` a choice is made in a final: see `_hold_final`. What is None depends on the game.
        """
        self.threads = threads
        self._keep, self._final = keep, final
        self._keeps = self._holds_final = False
        self._turn: tuple[Any, ...] = ()
        self.found: Sequence[mcts.Edges] = ()
        """What the last search has found, if it is kept."""
        self._options = options
        self._weights = weights()
        self._finalists: Sequence[int] = ()
        """The actions that were left in the final of the last search, if it held one."""
        self.nodes = 0
        """How many simulations the last choice took."""

    def choose(self, view: View, legal: Sequence[Move], rng: Random, budget: Budget) -> Move:
        """The most visited move."""
        seed = rng.getrandbits(62)
        self.nodes = 0
        if len(legal) == 1:
            return legal[0]
        if self._turn != (turn := turn_of(view)):
            self._turn, self.found = turn, ()
        visits, totals = self.search(view, seed, budget, self.found, deciding=self.threads == 1)
        if view.packed[0]["actions_left"] <= 1:
            self.found = ()  # the turn is over; a tree takes some megabytes
        if self._finalists:
            legal = [move for move in legal if move.action in self._finalists]
            return max(legal, key=lambda move: totals[move.action] / visits[move.action])
        return max(legal, key=lambda move: (visits[move.action], totals[move.action]))

    def search(
        self,
        view: View,
        seed: int,
        budget: Budget,
        found: Sequence[mcts.Edges] = (),
        *,
        deciding: bool = False,
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The visits of each action, and the sum of the probabilities of winning backed up to it.

        It begins with what an earlier search has `found`, if anything. With `deciding` it serves a choice: it
        ends when its most visited action can no longer change, or with a final.
        """
        self._finalists = ()
        self._prepare(view)
        seconds = budget.seconds
        if seconds is None and budget.nodes is None:
            seconds = SECONDS
        shares = [
            None if budget.nodes is None else (budget.nodes + number) // self.threads
            for number in range(self.threads)
        ]
        with memory_for(self.threads, self._options) as memories:
            expected = budget.nodes or int(_SIMULATIONS_PER_SECOND * (seconds or SECONDS))
            for number, memory in enumerate(memories):
                edges = found[number] if found else mcts.NO_EDGES
                mcts.reset_tree(memory[2], expected + len(edges[0]))
                mcts.add_edges(view.packed, *memory, *edges)
            if self.threads == 1:
                task = memories[0], view, seed, shares[0], seconds
                if deciding and self._holds_final:
                    done = [self._hold_final(*task)]
                else:
                    done = [self._search_tree(0, *task, until_clear=deciding)]
            else:
                with ThreadPoolExecutor(self.threads) as pool:
                    jobs = [
                        pool.submit(
                            self._search_tree, number, memory, view, seed + number, share, seconds
                        )
                        for number, (memory, share) in enumerate(zip(memories, shares, strict=True))
                    ]
                    done = [job.result() for job in jobs]
            self.nodes = sum(done)
            visits = sum(memory[2]["root_visits"][0] for memory in memories)
            totals = sum(memory[2]["root_total"][0] for memory in memories)
            if self._keeps:
                self.found = [mcts.edges_of(memory[2]) for memory in memories]
        return visits, totals

    def _prepare(self, view: View) -> None:
        """Choose what depends on the game, before a search; the legend also chooses its net."""
        keeps = family(view.rules) == "complete" and len(view.players) == 2  # see docs/bots.md
        self._keeps = keeps if self._keep is None else bool(self._keep)
        self._holds_final = bool(self._final)

    def _search_tree(
        self,
        thread: int,
        memory: Memory,
        view: View,
        seed: int,
        most: int | None,
        seconds: float | None,
        until_clear: bool = False,
    ) -> int:
        """Simulations in one thread, with a tree of its own, up to a number or a time."""
        begun = perf_counter()
        done = 0
        left = float("inf") if most is None else float(most)
        if until_clear and lead(memory) > left:
            return done
        while left > 0:
            n = _BATCH if most is None else min(_BATCH, most - done)
            self._simulate(thread, memory, view, seed, done, n)
            done += n
            left = float("inf") if most is None else float(most - done)
            if seconds is not None:
                used = perf_counter() - begun
                left = min(left, done * (seconds - used) / used)
            if until_clear and done % (_LOOK * _BATCH) == 0 and lead(memory) > left:
                break
        return done

    def _hold_final(
        self, memory: Memory, view: View, seed: int, most: int | None, seconds: float | None
    ) -> int:
        """A search, then a final: the actions visited most get equally many simulations in the same worlds.

        A search by PUCT visits one action far more often than the others, and then knows it better: what follows
        on the others is less well searched, and they seem worse than they are.
        """
        begun = perf_counter()
        tree = memory[2]
        visits, totals = tree["root_visits"][0], tree["root_total"][0]

        def mean(action: int) -> float:
            return float(totals[action] / visits[action])

        done = world = self._search_tree(
            0,
            memory,
            view,
            seed,
            None if most is None else max(1, int(_BEFORE_FINAL * most)),
            None if seconds is None else _BEFORE_FINAL * seconds,
        )
        most_visited = np.argsort(-visits, kind="stable")[: _ROUNDS[0][0]]
        left = [int(action) for action in most_visited if visits[action]]
        for size, end in _ROUNDS:
            left = sorted(left, key=mean, reverse=True)[:size]
            compared, is_clear = 0, len(left) == 1
            while not is_clear and (seconds is None or perf_counter() - begun < end * seconds):
                n = _WORLDS
                if most is not None:
                    n = min(n, (int(end * most) - done) // len(left))
                if n < 1:
                    break
                for action in left:
                    tree["forced"] = action
                    self._simulate(0, memory, view, seed, world, n)
                world += n
                compared += n
                done += n * len(left)
                second, first = sorted(map(mean, left))[-2:]
                is_clear = compared >= _FEWEST_WORLDS and first - second > _CLEAR / compared**0.5
            if is_clear:
                break
        tree["forced"] = mcts.NO_ACTION
        self._finalists = left
        return done

    def _simulate(
        self,
        thread: int,  # noqa: ARG002  the legend has room for its net by thread
        memory: Memory,
        view: View,
        seed: int,
        first: int,
        n: int,
    ) -> None:
        """So many simulations in the memory of a thread, themselves counted from `first` on."""
        mcts.run_simulations(view.packed, *memory, self._weights, seed, first, n)
