"""Chances of winning from play-outs.

A searching play-out is cut after a few rounds, which leaves far less noise than its end would, and
its standing there is turned into chances. What a standing is worth is learnt anew for every game that
is looked at: instinctive play-outs go on to their end, and the chances are fitted to who won
(multinomial logistic: one scale for a lead, one offset for each seat).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.lab.analysis.playouts import AS_LIKED, RUNNING_STILL, Ends, Sight, play, seek
from cartagena.lab.arena.statistics import Z
from cartagena.rules.state import NOBODY

_STEPS: Final = 100
_DAMPING: Final = 1e-6
_SPACES: Final = 15.0  # a lead of so many spaces is the first guess at a factor e


@dataclass(frozen=True, slots=True)
class Estimate:
    """The chances of all seats by some play-outs, one row for each."""

    samples: NDArray[Any]

    @property
    def mean(self) -> NDArray[Any]:
        """The chance of each seat."""
        return np.asarray(self.samples.mean(axis=0))

    @property
    def error(self) -> NDArray[Any]:
        """The standard error of each."""
        spread = self.samples.std(axis=0, ddof=1) if len(self.samples) > 1 else 0.5
        return np.asarray(spread / sqrt(len(self.samples)))

    def interval(self, seat: int) -> tuple[float, float, float]:
        """A seat's chance with its 95 % interval."""
        mean, half = float(self.mean[seat]), Z * float(self.error[seat])
        return mean, max(0.0, mean - half), min(1.0, mean + half)


class Judge:
    """Knows what standings come to in this game."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.slope = 1 / _SPACES
        self.offsets = np.zeros(players)
        self.learnt_from = 0
        self.brier = 0.0
        """The mean squared error of the chances given to the winners learnt from."""

    @classmethod
    def taught(cls, bases: Sequence[NDArray[Any]], each: int, luck: int) -> "Judge":
        """A judge who has seen play-outs from these bases to their end."""
        judge = cls(int(bases[0]["players"][0]))
        judge.learn([play(base, each, luck + k, to_the_end=True) for k, base in enumerate(bases)])
        return judge

    def learn(self, seen: Sequence[Ends]) -> None:
        """Fit scale and offsets to who won in the end, by Newton's method."""
        open_ = [(e.then == RUNNING_STILL) & (e.finally_ != NOBODY) for e in seen]
        standings = np.concatenate([e.standings[k] for e, k in zip(seen, open_, strict=True)])
        winners = np.concatenate([e.finally_[k] for e, k in zip(seen, open_, strict=True)])
        if not len(winners):
            return
        won = np.eye(self.players)[winners]
        lead = standings - standings.mean(axis=1, keepdims=True)
        # One column for the slope, and one for every seat's offset but the first's.
        features = np.zeros((len(won), self.players, self.players))
        features[:, :, 0] = lead / _SPACES
        for seat in range(1, self.players):
            features[:, seat, seat] = 1.0
        fitted = np.zeros(self.players)
        fitted[0] = 1.0
        for _ in range(_STEPS):
            chance = _softmax(features @ fitted)
            first = np.einsum("ns,nsf->f", won - chance, features)
            expected = np.einsum("ns,nsf->nf", chance, features)
            second = np.einsum("ns,nsf,nsg->fg", chance, features, features)
            second -= expected.T @ expected
            step = np.linalg.solve(second + _DAMPING * np.eye(self.players), first)
            fitted += np.clip(step, -1.0, 1.0)
            if float(np.abs(step).max()) < _DAMPING:
                break
        self.slope = float(max(fitted[0], 0.0)) / _SPACES
        self.offsets = np.array([0.0, *fitted[1:]])
        self.learnt_from = len(won)
        self.brier = float(((self._chances(standings) - won) ** 2).sum(axis=1).mean())

    def _chances(self, standings: NDArray[Any]) -> NDArray[Any]:
        return _softmax(self.slope * standings + self.offsets)

    def judge(self, ends: Ends) -> NDArray[Any]:
        """The chances of each seat in each play-out, 1 or 0 where it is over."""
        chances = self._chances(ends.standings)
        over = ends.then != RUNNING_STILL
        chances[over] = 0.0
        chances[ends.then == NOBODY] = 1 / self.players
        won = ends.then >= 0
        chances[np.flatnonzero(won), ends.then[won]] = 1.0
        return chances

    def estimate(
        self,
        base: NDArray[Any],
        n: int,
        luck: int,
        *,
        first: int = AS_LIKED,
        sight: Sight | None = None,
        practice: int | None = None,
    ) -> Estimate:
        """The chances of all seats from a base, perhaps after a first action."""
        ends = seek(base, n, luck, first=first, sight=sight, practice=practice)
        return Estimate(self.judge(ends))


def _softmax(values: NDArray[Any]) -> NDArray[Any]:
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))
