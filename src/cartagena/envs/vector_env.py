"""A batch of games as a Gymnasium vector environment, in compiled code.

>>> import gymnasium, cartagena.envs
>>> envs = gymnasium.make_vec("Cartagena-v0", num_envs=8, rules="jamaica", opponents=["drunk"])
>>> observations, infos = envs.reset(seed=7)
>>> observations["observation"].shape[0]
8
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from cartagena.envs.seat_env import ILLEGAL_REWARD, draw_seed
from cartagena.envs.spaces import Observation, action_space, observation_space
from cartagena.errors import CartagenaError
from cartagena.rules.actions import ACTIONS
from cartagena.rules.components import SEATS
from cartagena.rules.options import Rules
from cartagena.sim import Simulator
from cartagena.validation import read_int

_RANDOM = "drunk"


class CartagenaVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Many games in parallel. When a game ends, the next one starts in the same step.

    With opponents, which must all be `drunk`, the agent plays one seat of each game. Without
    opponents it plays all seats: the observation is that of the seat to decide, the reward that of the
    seat that has just acted. `infos["seat"]` has the observing seats, `infos["rewards"]` the rewards
    of all seats. For other bots, which run in Python, use `gymnasium.make_vec` with
    `vectorization_mode="async"`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | str | Mapping[str, Any] = "jamaica",
        opponents: Sequence[str] | None = (_RANDOM,),
        players: int = 2,
        seat: int | None = None,
    ) -> None:
        """Create the environment.

        `players` counts only without opponents. If `seat` is None, it is drawn for each game.
        """
        if any(name != _RANDOM for name in opponents or ()):
            raise CartagenaError(
                f"All opponents of a batch must be {_RANDOM}. For other bots, use "
                'vectorization_mode="async".'
            )
        self.num_envs = read_int(num_envs, "num_envs", 1, 1 << 20)
        self.rules = rules if isinstance(rules, Rules) else Rules.from_mapping(rules)
        self.players = players if opponents is None else 1 + len(opponents)
        read_int(self.players, "players", 2, SEATS)
        self._plays_all = opponents is None
        self.seat = seat if seat is None else read_int(seat, "A seat", 0, self.players - 1)
        self.single_action_space = action_space()
        self.single_observation_space = observation_space()
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._games = Simulator(
            self.rules,
            self.players,
            self.num_envs,
            seats=None if self._plays_all else self.seat or 0,
            restart=False,
        )

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal all games. With a seed, game i is `Game(rules, players, seed + i)`."""
        first = seed if isinstance(seed, int) else None
        super().reset(seed=first, options=options)
        seeds: Sequence[int | None] = [None] * self.num_envs
        if first is not None:
            seeds = range(first, first + self.num_envs)
        elif seed is not None:
            seeds = list(seed)  # type: ignore[arg-type]
        for i, game_seed in enumerate(seeds):
            self._deal(i, game_seed)
        return self._observe(), {"seat": self._games.observers.copy()}

    def _deal(self, i: int, seed: int | None) -> None:
        seat = None
        if not self._plays_all:
            random_seat = int(self.np_random.integers(self.players))
            seat = random_seat if self.seat is None else self.seat
        self._games.deal(i, draw_seed(self.np_random) if seed is None else seed, seat)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Apply an action in each game, and restart finished games."""
        actors = self._games.observers.copy()
        self._games.step(actions)
        over = self._games.over | self._games.illegal
        rewards = np.zeros(self.num_envs)
        infos: dict[str, Any] = {}
        if over.any():
            infos = self._end(over, actors)
            rewards = infos["rewards"][np.arange(self.num_envs), actors]
        infos["seat"] = self._games.observers.copy()
        return self._observe(), rewards, over, np.zeros(self.num_envs, bool), infos

    def _end(self, over: NDArray[Any], actors: NDArray[Any]) -> dict[str, Any]:
        """Restart finished games and return their infos."""
        games = self._games
        rewards, illegal = games.rewards.astype(float), games.illegal
        rewards[illegal, actors[illegal]] = ILLEGAL_REWARD
        final = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(over).tolist():
            observation = games.observations[i].copy()
            final[i] = {"observation": observation, "action_mask": np.zeros(ACTIONS, np.int8)}
            self._deal(i, None)
        return {"rewards": rewards, "_rewards": over, "final_obs": final, "_final_obs": over}

    def _observe(self) -> Observation:
        return {
            "observation": self._games.observations.copy(),
            "action_mask": self._games.masks.copy(),
        }
