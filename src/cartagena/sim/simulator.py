"""`Simulator`: a batch of games by any rules, played side by side on all cores.

>>> from cartagena.sim import Simulator
>>> games = Simulator("escape", players=3, games=100, seed=1)
>>> actions = games.masks.argmax(1)  # the first legal action of each game
>>> games.step(actions)
>>> games.observations.shape
(100, 936)
"""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.bots.search.weights import weights
from cartagena.errors import CartagenaError
from cartagena.rules import batch
from cartagena.rules.actions import ACTIONS
from cartagena.rules.chance.seeds import words
from cartagena.rules.components import SEATS
from cartagena.rules.options import Rules
from cartagena.rules.state import NOBODY, new_scratches
from cartagena.sim import loops
from cartagena.sim.observation import OBSERVATION, SIZE, WORDS
from cartagena.sim.steps import DECKHAND, MASK, RANDOM, ROLLOUT, SLOT
from cartagena.validation import whole

POLICIES: Final = {"random": RANDOM, "rollout": ROLLOUT, "deckhand": DECKHAND}
"""The built-in policies: any legal action, what the captain's rollouts play, or the deckhand's."""

MAX_GAMES: Final = 1 << 24
_FEW: Final = 64
"""A thread is worth its while for so many games."""


@dataclass(frozen=True, slots=True)
class Totals:
    """What has been played since the last reset."""

    actions: int
    games: int
    """Games that ended."""
    wins: tuple[int, ...]
    """Of these, how many each seat won."""
    mean_turns: float
    """Of a game that ended."""


def read_policy(name: str) -> int:
    """The number of a policy."""
    if name not in POLICIES:
        raise CartagenaError(f"A policy is one of {', '.join(POLICIES)}, not {name!r}.")
    return POLICIES[name]


def totals(slots: NDArray[Any], players: int) -> Totals:
    """What the slots have counted."""
    games = int(slots["games"].sum())
    wins = tuple(slots["won"][:, :players].sum(0).tolist())
    return Totals(
        int(slots["actions"].sum()), games, wins, float(slots["turns"].sum()) / max(1, games)
    )


class Simulator:
    """Many games side by side. A game that is over is followed by the next one in its place.

    `masks` and `observations` are for the seat of each game that must choose. They are always the
    same arrays, written anew by every step: copy what is to be kept. PyTorch and JAX share them
    without a copy (`torch.from_dlpack(games.masks)`).
    """

    def __init__(
        self,
        rules: Rules | str | Mapping[str, Any] = "jamaica",
        players: int = 2,
        games: int = 1,
        *,
        seed: int = 0,
        seats: int | Sequence[int] | None = None,
        opponents: str = "random",
        restart: bool = True,
        threads: int | None = None,
    ) -> None:
        """Deal all games.

        `seats` are those for which actions are given, one for all games or one for each; the
        policy `opponents` plays the others. Without, actions are given for every seat. If not to
        `restart`, a game that is over waits for `deal`. Each of the `threads`, one for each core by
        default, plays a part of the games.
        """
        self.rules = rules if isinstance(rules, Rules) else Rules.from_mapping(rules)
        self.players = whole(players, "players", 2, SEATS)
        self.games = whole(games, "games", 1, MAX_GAMES)
        self._opponents, self._restart = read_policy(opponents), restart
        count = whole(threads, "threads", 1, 1024) if threads is not None else _cores()
        parts = min(count, -(-self.games // _FEW))
        self._bounds = [self.games * k // parts for k in range(parts + 1)]
        self._threads = ThreadPoolExecutor(parts) if parts > 1 else None
        self._states = batch.prepare(self.rules, self.players, self.games)
        self._scratches = new_scratches(self.games)
        self._slots = np.zeros(self.games, SLOT)
        self._weights = weights()
        self.masks = np.zeros((self.games, ACTIONS), np.int8)
        """1 for every legal action, a row for each game."""
        self.observations = np.zeros((self.games, SIZE), np.int8)
        """What the seat observes that must choose: see docs/spaces.md."""
        self._shown = (
            self.masks.view(MASK)[:, 0],
            self.observations.view(OBSERVATION)[:, 0],
            self.observations.view(WORDS)[:, 0],
        )
        self._slots["seat"] = NOBODY if seats is None else self._read_seats(seats)
        self.reset(seed)

    def _read_seats(self, seats: int | Sequence[int]) -> NDArray[np.int64]:
        given = np.broadcast_to(np.asarray(seats, np.int64), self.games)
        if given.min() < 0 or given.max() >= self.players:
            raise CartagenaError(f"Seats are numbers from 0 to {self.players - 1}.")
        return given

    def _run(self, loop: Callable[..., None], policy: int, *more: Any) -> None:
        """Run a loop over all games, a part of them in each thread."""
        given = (self._states, self._scratches, self._slots, self._shown, self.games)
        arguments = (*given, policy, self._weights, *more)
        if self._threads is None:
            loop(0, self.games, *arguments)
            return
        parts = zip(self._bounds, self._bounds[1:], strict=False)
        for done in [self._threads.submit(loop, *part, *arguments) for part in parts]:
            done.result()

    def reset(self, seed: int = 0) -> None:
        """Deal all games anew: game i from seed + i, those after it from every `games`-th seed."""
        whole(seed, "seed", 0, (1 << 62) - 1)
        seats = self._slots["seat"].copy()
        self._slots.view(np.uint8)[:] = 0
        self._slots["seat"], self._slots["winner"] = seats, NOBODY
        self._slots["seed"] = seed + np.arange(self.games)
        self._run(loops.begin, self._opponents)
        self._slots["outcome"] = self.deciders

    def deal(self, game: int, seed: int, seat: int | None = None) -> None:
        """Begin one game anew, as `Game(rules, players, seed)` does, perhaps for another seat."""
        whole(game, "game", 0, self.games - 1)
        if seat is not None:
            self._slots["seat"][game] = whole(seat, "A seat", 0, self.players - 1)
        loops.begin_from_key(
            game,
            words(seed),
            self._states,
            self._scratches,
            self._slots,
            self._shown,
            self._opponents,
            self._weights,
        )

    def step(self, actions: NDArray[Any] | Sequence[int]) -> None:
        """Do an action in each game; an illegal one is not done, and `illegal` says so."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.games,):
            raise CartagenaError(f"{self.games} actions are asked for, one for each game.")
        self._run(loops.step, self._opponents, chosen, self._restart)

    def play(self, policy: str = "random", actions: int = 1, *, show_all: bool = False) -> None:
        """Let a policy make so many actions in each game, for whoever must choose.

        Masks and observations are written at the end, or with `show_all` after every action.
        """
        if not self._restart:
            raise CartagenaError("A policy plays on only where games begin anew (restart=True).")
        number = read_policy(policy)
        self._run(loops.play, number, whole(actions, "actions", 0, 1 << 40), show_all)

    @property
    def deciders(self) -> NDArray[np.int64]:
        """The seat of each game that must choose now."""
        decider: NDArray[np.int64] = self._states["decider"]
        return decider

    @property
    def observers(self) -> NDArray[np.int64]:
        """The seat of each game whose observation is written."""
        return np.where(self._slots["seat"] == NOBODY, self.deciders, self._slots["seat"])

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games ended in the last step."""
        return np.asarray(self._slots["outcome"] == NOBODY)

    @property
    def illegal(self) -> NDArray[np.bool_]:
        """In which games the last action was not legal."""
        return np.asarray(self._slots["outcome"] < NOBODY)

    @property
    def rewards(self) -> NDArray[np.float32]:
        """What each seat got in the last step: 1 for winning, which the others pay, else 0."""
        found = np.zeros((self.games, self.players), np.float32)
        won = np.flatnonzero(self.over & (self._slots["winner"] != NOBODY))
        found[won] = -1 / (self.players - 1)
        found[won, self._slots["winner"][won]] = 1
        return found

    def statistics(self) -> Totals:
        """What has been played since the last reset."""
        return totals(self._slots, self.players)


def _cores() -> int:
    return os.cpu_count() or 1
