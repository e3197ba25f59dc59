"""Tree search by composition: a configuration, a leaf evaluator, and one loop of simulations.

Captain, legend, hints, analyses and puzzles all search with a `TreeSearch`:

    result = TreeSearch(config, leaf).run(view, seed, budget)
    move = result.best(legal)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypedDict

import numpy as np

from cartagena.bots.bot import Budget
from cartagena.bots.net.network import Net, with_own_buffers, without_net
from cartagena.bots.search import mcts
from cartagena.bots.search.spending import RootStatistics, Spent, sequential_halving, spend
from cartagena.bots.search.tree import (
    NO_ACTION,
    NO_EDGES,
    Edges,
    SearchMemory,
    borrow_memory,
    configure_tree,
    edges_of,
    reset_tree,
)
from cartagena.bots.search.weights import weights
from cartagena.rules.actions import ACTIONS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cartagena.bots.view import View
    from cartagena.rules.notation.moves import Move

DEFAULT_SECONDS: Final = 0.1
"""Thinking time without a budget."""

_SIMULATIONS_PER_SECOND: Final = 200_000
"""Upper bound for one core. It determines the size of the tree if there is only a time limit."""

_NO_SAMPLES: Final = np.zeros((0, 0))
_NO_NET: Final = without_net()


@dataclass(frozen=True, slots=True)
class SearchConfig:
    """The settings of a search."""

    c_puct: float = 1.0
    """Weight of exploration."""
    prior_temperature: float = 5.0
    """Temperature of the priors, a softmax of the rollout policy's values, in spaces."""
    rollout_noise: float = 3.0
    """Noise added to the rollout policy's values, in spaces."""
    tree_turns: int = 6
    """Turns in which the tree is followed."""
    horizon: int = 8
    """Turns, counted from the root, up to which a simulation plays on before the evaluation."""
    permute_symbols: bool = False
    """True if each simulation shows the net another permutation of the symbols."""
    reuse_tree: bool = False
    """True if the tree is kept for the next search."""
    sequential_halving: bool = False
    """True if the choice is made by sequential halving. Needs a single thread."""
    stop_early: bool = True
    """True if a search ends when its choice cannot change. Needs a single thread."""
    threads: int = 1
    """Number of trees that are searched at the same time."""


class SearchOptions(TypedDict, total=False):
    """The settings that a bot can be created with: see `SearchConfig`."""

    c_puct: float
    prior_temperature: float
    rollout_noise: float
    tree_turns: int
    horizon: int
    permute_symbols: bool
    reuse_tree: bool
    sequential_halving: bool
    stop_early: bool
    threads: int


@dataclass(frozen=True, slots=True)
class LeafEvaluator:
    """Estimates each seat's probability of winning where a simulation leaves the tree.

    A simulation first plays on by the rollout policy up to the horizon. Then the net estimates the
    probabilities, or the hand-made evaluation if there is no net. So there are three evaluators: a
    rollout, a net (with a horizon of 0), and a net after a rollout.
    """

    net: Net | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search."""

    visits: NDArray[np.int64]
    """Visits of each action at the root."""
    totals: NDArray[np.float64]
    """Sum of the probabilities of winning that were backed up to each action."""
    simulations: int
    finalists: tuple[int, ...] = ()
    """The actions that were left after sequential halving, if any."""
    edges: tuple[Edges, ...] = ()
    """The tree of each thread, if the configuration reuses it."""

    def best(self, legal: Sequence[Move]) -> Move:
        """Return the most visited move, or the finalist with the highest mean value."""
        if self.finalists:
            finalists = [move for move in legal if move.action in self.finalists]
            return max(finalists, key=lambda move: self.mean(move.action))
        return max(legal, key=lambda move: (self.visits[move.action], self.totals[move.action]))

    def mean(self, action: int) -> float:
        """Return the mean value of an action."""
        return float(self.totals[action] / self.visits[action])


class EvaluationFrame(NamedTuple):
    """The turn from which a search counts turns, and the seat whose search it is.

    Two estimates can be compared fairly only if they share a frame.
    """

    turn: int
    seat: int

    @classmethod
    def of(cls, states: NDArray[Any]) -> EvaluationFrame:
        """Return the frame of the player to move."""
        return cls(int(states["turns"][0]), int(states["decider"][0]))


class GrowingTree:
    """One tree in borrowed memory, which grows with every simulation."""

    def __init__(
        self, config: SearchConfig, leaf: LeafEvaluator, memory: SearchMemory, expected: int
    ) -> None:
        """Empty the tree and make room for `expected` simulations."""
        self._memory = memory
        self._net = _NO_NET if leaf.net is None else with_own_buffers(leaf.net)
        reset_tree(memory.tree, expected)
        configure_tree(
            memory.tree,
            float(config.c_puct),
            float(config.prior_temperature),
            float(config.rollout_noise),
            config.tree_turns,
            config.horizon,
            config.permute_symbols,
            leaf.net is not None,
        )
        [root] = memory.tree
        self.root = RootStatistics(root["root_visits"], root["root_total"])

    def resume(self, view: NDArray[Any], edges: Edges) -> None:
        """Add the edges of an earlier search to an empty tree."""
        self._set_frame(EvaluationFrame.of(view))
        mcts.add_edges(view, *self._memory, *edges)

    def simulate(
        self, view: NDArray[Any], seed: int, first: int, n: int, forced: int = NO_ACTION
    ) -> None:
        """Run n simulations, with the worlds from number `first` on.

        If there is a forced action, it is the only one that is tried at the root.
        """
        self._memory.tree["forced"] = forced
        self._run(view, seed, first, n, _NO_SAMPLES)

    def sample(
        self,
        view: NDArray[Any],
        n: int,
        seed: int,
        *,
        first: int = 0,
        opening: int = NO_ACTION,
        frame: EvaluationFrame | None = None,
    ) -> NDArray[np.float64]:
        """Run n simulations and return each seat's probability of winning, a row for each.

        If there is an opening, this action is applied before the tree begins.
        """
        self._set_frame(EvaluationFrame.of(view) if frame is None else frame)
        self._memory.tree["opening"] = opening
        samples = np.empty((n, int(view["players"][0])))
        if n:
            self._run(view, seed, first, n, samples)
        return samples

    def evaluate_actions(self, view: NDArray[Any], seed: int, worlds: int) -> None:
        """Add the net's value of each legal action to the root, in a number of worlds."""
        self._set_frame(EvaluationFrame.of(view))
        mcts.add_action_values(view, *self._memory, self._net, seed, worlds)

    def edges(self) -> Edges:
        """Return a copy of the edges."""
        return edges_of(self._memory.tree)

    def _set_frame(self, frame: EvaluationFrame) -> None:
        self._memory.tree["root_turn"], self._memory.tree["viewer"] = frame

    def _run(
        self, view: NDArray[Any], seed: int, first: int, n: int, samples: NDArray[np.float64]
    ) -> None:
        mcts.run_simulations(view, *self._memory, _weights(), self._net, seed, first, n, samples)


@dataclass(frozen=True, slots=True)
class TreeSearch:
    """A tree search with these settings and this leaf evaluator."""

    config: SearchConfig
    leaf: LeafEvaluator

    def run(
        self, view: View, seed: int, budget: Budget, resume: SearchResult | None = None
    ) -> SearchResult:
        """Search from a view until the budget is spent.

        The search begins with the tree of `resume`, an earlier search of the same turn.
        """
        trees = self.config.threads
        if budget.seconds is None and budget.nodes is None:
            budget = Budget(seconds=DEFAULT_SECONDS)
        known = self.known_edges(resume)
        if trees == 1:
            return self.run_tree(view, seed, budget, 0, known[0])

        def search(number: int) -> SearchResult:
            return self.run_tree(view, seed, budget, number, known[number])

        with ThreadPoolExecutor(trees) as pool:
            return merge_trees(list(pool.map(search, range(trees))))

    def known_edges(self, resume: SearchResult | None) -> tuple[Edges, ...]:
        """Return the edges with which each tree begins: those of an earlier search, if there are any."""
        if resume is None or len(resume.edges) != self.config.threads:
            return (NO_EDGES,) * self.config.threads
        return resume.edges

    def run_tree(
        self, view: View, seed: int, budget: Budget, number: int, known: Edges
    ) -> SearchResult:
        """Search one of the trees, in its own worlds and with an equal share of the nodes."""
        share = budget
        if budget.nodes is not None and self.config.threads > 1:
            nodes = (budget.nodes + number) // self.config.threads
            if nodes == 0:
                return SearchResult(np.zeros(ACTIONS, np.int64), np.zeros(ACTIONS), 0)
            share = Budget(budget.seconds, nodes)
        expected = share.nodes or int(_SIMULATIONS_PER_SECOND * (share.seconds or 0))
        with self.grow(expected + len(known.keys)) as tree:
            tree.resume(view.packed, known)
            spent = self._search(tree, view.packed, seed + number, share)
            return SearchResult(
                tree.root.visits.copy(),
                tree.root.totals.copy(),
                spent.simulations,
                spent.finalists,
                (tree.edges(),) if self.config.reuse_tree else (),
            )

    @contextmanager
    def grow(self, expected: int) -> Iterator[GrowingTree]:
        """Lend an empty tree with room for `expected` simulations."""
        with borrow_memory(1) as [memory]:
            yield GrowingTree(self.config, self.leaf, memory, expected)

    def evaluate_actions(self, view: View, seed: int, worlds: int) -> SearchResult:
        """Evaluate every legal action by the net alone, in a number of worlds, without a search."""
        with self.grow(worlds) as tree:
            tree.evaluate_actions(view.packed, seed, worlds)
            return SearchResult(tree.root.visits.copy(), tree.root.totals.copy(), 0)

    def _search(self, tree: GrowingTree, view: NDArray[Any], seed: int, budget: Budget) -> Spent:
        def simulate(first: int, n: int, forced: int = NO_ACTION) -> None:
            tree.simulate(view, seed, first, n, forced)

        if self.config.threads > 1:
            return spend(tree.root, simulate, budget)
        if self.config.sequential_halving:
            return sequential_halving(tree.root, simulate, budget)
        return spend(tree.root, simulate, budget, stop_early=self.config.stop_early)


def merge_trees(parts: Sequence[SearchResult]) -> SearchResult:
    """Return the result of a search in several trees."""
    first, *others = parts
    return SearchResult(
        sum((one.visits for one in others), first.visits),
        sum((one.totals for one in others), first.totals),
        sum(one.simulations for one in parts),
        first.finalists,
        tuple(edges for one in parts for edges in one.edges),
    )


@cache
def _weights() -> NDArray[Any]:
    return weights()
