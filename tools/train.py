"""Learn to play Jamaica with two players from nothing, by self-play on one core.

    make train

The policy gives each legal action a score, a weighted sum of a few plain facts about it, and draws
one by the scores. Its weights begin at 0, which is random play, and are improved by REINFORCE: of
every game that ends, what the winner did more often than expected gets more weight, and what the
loser did gets less. Games of a batch environment are fast enough for that to take minutes.
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
from cartagena.rules.actions import ADVANCE, PASS, RETREAT, SKIP
from cartagena.rules.components import GOAL, MAX_SPACES, SYMBOLS_PER_EDITION
from cartagena.rules.options import Rules
from cartagena.sim.observation import OBSERVATION

Numbers = NDArray[Any]

SECONDS: Final = 30
"""Of processor time for learning; measuring comes on top."""
GAMES: Final = 128
"""Games side by side."""
RATE: Final = 0.03
RULES: Final = Rules.preset("jamaica", turn_limit=500)
"""With a limit, since two who only gather cards would never come to an end."""
LOOKS: Final = 6
"""How often the policy is measured on its way."""
BOTS: Final = {"drunk": "var(--blue)", "deckhand": "var(--red)"}
"""Whom it is measured against, and the colours of their lines."""
GAMES_ON_THE_WAY: Final = 50
GAMES_AT_THE_END: Final = 400
PAGE: Final = Path("build") / "training.html"

FACTS: Final = (
    *("advance", "spaces", "reaches the sloop", "spaces x cards", "advance x cards"),
    *("how far the pirate is", "more such cards"),
    *("retreat", "spaces back", "two cards", "two cards x cards", "retreat x cards"),
    *("out of the sloop", "spaces back x cards", "pass or skip"),
)
"""What the policy weighs; `cards` are those in its hand, spaces are counted in tiles."""

_PLACES: Final = np.array([*range(MAX_SPACES + 1), GOAL])
_ADVANCES: Final = SYMBOLS_PER_EDITION * (MAX_SPACES + 1)
_TILE: Final = 6
_WAY: Final = 36

ACTIONS: Final = np.concatenate(
    [
        64 * (ADVANCE + np.arange(SYMBOLS_PER_EDITION)).repeat(MAX_SPACES + 1)
        + np.tile(np.arange(MAX_SPACES + 1), SYMBOLS_PER_EDITION),
        64 * RETREAT + _PLACES,
        [PASS, SKIP],
    ]
)
"""The actions of Jamaica, as the rules number them."""


def targets(record: Numbers) -> tuple[Numbers, Numbers]:
    """Where a card of each symbol, and where a retreat leads, from each place; 0 is nowhere."""
    goal = (_TILE * record["tiles"].sum(1) + 1).astype(np.int64)[:, None]
    there = record["pirates"].sum(1)
    spaces = np.arange(1, MAX_SPACES + 1)
    free = np.where((record["symbols"] == 1) & (there == 0)[:, None], spaces, goal[:, :, None])
    ahead = np.minimum.accumulate(free[:, :, ::-1], 2)[:, :, ::-1]
    ahead = np.concatenate([ahead, np.repeat(goal[:, :, None], SYMBOLS_PER_EDITION, 1)], 2)
    company = np.where((there == 1) | (there == 2), spaces, 0)
    behind = np.concatenate([np.zeros_like(goal), np.maximum.accumulate(company, 1)], 1)
    back = np.concatenate([np.zeros_like(goal), behind[:, :-1], behind[:, -1:]], 1)
    return ahead, back


def facts(seen: Observation) -> tuple[Numbers, Numbers]:
    """The facts about each of the ACTIONS in each game, and which of them are legal."""
    n = len(seen["observation"])
    record: Numbers = seen["observation"].view(OBSERVATION)[:, 0]
    ahead, back = targets(record)
    goal = (_TILE * record["tiles"].sum(1) + 1).astype(np.int64)[:, None]
    hand = record["hand_sizes"][:, :1] / 6
    place = np.arange(MAX_SPACES + 1)
    spaces = (ahead - place) / _TILE
    phi = np.zeros((n, len(ACTIONS), len(FACTS)), np.float32)
    advances = phi[:, :_ADVANCES].reshape(n, SYMBOLS_PER_EDITION, MAX_SPACES + 1, len(FACTS))
    advances[..., 0] = 1
    advances[..., 1] = spaces
    advances[..., 2] = ahead == goal[:, :, None]
    advances[..., 3] = spaces * hand[:, :, None]
    advances[..., 4] = hand[:, :, None]
    advances[..., 5] = place / _WAY
    advances[..., 6] = record["hands"][:, 0, :SYMBOLS_PER_EDITION, None] - 1
    begin = np.concatenate([np.broadcast_to(place, (n, len(place))), goal], 1)
    there = np.concatenate([np.zeros((n, 1), np.int8), record["pirates"].sum(1)], 1)
    pair = np.take_along_axis(there, back, 1) == 2
    retreats = phi[:, _ADVANCES:-2]
    retreats[..., 7] = 1
    retreats[..., 8] = (begin - back) / _TILE
    retreats[..., 9] = pair
    retreats[..., 10] = pair * hand
    retreats[..., 11] = hand
    retreats[..., 12] = begin == goal
    retreats[..., 13] = retreats[..., 8] * hand
    phi[:, -2:, 14] = 1
    legal: Numbers = seen["action_mask"][:, ACTIONS] == 1
    return phi, legal


def scores(phi: Numbers, legal: Numbers, weights: Numbers) -> Numbers:
    """The score of each action; illegal ones have none."""
    found: Numbers = np.where(legal, phi @ weights, -np.inf)
    return found


def odds(phi: Numbers, legal: Numbers, weights: Numbers) -> Numbers:
    """How likely the policy chooses each action."""
    score = scores(phi, legal, weights)
    share: Numbers = np.exp(score - score.max(1, keepdims=True))
    share /= share.sum(1, keepdims=True)
    return share


class Learner:
    """The policy and what it has learnt from."""

    def __init__(self, seed: int, games: int = GAMES) -> None:
        """It plays so many games side by side."""
        self.weights = np.zeros(len(FACTS), np.float32)
        self.games = 0
        self._chance = np.random.default_rng(seed)
        self._mean, self._square = np.zeros(len(FACTS)), np.zeros(len(FACTS))
        self._updates = 0
        self._envs: Any = gymnasium.make_vec(
            "Cartagena-v0", num_envs=games, rules=RULES, opponents=None
        )
        self._seen, self._infos = self._envs.reset(seed=seed)
        self._slope = np.zeros((games, 2, len(FACTS)))

    def learn(self, seconds: float) -> None:
        """Play against itself for so many seconds of processor time."""
        end = time.process_time() + seconds
        every = np.arange(len(self._slope))
        while time.process_time() < end:
            phi, legal = facts(self._seen)
            share = odds(phi, legal, self.weights)
            chosen = (share / self._chance.exponential(size=share.shape)).argmax(1)
            expected = np.einsum("na,naf->nf", share, phi)
            self._slope[every, self._infos["seat"]] += phi[every, chosen] - expected
            self._seen, _, over, _, self._infos = self._envs.step(ACTIONS[chosen])
            if over.any():
                self._improve(over)

    def _improve(self, over: Numbers) -> None:
        """Follow the slope of the games that are over, by the rule of Adam."""
        slope = np.einsum("np,npf->f", self._infos["rewards"][over], self._slope[over])
        slope /= over.sum()
        self._slope[over] = 0
        self.games += int(over.sum())
        self._updates += 1
        self._mean += 0.05 * (slope - self._mean)
        self._square += 0.01 * (slope * slope - self._square)
        mean = self._mean / (1 - 0.95**self._updates)
        square = self._square / (1 - 0.99**self._updates)
        self.weights += (RATE * mean / (np.sqrt(square) + 1e-6)).astype(np.float32)


def wins_against(bot: str, weights: Numbers, games: int, seed: int) -> float:
    """The share of games won against a bot, always with the best score, ties broken at random."""
    chance = np.random.default_rng(seed)
    env: Any = gymnasium.make("Cartagena-v0", rules=RULES, opponents=[bot])
    won = 0
    for number in range(games):
        seen, _ = env.reset(seed=seed + number)
        over = False
        while not over:
            phi, legal = facts({key: part[None] for key, part in seen.items()})
            best = scores(phi, legal, weights) + 1e-6 * chance.random(legal.shape)
            seen, reward, over, _, _ = env.step(int(ACTIONS[best.argmax()]))
        won += reward > 0
    return won / games


def page(courses: dict[str, list[tuple[float, float]]], told: list[str], weights: Numbers) -> str:
    """What was learnt, as a page with a chart."""
    drawn = [charts.Line(bot, colour, courses[bot]) for bot, colour in BOTS.items()]
    title = "Games won against each bot"
    chart = charts.lines(
        drawn, title, "games played", low=0, high=1, percent=True, references=(0.5,)
    )
    rows = [(fact, f"{weight:+.2f}") for fact, weight in zip(FACTS, weights, strict=True)]
    parts = [html_page.figure(chart, title), *map(html_page.paragraph, told)]
    parts += [html_page.heading("What it weighs"), html_page.table(("fact", "weight"), rows)]
    return html_page.document("Learning to play Jamaica", parts)


def main() -> None:
    """Learn, measure, and write the page."""
    learner = Learner(seed=1)
    courses: dict[str, list[tuple[float, float]]] = {bot: [] for bot in BOTS}
    for look in range(LOOKS + 1):
        if look:
            learner.learn(SECONDS / LOOKS)
        for bot, course in courses.items():
            share = wins_against(bot, learner.weights, GAMES_ON_THE_WAY, seed=0)
            course.append((learner.games, share))
        now = ", ".join(f"{course[-1][1]:.0%} against {bot}" for bot, course in courses.items())
        print(f"after {learner.games} games: {now}", flush=True)
    told = []
    for bot in BOTS:
        share = wins_against(bot, learner.weights, GAMES_AT_THE_END, seed=1000)
        told.append(f"It wins {share:.1%} of {GAMES_AT_THE_END} new games against {bot}.")
    print(*told, f"{PAGE} has the chart.", sep="\n")
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(courses, told, learner.weights), encoding="utf-8")


if __name__ == "__main__":
    main()
