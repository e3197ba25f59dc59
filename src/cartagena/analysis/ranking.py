"""The moves of a position, with the chance of winning that each leaves its player."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.analysis.evaluator import (
    FEW_SAMPLES,
    SMALL_ERROR,
    Evaluator,
    evaluator_for,
    standard_error,
)
from cartagena.bots.entrant import Entrant
from cartagena.bots.self_play import ask
from cartagena.errors import CartagenaError
from cartagena.game import Game
from cartagena.report.confidence import Z
from cartagena.rules import batch
from cartagena.rules.chance.seeds import words
from cartagena.rules.notation.moves import Move
from cartagena.rules.state import new_scratches, new_states

FINALISTS: Final = 4
_FIRST_PASS: Final = 8  # every move gets an eighth of the simulations of a finalist …
_FEWEST: Final = 12  # … or so many


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move and the chance of winning that it leaves its player, with a standard error."""

    move: str
    chance: float
    error: float
    simulations: int

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return max(0.0, self.chance - Z * self.error)

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return min(1.0, self.chance + Z * self.error)


@dataclass(frozen=True, slots=True)
class Advice:
    """The moves of a decision, the best first, and what a bot would do."""

    seat: str
    candidates: list[Candidate]
    bot: str | None = None


class MoveRanking:
    """The moves of a decision, tried in the same worlds by what its seat may know.

    All are tried a little, then the better half twice as much, and so on: most of the time goes to
    those that matter. They share one tree, since different moves often lead to the same position. It is
    the tree of the thread, so a race is run without another one between.
    """

    def __init__(
        self, evaluator: Evaluator, view: NDArray[Any], moves: Sequence[Move], n: int, seed: int
    ) -> None:
        self._evaluator, self._view, self._moves = evaluator, view, moves
        self._n, self._seed, self._seat = n, seed, int(view["decider"][0])
        self._burn_in = min(n, max(_FEWEST, n // _FIRST_PASS))
        self._samples = [np.empty(0) for _ in moves]
        evaluator.forget(2 * n * FINALISTS + n * len(moves))

    def rank(self, always: str = "") -> list[Candidate]:
        """The finalists, the best first, then the others; the move `always` is among the finalists.

        The others were tried less, so the two groups are each sorted and cannot be compared to a point.
        """
        going = list(range(len(self._moves)))
        tried = self._burn_in
        self._go_on(going, tried)
        while tried < self._n and not self._is_settled(going):
            going = self._better_half(going, always)
            tried = min(self._n, 2 * tried)
            self._go_on(going, tried)
        others = [k for k in range(len(self._moves)) if k not in going]
        return [*self._sorted(going), *self._sorted(others)]

    def compare(self, one: str, other: str, n: int) -> tuple[float, float]:
        """By how much one move is better than another in n worlds that are new, and the error."""
        at = {move.text: k for k, move in enumerate(self._moves)}
        new = self._burn_in + self._n
        both = [self._try(at[text], new, n) for text in (one, other)]
        apart = both[0] - both[1]
        return float(apart.mean()), float(apart.std(ddof=1)) / sqrt(n)

    def _try(self, k: int, first: int, n: int) -> NDArray[Any]:
        """The chances of the seat after a move, in the worlds from number `first` on."""
        action = self._moves[k].action
        found = self._evaluator.samples(self._view, n, self._seed, first=first, forced=action)
        return np.asarray(found[:, self._seat])

    def _go_on(self, going: Sequence[int], until: int) -> None:
        """Try moves until each was tried so often, after its burn-in."""
        for k in going:
            known = self._samples[k]
            first = self._burn_in + len(known) if len(known) else 0
            found = self._try(k, first, self._burn_in + until - first)
            self._samples[k] = np.append(known, found[len(found) - until + len(known) :])

    def _better_half(self, going: Sequence[int], always: str) -> list[int]:
        order = sorted(going, key=lambda k: -self._samples[k].mean())
        kept = max(FINALISTS, (len(order) + 1) // 2)
        return [k for place, k in enumerate(order) if place < kept or self._moves[k].text == always]

    def _is_settled(self, going: Sequence[int]) -> bool:
        samples = [self._samples[k] for k in going]
        return all(
            len(one) >= FEW_SAMPLES and standard_error(one) <= SMALL_ERROR for one in samples
        )

    def _sorted(self, which: Sequence[int]) -> list[Candidate]:
        """Some of the moves, the best first; of those that surely win, what wins at once."""
        found = []
        for k in which:
            move, samples = self._moves[k], self._samples[k]
            candidate = Candidate(
                move.text, float(samples.mean()), float(standard_error(samples)), len(samples)
            )
            wins = candidate.chance == 1.0 and wins_at_once(self._view, move)
            found.append((-candidate.chance, not wins, k, candidate))
        return [candidate for *_, candidate in sorted(found, key=lambda one: one[:3])]


def wins_at_once(view: NDArray[Any], move: Move) -> bool:
    """Whether the move itself wins: of all moves that surely win, such a one is the best."""
    world, scratch = new_states(1), new_scratches()
    batch.write_sample(view, 0, world, 0, words(0), scratch)
    batch.apply(world, 0, move.action, scratch)
    return bool(world["winner"][0] == view["decider"][0])


def hint(game: Game, n: int, seed: int, entrant: Entrant | None = None) -> Advice:
    """The moves of whoever must choose now, estimated from what that seat may know."""
    if game.over:
        raise CartagenaError("The game is over; there is nothing left to choose.")
    view = game.packed_view(game.decider)
    evaluator = evaluator_for(view)
    bot = None
    if entrant is not None:
        bot = ask(game, entrant.bot(), Random(seed), entrant.budget).text
    moves = list(game.legal_moves)
    return Advice(game.decider, MoveRanking(evaluator, view, moves, n, seed).rank(bot or ""), bot)
