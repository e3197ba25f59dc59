"""Sequential testing: play until one bot is shown to be better than another, and no longer.

The generalised sequential probability ratio test on the scores of whole deals, as chess engines
are tested on pairs of games. A deal's score is the mean over its games with both bots: 1 for a
win of the first, 0 for a win of the second, ½ for neither; where one of them has more seats, its
wins count less, so that equal strength always scores ½. The two hypotheses say that the expected
score is that of `elo0` and of `elo1`; each is given the distribution of scores most likely to
have brought what was seen, and the logarithm of their ratio is what is watched.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final

from cartagena.errors import CartagenaError
from cartagena.lab.arena.match import Result

_UNSEEN: Final = 1e-3  # weight of scores that are possible and were not seen yet
_STEPS: Final = 80  # of bisection, which halves an interval below 10 to the last bit


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is tested: elo0 against elo1, and how often either may be wrongly believed."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise CartagenaError("Of the two differences in Elo to test, the first is smaller.")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise CartagenaError("The chances of error, alpha and beta, lie between 0 and 0.5.")

    @classmethod
    def read(cls, text: str) -> "Bounds":
        """`elo0,elo1` or `elo0,elo1,alpha,beta`."""
        try:
            numbers = [float(part) for part in text.split(",")]
        except ValueError:
            numbers = []
        if len(numbers) not in (2, 4):
            raise CartagenaError(
                f"A test is written elo0,elo1 or elo0,elo1,alpha,beta, and not {text!r}."
            )
        return cls(*numbers)

    @property
    def lower(self) -> float:
        """At or below this, elo0 is believed."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At or above this, elo1 is believed."""
        return log((1 - self.beta) / self.alpha)


class Sprt:
    """Watches the scores of one bot against another."""

    def __init__(self, better: str, worse: str, bounds: Bounds) -> None:
        self.better, self.worse, self.bounds = better, worse, bounds
        self.scores: Counter[float] = Counter()
        self.path: list[float] = []
        """The ratio's logarithm after every deal."""
        self.verdict: str | None = None
        """`better`, `not better`, or nothing yet. Once spoken it stands."""

    @property
    def ratio(self) -> float:
        """The logarithm of the likelihood ratio now."""
        return self.path[-1] if self.path else 0.0

    def add(self, deal: Iterable[Result]) -> None:
        """Take the games of one whole deal into account."""
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
        """How the test stands."""
        bounds = self.bounds
        stands = (
            f"log-likelihood ratio {self.ratio:+.2f}, bounds {bounds.lower:.2f} and "
            f"{bounds.upper:.2f}, after {len(self.path):,} deals"
        )
        told = {
            "better": f"{self.better} is better than {self.worse}",
            "not better": f"{self.better} is not shown better than {self.worse}: "
            f"{bounds.elo0:g} Elo is believed rather than {bounds.elo1:g}",
            None: f"Whether {self.better} is better than {self.worse} is open",
        }
        return f"{told[self.verdict]} ({stands})."


def expected_score(elo: float) -> float:
    """The score that a difference in Elo leads one to expect."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def deal_score(deal: Iterable[Result], better: str, worse: str) -> float | None:
    """The score of one bot against another in a deal; None if they did not meet."""
    scores = [game_score(game, better, worse) for game in deal]
    met = [score for score in scores if score is not None]
    return round(sum(met) / len(met), 9) if met else None


def game_score(game: Result, better: str, worse: str) -> float | None:
    """The score of one bot against another in a game; None if they did not meet."""
    ours, theirs = game.seats.count(better), game.seats.count(worse)
    if not ours or not theirs:
        return None
    winner = None if game.winner is None else game.seats[game.winner]
    fewer = min(ours, theirs)
    return 0.5 + 0.5 * ((winner == better) * fewer / ours - (winner == worse) * fewer / theirs)


def log_likelihood_ratio(scores: Mapping[float, int], low: float, high: float) -> float:
    """How much more likely an expected score of `high` makes what was seen than one of `low`."""
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
    """Of all distributions with this mean, the one most likely to show these shares.

    By Lagrange it is share / (1 + x (score - mean)) for one x, found by bisection.
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
