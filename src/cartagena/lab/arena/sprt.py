"""Sequential testing: play until it is clear whether one bot is better than another.

This is the generalised sequential probability ratio test on the scores of complete deals, the way
chess engines are tested on pairs of games. The score of a deal is the mean over its games with both
bots: 1 for a win of the first, 0 for a win of the second, ½ otherwise. Where one bot has more seats,
its wins count less, so that equal strength always scores ½. The two hypotheses say that the expected
score corresponds to `elo0` and to `elo1`. Each gets the score distribution under which the results
are most likely, and the test follows the logarithm of the likelihood ratio.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from cartagena.errors import CartagenaError
from cartagena.lab.arena.match import GameResult

_UNSEEN: Final = 1e-3  # weight of possible scores that have not occurred yet
_STEPS: Final = 80  # bisection steps, enough to reach the last bit


@dataclass(frozen=True, slots=True)
class Bounds:
    """The two hypotheses in Elo, and the probabilities of accepting either one wrongly."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise CartagenaError("elo0 must be less than elo1.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise CartagenaError("alpha and beta must be between 0 and 0.5.")

    @classmethod
    def read(cls, text: str) -> "Bounds":
        """Read `elo0,elo1` or `elo0,elo1,alpha,beta`."""
        try:
            numbers = [float(part) for part in text.split(",")]
        except ValueError:
            numbers = []
        if len(numbers) not in (2, 4):
            raise CartagenaError(f"--sprt must be elo0,elo1 or elo0,elo1,alpha,beta, not {text!r}.")
        return cls(*numbers)

    @property
    def lower(self) -> float:
        """Return the ratio at or below which elo0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Return the ratio at or above which elo1 is accepted."""
        return log((1 - self.beta) / self.alpha)


class Sprt:
    """The running test of one bot against another."""

    def __init__(self, better: str, worse: str, bounds: Bounds) -> None:
        self.better, self.worse, self.bounds = better, worse, bounds
        self.scores: Counter[float] = Counter()
        self.path: list[float] = []
        """The log-likelihood ratio after each deal."""
        self.verdict: str | None = None
        """`better`, `not better`, or None while undecided. The first verdict is final."""

    @property
    def ratio(self) -> float:
        """Return the current log-likelihood ratio."""
        return self.path[-1] if self.path else 0.0

    def add(self, deal: Iterable[GameResult]) -> None:
        """Add the games of one complete deal."""
        score = deal_score(deal, self.better, self.worse)
        if score is None:
            return
        self.scores[score] += 1
        low, high = expected_score(self.bounds.elo0), expected_score(self.bounds.elo1)
        self.path.append(log_likelihood_ratio(self.scores, low, high))
        if self.verdict is None:
            if self.ratio >= self.bounds.upper:
                self.verdict = "better"
            elif self.ratio <= self.bounds.lower:
                self.verdict = "not better"

    def sentence(self) -> str:
        """Describe the state of the test."""
        bounds = self.bounds
        state = (
            f"log-likelihood ratio {self.ratio:+.2f}, bounds {bounds.lower:.2f} and "
            f"{bounds.upper:.2f}, after {len(self.path):,} deals"
        )
        verdicts = {
            "better": f"{self.better} is better than {self.worse}",
            "not better": f"{self.better} is not shown to be better than {self.worse}: "
            f"{bounds.elo0:g} Elo is accepted rather than {bounds.elo1:g}",
            None: f"It is undecided whether {self.better} is better than {self.worse}",
        }
        return f"{verdicts[self.verdict]} ({state})."


def expected_score(elo: float) -> float:
    """Return the expected score for a difference in Elo."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def deal_score(deal: Iterable[GameResult], better: str, worse: str) -> float | None:
    """Return the score of one bot against another in a deal, or None if they did not meet."""
    all_scores = [game_score(game, better, worse) for game in deal]
    scores = [score for score in all_scores if score is not None]
    return round(sum(scores) / len(scores), 9) if scores else None


def game_score(game: GameResult, better: str, worse: str) -> float | None:
    """Return the score of one bot against another in a game, or None if they did not meet."""
    ours, theirs = game.seats.count(better), game.seats.count(worse)
    if not ours or not theirs:
        return None
    winner = None if game.winner is None else game.seats[game.winner]
    fewer = min(ours, theirs)
    return 0.5 + 0.5 * ((winner == better) * fewer / ours - (winner == worse) * fewer / theirs)


def log_likelihood_ratio(scores: Mapping[float, int], low: float, high: float) -> float:
    """Return the log-likelihood ratio of an expected score of `high` against `low`."""
    possible = sorted({0.0, 0.5, 1.0, *scores})
    weights = [max(_UNSEEN, float(scores.get(score, 0))) for score in possible]
    total = sum(weights)
    shares = [weight / total for weight in weights]
    under_low = most_likely(possible, shares, low)
    under_high = most_likely(possible, shares, high)
    return sum(
        weight * log(h / n) for weight, h, n in zip(weights, under_high, under_low, strict=True)
    )


def most_likely(scores: Sequence[float], shares: Sequence[float], mean: float) -> list[float]:
    """Return the distribution with this mean under which these shares are most likely.

    By Lagrange it is share / (1 + x (score - mean)) for one x, which is found by bisection.
    """
    least = -1 / (max(scores) - mean)
    most = 1 / (mean - min(scores))
    for _ in range(_STEPS):
        x = (least + most) / 2
        tilt = sum(
            share * (score - mean) / (1 + x * (score - mean))
            for score, share in zip(scores, shares, strict=True)
        )
        least, most = (x, most) if tilt > 0 else (least, x)
    return [share / (1 + x * (score - mean)) for score, share in zip(scores, shares, strict=True)]
