"""Ways to spend the budget of a search: on the best action so far, or by sequential halving.

Both ways only call `simulate` and read the visits and totals of the root. So they know nothing of
trees and compiled code.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

import numpy as np

from cartagena.bots.search.tree import NO_ACTION

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cartagena.bots.bot import Budget

_BATCH: Final = 64
"""Simulations per clock check."""

_BATCHES_PER_CHECK: Final = 4
"""Number of batches after which the search checks if its choice is already decided."""

_FIRST_SHARE: Final = 0.4
"""Share of the budget that is spent before sequential halving."""

_ROUNDS: Final = ((4, 0.7), (2, 1.0))
"""Rounds of sequential halving: the number of actions, and the share of the budget at the end."""

_WORLDS_PER_PASS: Final = 8
"""Worlds in which each action of a round is tried before the next action gets its turn."""

_MIN_WORLDS: Final = 64
"""Worlds after which a round may end early."""

_CLEAR_GAP: Final = 1.0
"""A round ends early when two means after n worlds differ by this over the square root of n.

That is four standard errors, even if the probabilities of winning vary by 18 points.
"""


class RootStatistics(NamedTuple):
    """The visits of each action at the root, and the sums of the values backed up to it.

    Both are views of the tree, so they change with each simulation.
    """

    visits: NDArray[np.int64]
    totals: NDArray[np.float64]

    def mean(self, action: int) -> float:
        """Return the mean value of an action."""
        return float(self.totals[action] / self.visits[action])

    def visit_margin(self) -> int:
        """Return how many visits the most visited action is ahead of the second."""
        second, first = np.partition(self.visits, -2)[-2:]
        return int(first - second)


class Simulate(Protocol):
    """A function that runs simulations."""

    def __call__(self, first: int, n: int, forced: int = NO_ACTION) -> object:
        """Run n simulations, numbered from `first` on, with a forced action at the root if any."""


@dataclass(frozen=True, slots=True)
class Spent:
    """The number of simulations, and the actions that were left after sequential halving."""

    simulations: int
    finalists: tuple[int, ...] = ()


def spend(
    root: RootStatistics, simulate: Simulate, budget: Budget, *, stop_early: bool = False
) -> Spent:
    """Run simulations until the budget is spent.

    With `stop_early` the search ends when no other action can become the most visited one.
    """
    begun = perf_counter()
    nodes, seconds = budget.nodes, budget.seconds
    done = 0
    left = float("inf") if nodes is None else float(nodes)
    if stop_early and root.visit_margin() > left:
        return Spent(0)
    while left > 0:
        n = _BATCH if nodes is None else min(_BATCH, nodes - done)
        simulate(done, n)
        done += n
        left = float("inf") if nodes is None else float(nodes - done)
        if seconds is not None:
            used = perf_counter() - begun
            left = min(left, done * (seconds - used) / used)
        is_check = done % (_BATCHES_PER_CHECK * _BATCH) == 0
        if stop_early and is_check and root.visit_margin() > left:
            break
    return Spent(done)


def sequential_halving(root: RootStatistics, simulate: Simulate, budget: Budget) -> Spent:
    """Spend a part of the budget on a search, and the rest on the actions it visited most.

    In each round all remaining actions get equally many simulations in the same worlds, and the
    better half remains. PUCT alone visits one action far more often than the others and searches
    what follows on those less well, so they seem worse than they are.
    """
    begun = perf_counter()
    nodes, seconds = budget.nodes, budget.seconds
    done = world = spend(root, simulate, budget.share(_FIRST_SHARE)).simulations
    most_visited = np.argsort(-root.visits, kind="stable")[: _ROUNDS[0][0]]
    remaining = [int(action) for action in most_visited if root.visits[action]]
    for size, end in _ROUNDS:
        remaining = sorted(remaining, key=root.mean, reverse=True)[:size]
        compared, is_clear = 0, len(remaining) == 1
        while not is_clear and (seconds is None or perf_counter() - begun < end * seconds):
            n = _WORLDS_PER_PASS
            if nodes is not None:
                n = min(n, (int(end * nodes) - done) // len(remaining))
            if n < 1:
                break
            for action in remaining:
                simulate(world, n, action)
            world += n
            compared += n
            done += n * len(remaining)
            second, first = sorted(map(root.mean, remaining))[-2:]
            is_clear = compared >= _MIN_WORLDS and first - second > _CLEAR_GAP / compared**0.5
        if is_clear:
            break
    return Spent(done, tuple(remaining))
