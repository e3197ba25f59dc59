"""Moves ranked by the winning chance that each leaves its player."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.analysis.evaluator import (
    MIN_SAMPLES,
    SMALL_ERROR,
    Evaluator,
    evaluator_for,
    standard_error,
)
from cartagena.bots.bot import choose_move
from cartagena.bots.entrant import Entrant
from cartagena.bots.search.tree_search import GrowingTree
from cartagena.errors import CartagenaError
from cartagena.game import Game
from cartagena.report.confidence import Z
from cartagena.rules import batch
from cartagena.rules.chance.seeds import key_words
from cartagena.rules.notation.moves import Move
from cartagena.rules.state import new_scratches, new_states

ReportShare = Callable[[float], None]
"""Called with the share of the simulations that are done. A ranking may end before it is 1."""

FINALISTS: Final = 4
"""Number of moves that get all simulations."""

_FIRST_PASS: Final = 8
"""Every move gets this fraction (one eighth) of the simulations of a finalist."""

_MIN_FIRST_PASS: Final = 12
"""Smallest number of simulations of a move."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move and the winning chance that it leaves its player, with a standard error."""

    move: str
    chance: float
    error: float
    simulations: int

    @property
    def low(self) -> float:
        """Return the lower end of the 95 % interval."""
        return max(0.0, self.chance - Z * self.error)

    @property
    def high(self) -> float:
        """Return the upper end of the 95 % interval."""
        return min(1.0, self.chance + Z * self.error)


@dataclass(frozen=True, slots=True)
class Advice:
    """The moves of a decision, the best first, and the choice of a bot."""

    seat: str
    candidates: list[Candidate]
    bot: str | None = None


class MoveRanking:
    """The moves of a decision, compared in the same worlds, from what their player knows.

    This is sequential halving: all moves are tried a little, then the better half twice as often,
    and so on. So most simulations go to the moves that matter. All moves share one tree, since
    different moves often lead to the same position.
    """

    def __init__(
        self,
        tree: GrowingTree,
        view: NDArray[Any],
        moves: Sequence[Move],
        n: int,
        seed: int,
        report: ReportShare | None = None,
    ) -> None:
        """Prepare a ranking with n simulations for each finalist, in an empty tree."""
        self._report, self._done = report, 0
        self._tree, self._view, self._moves = tree, view, moves
        self._n, self._seed, self._seat = n, seed, int(view["decider"][0])
        self._burn_in = min(n, max(_MIN_FIRST_PASS, n // _FIRST_PASS))

    def rank(self, must_include: str = "") -> list[Candidate]:
        """Return the finalists, the best first, then the other moves.

        The move `must_include` is among the finalists. The other moves had fewer
        simulations, so the two groups are sorted separately, and their chances compare only roughly.
        """
        samples = [np.empty(0) for _ in self._moves]
        remaining = list(range(len(self._moves)))
        tried = self._burn_in
        self._extend(samples, remaining, tried)
        while tried < self._n and not _is_settled([samples[k] for k in remaining]):
            remaining = self._better_half(samples, remaining, must_include)
            tried = min(self._n, 2 * tried)
            self._extend(samples, remaining, tried)
        others = [k for k in range(len(self._moves)) if k not in remaining]
        return [*self._sorted(samples, remaining), *self._sorted(samples, others)]

    def compare(self, one: str, other: str, n: int) -> tuple[float, float]:
        """Compare two moves in n new worlds.

        Returns how much better the first one is, and the standard error of that.
        """
        index = {move.text: k for k, move in enumerate(self._moves)}
        first = self._burn_in + self._n
        difference = self._sample(index[one], first, n) - self._sample(index[other], first, n)
        return float(difference.mean()), float(difference.std(ddof=1)) / sqrt(n)

    def _sample(self, k: int, first: int, n: int) -> NDArray[np.float64]:
        """Return the chances of the player after a move, in the worlds from number `first` on."""
        action = self._moves[k].action
        samples = self._tree.sample(self._view, n, self._seed, first=first, opening=action)
        self._done += n
        if self._report is not None:
            self._report(min(1.0, self._done / ranking_simulations(len(self._moves), self._n)))
        return samples[:, self._seat]

    def _extend(self, samples: list[NDArray[np.float64]], moves: Sequence[int], until: int) -> None:
        """Sample these moves until each has `until` samples, not counting its burn-in."""
        for k in moves:
            earlier = samples[k]
            first = self._burn_in + len(earlier) if len(earlier) else 0
            new = self._sample(k, first, self._burn_in + until - first)
            samples[k] = np.append(earlier, new[len(new) - until + len(earlier) :])

    def _better_half(
        self, samples: Sequence[NDArray[np.float64]], moves: Sequence[int], must_include: str
    ) -> list[int]:
        ranked = sorted(moves, key=lambda k: -samples[k].mean())
        size = max(FINALISTS, (len(ranked) + 1) // 2)
        return [
            k for rank, k in enumerate(ranked) if rank < size or self._moves[k].text == must_include
        ]

    def _sorted(
        self, samples: Sequence[NDArray[np.float64]], moves: Sequence[int]
    ) -> list[Candidate]:
        """Return candidates, the best first. Among certain wins, an immediate win comes first."""
        keyed = []
        for k in moves:
            move = self._moves[k]
            chance, error = float(samples[k].mean()), float(standard_error(samples[k]))
            wins = chance == 1.0 and wins_at_once(self._view, move)
            candidate = Candidate(move.text, chance, error, len(samples[k]))
            keyed.append((-chance, not wins, k, candidate))
        return [candidate for *_, candidate in sorted(keyed, key=lambda one: one[:3])]


def _is_settled(samples: Sequence[NDArray[np.float64]]) -> bool:
    return all(len(one) >= MIN_SAMPLES and standard_error(one) <= SMALL_ERROR for one in samples)


def ranking_simulations(moves: int, n: int) -> int:
    """Return the number of simulations that a ranking and a comparison may need."""
    return 2 * n * FINALISTS + n * moves


def rank_moves(
    evaluator: Evaluator,
    view: NDArray[Any],
    moves: Sequence[Move],
    n: int,
    seed: int,
    must_include: str = "",
    report: ReportShare | None = None,
) -> list[Candidate]:
    """Rank the moves of a decision: see `MoveRanking.rank`."""
    with evaluator.search.grow(ranking_simulations(len(moves), n)) as tree:
        return MoveRanking(tree, view, moves, n, seed, report).rank(must_include)


def wins_at_once(view: NDArray[Any], move: Move) -> bool:
    """Return True if the move itself wins the game."""
    world, scratch = new_states(1), new_scratches()
    batch.write_sample(view, 0, world, 0, key_words(0), scratch)
    batch.apply(world, 0, move.action, scratch)
    return bool(world["winner"][0] == view["decider"][0])


def hint(game: Game, n: int, seed: int, entrant: Entrant | None = None) -> Advice:
    """Rank the moves of the player to move, from what that player knows."""
    if game.over:
        raise CartagenaError("The game is over: there are no moves to rank.")
    view = game.packed_view(game.decider)
    bot = None
    if entrant is not None:
        bot = choose_move(game, entrant.bot(), Random(seed), entrant.budget).text
    moves = list(game.legal_moves)
    candidates = rank_moves(evaluator_for(view), view, moves, n, seed, bot or "")
    return Advice(game.decider, candidates, bot)
