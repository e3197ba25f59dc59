"""The win model: from evaluations to probabilities of winning.

A searching play-out is cut at a horizon, which leaves far less noise than its end would, and the
evaluations there are turned into probabilities of winning. The model is multinomial logistic (one
slope for the evaluation, one offset for each seat) and is fitted anew for every game that is
analysed, to rollouts of that game that were played to their end.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.lab.analysis.playouts import (
    NOT_OVER,
    Playouts,
    Viewpoint,
    forget_tree,
    in_parallel,
    run_rollouts,
    search_playouts,
)
from cartagena.rules.state import NOBODY

_STEPS: Final = 100
_DAMPING: Final = 1e-6
_SPACES: Final = 15.0  # a lead of so many spaces is the first guess at a factor e


class WinModel:
    """Probabilities of winning from evaluations, for the game it was fitted to."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.slope = 1 / _SPACES
        self.offsets = np.zeros(players)
        self.fitted_on = 0
        """The number of rollouts it was fitted to."""
        self.brier = 0.0
        """Its Brier score (mean squared error) on them."""

    @classmethod
    def fitted(cls, bases: Sequence[NDArray[Any]], each: int, seed: int) -> "WinModel":
        """A model fitted to rollouts from these bases to their end."""
        model = cls(int(bases[0]["players"][0]))

        def rollouts_of(k: int) -> Playouts:
            return run_rollouts(bases[k], each, seed + k, to_the_end=True)

        # Those of a single base are run in parallel by themselves.
        run: Any = map if len(bases) == 1 else in_parallel
        model.fit(list(run(rollouts_of, range(len(bases)))))
        return model

    def fit(self, seen: Sequence[Playouts]) -> None:
        """Fit slope and offsets to who won in the end, by Newton's method."""
        usable = [(p.winner_at_horizon == NOT_OVER) & (p.final_winner != NOBODY) for p in seen]
        evaluations = np.concatenate([p.evaluations[k] for p, k in zip(seen, usable, strict=True)])
        winners = np.concatenate([p.final_winner[k] for p, k in zip(seen, usable, strict=True)])
        if not len(winners):
            return
        won = np.eye(self.players)[winners]
        lead = evaluations - evaluations.mean(axis=1, keepdims=True)
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
        self.fitted_on = len(won)
        self.brier = float(((self._predict(evaluations) - won) ** 2).sum(axis=1).mean())

    def _predict(self, evaluations: NDArray[Any]) -> NDArray[Any]:
        return _softmax(self.slope * evaluations + self.offsets)

    def probabilities(self, playouts: Playouts) -> NDArray[Any]:
        """The probability of winning of each seat in each play-out, 1 or 0 where it is over."""
        winner = playouts.winner_at_horizon
        chances = self._predict(playouts.evaluations)
        chances[winner != NOT_OVER] = 0.0
        chances[winner == NOBODY] = 1 / self.players
        won = winner >= 0
        chances[np.flatnonzero(won), winner[won]] = 1.0
        return chances

    def forget(self, expected: int) -> None:
        """See `Evaluator`."""
        forget_tree(expected)

    def samples(
        self,
        base: NDArray[Any],
        n: int,
        seed: int,
        *,
        first: int,
        forced: int,
        viewpoint: Viewpoint | None,
    ) -> NDArray[Any]:
        """See `Evaluator`: simulations of the captain's search."""
        return self.probabilities(
            search_playouts(base, n, seed, first=first, forced=forced, viewpoint=viewpoint)
        )

    def document(self) -> dict[str, Any]:
        """See `Evaluator`."""
        return {
            "name": "captain",
            "slope": round(self.slope, 6),
            "offsets": [round(float(offset), 4) for offset in self.offsets],
            "fitted_on": self.fitted_on,
            "brier": round(self.brier, 4),
        }


def _softmax(values: NDArray[Any]) -> NDArray[Any]:
    raised = np.exp(values - values.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))
