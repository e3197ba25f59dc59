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
from cartagena.envs.spaces import Observation, Spaces
from cartagena.errors import CartagenaError
from cartagena.rules.components import SEATS
from cartagena.rules.options import Rules
from cartagena.sim import Simulator
from cartagena.validation import read_int

_POLICIES = {"drunk": "random", "deckhand": "deckhand", "rollout": "rollout"}
"""The opponents that play in compiled code, and the simulator's names for them."""


class CartagenaVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Many games in parallel. When a game ends, the next one starts in the same step.

    With opponents, the agent plays one seat of each game. All opponents are of one kind: `drunk`,
    `deckhand`, or `rollout`, the policy of the captain's rollouts. Without opponents the agent
    plays all seats: the observation is that of the seat to decide, the reward that of the seat that
    has just acted. `infos["seat"]` has the observing seats, `infos["rewards"]` the rewards of all
    seats. For other bots, which run in Python, use `gymnasium.make_vec` with
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
        opponents: Sequence[str] | None = ("drunk",),
        players: int = 2,
        seat: int | None = None,
        *,
        compact: bool = False,
        copy: bool = True,
    ) -> None:
        """Create the environment.

        `players` applies only without opponents. If `seat` is None, it is drawn for each game. With
        `compact`, the spaces hold only what the rules can use. Without `copy`, full observations
        and masks are the same arrays in every step, which saves time.
        """
        names = set(opponents or ("drunk",))
        if len(names) > 1 or not names <= _POLICIES.keys():
            raise CartagenaError(
                f"The opponents of a batch must all be the same: {', '.join(_POLICIES)}. For other "
                'bots, use vectorization_mode="async".'
            )
        self.num_envs = read_int(num_envs, "num_envs", 1, 1 << 20)
        self.rules = rules if isinstance(rules, Rules) else Rules.from_mapping(rules)
        self.players = players if opponents is None else 1 + len(opponents)
        read_int(self.players, "players", 2, SEATS)
        self._plays_all = opponents is None
        self.seat = seat if seat is None else read_int(seat, "A seat", 0, self.players - 1)
        self._copy = copy
        self._spaces = Spaces(self.rules, self.players, compact=compact)
        self.single_action_space = self._spaces.actions
        self.single_observation_space = self._spaces.observations
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._games = Simulator(
            self.rules,
            self.players,
            self.num_envs,
            seats=None if self._plays_all else self.seat or 0,
            opponents=_POLICIES[names.pop()],
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
        self._games.step(self._spaces.numbers(np.asarray(actions)))
        over = self._games.over | self._games.illegal
        truncated = self._games.truncated
        rewards = np.zeros(self.num_envs)
        infos: dict[str, Any] = {}
        if over.any():
            infos = self._end(over, actors)
            rewards = infos["rewards"][np.arange(self.num_envs), actors]
        infos["seat"] = self._games.observers.copy()
        return self._observe(), rewards, over & ~truncated, truncated, infos

    def sample_actions(self) -> NDArray[np.int64]:
        """Choose a random legal action in each game, in compiled code."""
        return self._spaces.to_space(self._games.sample())

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the masks of legal actions under the name that sb3-contrib expects."""
        return self._spaces.mask(self._games.masks).astype(bool)

    def _end(self, over: NDArray[Any], actors: NDArray[Any]) -> dict[str, Any]:
        """Restart finished games and return their infos."""
        games = self._games
        rewards, illegal = games.rewards.astype(float), games.illegal
        rewards[illegal, actors[illegal]] = ILLEGAL_REWARD
        final = np.full(self.num_envs, None, object)
        no_action = np.zeros(int(self._spaces.actions.n), np.int8)
        for i in np.flatnonzero(over).tolist():
            observation = self._spaces.columns(games.observations[i]).copy()
            final[i] = {"observation": observation, "action_mask": no_action.copy()}
            self._deal(i, None)
        return {"rewards": rewards, "_rewards": over, "final_obs": final, "_final_obs": over}

    def _observe(self) -> Observation:
        observations = self._spaces.columns(self._games.observations)
        masks = self._spaces.mask(self._games.masks)
        if self._copy and not self._spaces.is_compact:
            observations, masks = observations.copy(), masks.copy()
        return {"observation": observations, "action_mask": masks}
