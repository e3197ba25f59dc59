"""`Simulator`: a batch of games with any rules, played in parallel on all cores.

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

from cartagena.bots.families import family
from cartagena.bots.legend import net_name, net_named
from cartagena.bots.net.network import with_own_buffers
from cartagena.bots.search.weights import weights
from cartagena.errors import CartagenaError
from cartagena.rules import batch
from cartagena.rules.actions import ACTIONS
from cartagena.rules.chance.seeds import key_words
from cartagena.rules.components import SEATS
from cartagena.rules.observation import OBSERVATION, SIZE, WORDS
from cartagena.rules.options import Rules
from cartagena.rules.state import DRAWN_OUT, FAST, NOBODY, new_scratches
from cartagena.sim import loops
from cartagena.sim.steps import DECKHAND, GAME_SLOT, MASK, RANDOM, ROLLOUT
from cartagena.validation import read_int

POLICIES: Final = {"random": RANDOM, "rollout": ROLLOUT, "deckhand": DECKHAND}
"""The built-in policies: random play, the captain's rollout policy, and the deckhand."""

MAX_GAMES: Final = 1 << 24
_MIN_PER_THREAD: Final = 64
"""The smallest number of games per thread. With fewer, another thread costs more than it gains."""


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals since the last reset."""

    actions: int
    games: int
    """Finished games."""
    wins: tuple[int, ...]
    """Games won by each seat."""
    mean_turns: float
    """Mean turns of a finished game."""


def read_policy(name: str) -> int:
    """Return the number of a policy."""
    if name not in POLICIES:
        raise CartagenaError(f"The policy must be one of {', '.join(POLICIES)}, not {name!r}.")
    return POLICIES[name]


def totals(slots: NDArray[Any], players: int) -> Totals:
    """Add up the counters of the slots."""
    games = int(slots["games"].sum())
    wins = tuple(slots["won"][:, :players].sum(0).tolist())
    return Totals(
        int(slots["actions"].sum()), games, wins, float(slots["turns"].sum()) / max(1, games)
    )


def final_rewards(winner: int, players: int) -> list[float]:
    """Return the rewards of a finished game: 1 for the winner, paid by the others in equal parts.

    Without a winner (NOBODY) all rewards are 0.
    """
    if winner == NOBODY:
        return [0.0] * players
    return [1.0 if seat == winner else -1.0 / (players - 1) for seat in range(players)]


class Simulator:
    """Many games in parallel. When a game is over, the next one starts in its slot.

    `masks` and `observations` are for the player to move in each game. They are always the same
    arrays, overwritten by every step, so copy what you want to keep. PyTorch and JAX share them
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

        `seats` are the seats that the caller plays: one for all games, or one for each. The policy
        `opponents` plays the other seats. Without `seats` the caller plays every seat. Without
        `restart` a finished game waits for `deal`. The games are split between `threads` threads
        (default: one per core).
        """
        self.rules = rules if isinstance(rules, Rules) else Rules.from_mapping(rules)
        self.players = read_int(players, "players", 2, SEATS)
        self.games = read_int(games, "games", 1, MAX_GAMES)
        self._opponents, self._restart = read_policy(opponents), restart
        count = read_int(threads, "threads", 1, 1024) if threads is not None else _cores()
        parts = min(count, -(-self.games // _MIN_PER_THREAD))
        self._bounds = [self.games * k // parts for k in range(parts + 1)]
        self._threads = ThreadPoolExecutor(parts) if parts > 1 else None
        self._states = batch.prepare(self.rules, self.players, self.games)
        self._scratches = new_scratches(self.games)
        self._slots = np.zeros(self.games, GAME_SLOT)
        self.masks = np.zeros((self.games, ACTIONS), np.int8)
        """1 for every legal action, one row per game."""
        self.observations = np.zeros((self.games, SIZE), np.int8)
        """The observations of the players to move. See docs/spaces.md."""
        self._batch = loops.Batch(
            self._states,
            self._scratches,
            self._slots,
            self.masks.view(MASK)[:, 0],
            self.observations.view(OBSERVATION)[:, 0],
            self.observations.view(WORDS)[:, 0],
            weights(),
            self.games,
        )
        self._slots["seat"] = NOBODY if seats is None else self._read_seats(seats)
        self.reset(seed)

    def _read_seats(self, seats: int | Sequence[int]) -> NDArray[np.int64]:
        all_seats = np.broadcast_to(np.asarray(seats, np.int64), self.games)
        if all_seats.min() < 0 or all_seats.max() >= self.players:
            raise CartagenaError(f"seats must be numbers from 0 to {self.players - 1}.")
        return all_seats

    def _run(self, loop: Callable[..., None], *more: Any) -> None:
        """Run a loop over all games, split between the threads."""
        arguments = (self._batch, *more)
        if self._threads is None:
            loop(0, self.games, *arguments)
            return
        parts = zip(self._bounds, self._bounds[1:], strict=False)
        for future in [self._threads.submit(loop, *part, *arguments) for part in parts]:
            future.result()

    def reset(self, seed: int = 0) -> None:
        """Deal all games again. Slot i uses the seeds seed + i, seed + i + games, and so on."""
        read_int(seed, "seed", 0, (1 << 62) - 1)
        seats = self._slots["seat"].copy()
        self._slots.view(np.uint8)[:] = 0
        self._slots["seat"], self._slots["winner"] = seats, NOBODY
        self._slots["seed"] = seed + np.arange(self.games)
        self._run(loops.begin, self._opponents)
        self._slots["outcome"] = self.deciders

    def deal(self, game: int, seed: int, seat: int | None = None) -> None:
        """Deal one game again, as `Game(rules, players, seed)` does, optionally for another seat."""
        read_int(game, "game", 0, self.games - 1)
        if seat is not None:
            self._slots["seat"][game] = read_int(seat, "A seat", 0, self.players - 1)
        loops.begin_from_key(game, key_words(seed), self._batch, self._opponents)

    def step(self, actions: NDArray[Any] | Sequence[int]) -> None:
        """Apply an action in each game. Illegal actions are skipped and reported by `illegal`."""
        array = np.ascontiguousarray(actions, np.int64)
        if array.shape != (self.games,):
            raise CartagenaError(f"There must be {self.games} actions, one per game.")
        self._run(loops.step, self._opponents, array, self._restart)

    def sample(self) -> NDArray[np.int64]:
        """Choose a random legal action in each game, with the generator of the game.

        It is -1 in games that are over.
        """
        actions = np.zeros(self.games, np.int64)
        self._run(loops.sample, actions)
        return actions

    def legal_actions(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the legal actions of all games in one array, and the index where each game begins.

        The actions of game i are `actions[starts[i]:starts[i + 1]]`, in ascending order.
        """
        counts = np.zeros(self.games, np.int64)
        self._run(loops.count_legal, counts)
        starts = np.concatenate([[0], counts.cumsum()])
        actions = np.zeros(starts[-1], np.int64)
        self._run(loops.list_legal, starts, actions)
        return actions, starts

    def save(self) -> NDArray[Any]:
        """Return a copy of the packed states of all games, hidden cards and generators included."""
        return self._states.copy()

    def load(self, states: NDArray[Any], seed: int | None = None) -> None:
        """Continue from packed states, as returned by `save`, or by `Game.packed_state` and joined.

        The next cards follow from the states. Only the random choices of policies start again. With
        a seed both follow from that, differently in each game, even if all states are equal.
        """
        if states.dtype != self._states.dtype or states.shape != self._states.shape:
            raise CartagenaError(f"There must be {self.games} packed states, one per game.")
        if (states["players"] != self.players).any():
            raise CartagenaError(f"All states must be games of {self.players} players.")
        self._states[:] = states
        if seed is not None:
            words = np.random.default_rng(seed).integers(1 << 32, size=(self.games, 4))
            self._states["generator"][:, :4] = words
            self._states["chance"] = FAST
        self._run(loops.refresh)

    def finish(self, policy: str = "random", actions: int = 1 << 30) -> None:
        """Let a policy play every game to its end, or for at most `actions` actions.

        Then `over` and `rewards` hold the results. Masks and observations are not written.
        """
        if self._restart:
            raise CartagenaError(
                "Games can only be finished if they do not restart (restart=False)."
            )
        most = read_int(actions, "actions", 0, 1 << 40)
        self._run(loops.finish, read_policy(policy), most)

    def win_probabilities(self, net: str = "") -> NDArray[np.float64]:
        """Return each seat's probability of winning each game, by a net that sees all hands.

        `net` is a file of weights. By default it is the legend's net for the rules.
        """
        chosen = net_named(net or net_name(family(self.rules), self.players))
        evaluations = np.zeros(self.games, loops.EVALUATION)

        def evaluate(first: int, last: int, games: loops.Batch) -> None:
            loops.evaluate(first, last, games.states, with_own_buffers(chosen), evaluations)

        self._run(evaluate)
        chances: NDArray[np.float64] = evaluations["win_probability"][:, : self.players]
        return chances

    def play(self, policy: str = "random", actions: int = 1, *, observe_all: bool = False) -> None:
        """Let a policy play `actions` actions in each game, for every seat.

        Masks and observations are written at the end, or with `observe_all` after every action.
        """
        if not self._restart:
            raise CartagenaError("A policy can only play if finished games restart (restart=True).")
        number = read_policy(policy)
        self._run(loops.play, number, read_int(actions, "actions", 0, 1 << 40), observe_all)

    @property
    def deciders(self) -> NDArray[np.int64]:
        """Return the seat to decide in each game."""
        decider: NDArray[np.int64] = self._states["decider"]
        return decider

    @property
    def observers(self) -> NDArray[np.int64]:
        """Return the seat of each game whose observation is written."""
        return np.where(self._slots["seat"] == NOBODY, self.deciders, self._slots["seat"])

    @property
    def over(self) -> NDArray[np.bool_]:
        """Return a mask of the games that ended in the last step."""
        return np.asarray(self._slots["outcome"] == NOBODY)

    @property
    def illegal(self) -> NDArray[np.bool_]:
        """Return a mask of the games in which the last action was illegal."""
        return np.asarray(self._slots["outcome"] < NOBODY)

    @property
    def truncated(self) -> NDArray[np.bool_]:
        """Return a mask of the games that the turn limit of the rules ended in the last step.

        It needs `restart=False`, since a game that is dealt again has forgotten its end.
        """
        limit = self.rules.turn_limit
        if not limit:
            return np.zeros(self.games, bool)
        drawn_out = self._states["result"] == DRAWN_OUT
        return np.asarray(drawn_out & (self._states["turns"] >= limit))

    @property
    def rewards(self) -> NDArray[np.float32]:
        """Return the reward of each seat in the last step, 0 while a game is running."""
        rewards = np.zeros((self.games, self.players), np.float32)
        won = self.over & (self._slots["winner"] != NOBODY)
        by_winner = np.array([final_rewards(seat, self.players) for seat in range(self.players)])
        rewards[won] = by_winner[self._slots["winner"][won]]
        return rewards

    def statistics(self) -> Totals:
        """Return the totals since the last reset."""
        return totals(self._slots, self.players)


def _cores() -> int:
    return os.cpu_count() or 1
