"""Learn to play two-player Jamaica from scratch by self-play on one core.

    make train

The policy scores each legal action with a weighted sum of a few simple features, and samples an action
by its score. The weights start at 0, which is random play, and are improved by REINFORCE: after every
game, what the winner did more often than expected gets more weight, and what the loser did gets less.
With a batch environment this takes a few minutes.
"""

import time
from pathlib import Path
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

import cartagena.envs  # noqa: F401, registers Cartagena-v0
from cartagena.envs.spaces import Observation
from cartagena.report import charts, html_page
from cartagena.rules.actions import ACTIONS as ACTION_COUNT
from cartagena.rules.actions import ADVANCE, PASS, RETREAT, ROWS, SKIP
from cartagena.rules.components import DEAL, GOAL, MAX_SPACES, SPACES_PER_TILE, SYMBOLS_PER_EDITION
from cartagena.rules.observation import OBSERVATION
from cartagena.rules.options import Rules

Numbers = NDArray[Any]

SECONDS: Final = 30
"""CPU time for learning, without the measurements."""
GAMES: Final = 128
"""Number of parallel games."""
RATE: Final = 0.03
"""Learning rate."""
RULES: Final = Rules.preset("jamaica", turn_limit=500)
"""There is a turn limit, because two players who only draw cards would never finish."""
MEASUREMENTS: Final = 6
"""Number of measurements during learning."""
BOTS: Final = {"drunk": "var(--blue)", "deckhand": "var(--red)"}
"""The opponents in measurements, and the colours of their lines."""
MEASURED_GAMES: Final = 50
FINAL_GAMES: Final = 400
PAGE: Final = Path("build") / "training.html"

FEATURES: Final = (
    *("advance", "spaces", "reaches the sloop", "spaces x cards", "advance x cards"),
    *("how far the pirate is", "more such cards"),
    *("retreat", "spaces back", "two cards", "two cards x cards", "retreat x cards"),
    *("out of the sloop", "spaces back x cards", "pass or skip"),
)
"""The features of an action. `cards` is the size of the hand, and spaces are counted in tiles."""

BITS_PER_ROW: Final = ACTION_COUNT // ROWS
_PLACES: Final = np.array([*range(MAX_SPACES + 1), GOAL])
_ADVANCES: Final = SYMBOLS_PER_EDITION * (MAX_SPACES + 1)
_PATH: Final = SPACES_PER_TILE * RULES.tiles

ACTIONS: Final = np.concatenate(
    [
        BITS_PER_ROW * (ADVANCE + np.arange(SYMBOLS_PER_EDITION)).repeat(MAX_SPACES + 1)
        + np.tile(np.arange(MAX_SPACES + 1), SYMBOLS_PER_EDITION),
        BITS_PER_ROW * RETREAT + _PLACES,
        [PASS, SKIP],
    ]
)
"""The actions of Jamaica by their numbers in the rules."""


def targets(record: Numbers) -> tuple[Numbers, Numbers]:
    """Return the targets of advances by symbol and place, and of retreats by place. 0 is none."""
    goal = (SPACES_PER_TILE * record["tiles"].sum(1) + 1).astype(np.int64)[:, None]
    there = record["pirates"].sum(1)
    spaces = np.arange(1, MAX_SPACES + 1)
    free = np.where((record["symbols"] == 1) & (there == 0)[:, None], spaces, goal[:, :, None])
    ahead = np.minimum.accumulate(free[:, :, ::-1], 2)[:, :, ::-1]
    ahead = np.concatenate([ahead, np.repeat(goal[:, :, None], SYMBOLS_PER_EDITION, 1)], 2)
    company = np.where((there == 1) | (there == 2), spaces, 0)
    behind = np.concatenate([np.zeros_like(goal), np.maximum.accumulate(company, 1)], 1)
    back = np.concatenate([np.zeros_like(goal), behind[:, :-1], behind[:, -1:]], 1)
    return ahead, back


def features(observations: Observation) -> tuple[Numbers, Numbers]:
    """Return the features of all ACTIONS in each game, and a mask of the legal ones."""
    n = len(observations["observation"])
    record: Numbers = observations["observation"].view(OBSERVATION)[:, 0]
    ahead, back = targets(record)
    goal = (SPACES_PER_TILE * record["tiles"].sum(1) + 1).astype(np.int64)[:, None]
    hand = record["hand_sizes"][:, :1] / DEAL
    place = np.arange(MAX_SPACES + 1)
    spaces = (ahead - place) / SPACES_PER_TILE
    phi = np.zeros((n, len(ACTIONS), len(FEATURES)), np.float32)
    advances = phi[:, :_ADVANCES].reshape(n, SYMBOLS_PER_EDITION, MAX_SPACES + 1, len(FEATURES))
    advances[..., 0] = 1
    advances[..., 1] = spaces
    advances[..., 2] = ahead == goal[:, :, None]
    advances[..., 3] = spaces * hand[:, :, None]
    advances[..., 4] = hand[:, :, None]
    advances[..., 5] = place / _PATH
    advances[..., 6] = record["hands"][:, 0, :SYMBOLS_PER_EDITION, None] - 1
    begin = np.concatenate([np.broadcast_to(place, (n, len(place))), goal], 1)
    there = np.concatenate([np.zeros((n, 1), np.int8), record["pirates"].sum(1)], 1)
    pair = np.take_along_axis(there, back, 1) == 2
    retreats = phi[:, _ADVANCES:-2]
    retreats[..., 7] = 1
    retreats[..., 8] = (begin - back) / SPACES_PER_TILE
    retreats[..., 9] = pair
    retreats[..., 10] = pair * hand
    retreats[..., 11] = hand
    retreats[..., 12] = begin == goal
    retreats[..., 13] = retreats[..., 8] * hand
    phi[:, -2:, 14] = 1
    legal: Numbers = observations["action_mask"][:, ACTIONS] == 1
    return phi, legal


def scores(phi: Numbers, legal: Numbers, weights: Numbers) -> Numbers:
    """Return the score of each action, -inf for illegal ones."""
    score: Numbers = np.where(legal, phi @ weights, -np.inf)
    return score


def probabilities(phi: Numbers, legal: Numbers, weights: Numbers) -> Numbers:
    """Return the probability of each action."""
    score = scores(phi, legal, weights)
    share: Numbers = np.exp(score - score.max(1, keepdims=True))
    share /= share.sum(1, keepdims=True)
    return share


class Learner:
    """The policy and its training state."""

    def __init__(self, seed: int, games: int = GAMES) -> None:
        """Start `games` parallel games."""
        self.weights = np.zeros(len(FEATURES), np.float32)
        self.games = 0
        self._rng = np.random.default_rng(seed)
        self._mean, self._square = np.zeros(len(FEATURES)), np.zeros(len(FEATURES))
        self._updates = 0
        self._envs: Any = gymnasium.make_vec(
            "Cartagena-v0", num_envs=games, rules=RULES, opponents=None
        )
        self._observations, self._infos = self._envs.reset(seed=seed)
        self._gradients = np.zeros((games, 2, len(FEATURES)))

    def learn(self, seconds: float) -> None:
        """Play against itself for `seconds` seconds of CPU time."""
        end = time.process_time() + seconds
        every = np.arange(len(self._gradients))
        while time.process_time() < end:
            phi, legal = features(self._observations)
            share = probabilities(phi, legal, self.weights)
            choice = (share / self._rng.exponential(size=share.shape)).argmax(1)
            expected = np.einsum("na,naf->nf", share, phi)
            self._gradients[every, self._infos["seat"]] += phi[every, choice] - expected
            self._observations, _, over, _, self._infos = self._envs.step(ACTIONS[choice])
            if over.any():
                self._improve(over)

    def _improve(self, over: Numbers) -> None:
        """Update the weights from finished games with Adam."""
        slope = np.einsum("np,npf->f", self._infos["rewards"][over], self._gradients[over])
        slope /= over.sum()
        self._gradients[over] = 0
        self.games += int(over.sum())
        self._updates += 1
        self._mean += 0.05 * (slope - self._mean)
        self._square += 0.01 * (slope * slope - self._square)
        mean = self._mean / (1 - 0.95**self._updates)
        square = self._square / (1 - 0.99**self._updates)
        self.weights += (RATE * mean / (np.sqrt(square) + 1e-6)).astype(np.float32)


def wins_against(bot: str, weights: Numbers, games: int, seed: int) -> float:
    """Return the share of games won against a bot when playing the best score."""
    rng = np.random.default_rng(seed)
    env: Any = gymnasium.make("Cartagena-v0", rules=RULES, opponents=[bot])
    won = 0
    for number in range(games):
        observation, _ = env.reset(seed=seed + number)
        over = False
        while not over:
            phi, legal = features({key: part[None] for key, part in observation.items()})
            best = scores(phi, legal, weights) + 1e-6 * rng.random(legal.shape)  # random tie-break
            observation, reward, over, _, _ = env.step(int(ACTIONS[best.argmax()]))
        won += reward > 0
    return won / games


def page(curves: dict[str, list[tuple[float, float]]], results: list[str], weights: Numbers) -> str:
    """Return a page with the learning curves and the weights."""
    lines = [charts.Line(bot, colour, curves[bot]) for bot, colour in BOTS.items()]
    title = "Games won against each bot"
    chart = charts.lines(
        lines, title, "games played", low=0, high=1, percent=True, references=(0.5,)
    )
    rows = [(feature, f"{weight:+.2f}") for feature, weight in zip(FEATURES, weights, strict=True)]
    parts = [html_page.figure(chart, title), *map(html_page.paragraph, results)]
    parts += [html_page.heading("Weights"), html_page.table(("feature", "weight"), rows)]
    return html_page.document("Learning to play Jamaica", parts)


def main() -> None:
    """Learn, measure and write the page."""
    learner = Learner(seed=1)
    curves: dict[str, list[tuple[float, float]]] = {bot: [] for bot in BOTS}
    for number in range(MEASUREMENTS + 1):
        if number:
            learner.learn(SECONDS / MEASUREMENTS)
        for bot, curve in curves.items():
            share = wins_against(bot, learner.weights, MEASURED_GAMES, seed=0)
            curve.append((learner.games, share))
        shares = ", ".join(f"{curve[-1][1]:.0%} against {bot}" for bot, curve in curves.items())
        print(f"after {learner.games} games: {shares}", flush=True)
    results = []
    for bot in BOTS:
        share = wins_against(bot, learner.weights, FINAL_GAMES, seed=1000)
        results.append(f"It wins {share:.1%} of {FINAL_GAMES} new games against {bot}.")
    print(*results, f"Chart saved to {PAGE}.", sep="\n")
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(curves, results, learner.weights), encoding="utf-8")


if __name__ == "__main__":
    main()
