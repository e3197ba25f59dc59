"""Cartagena as a PettingZoo environment in which the seats act in turn (AEC).

>>> from cartagena.envs import cartagena_v0
>>> env = cartagena_v0.env(rules="escape", players=3)
>>> env.reset(seed=7)
>>> env.agent_selection in ("blue", "red", "green")
True
"""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from cartagena.envs.env_game import RENDER_MODES, EnvGame, WithGame, check_render_mode
from cartagena.envs.spaces import Observation
from cartagena.errors import CartagenaError
from cartagena.rules.options import Rules
from cartagena.rules.state import NOBODY

ILLEGAL_REWARD = -1.0
_NO_REWARD = 0.0


class CartagenaEnv(WithGame, AECEnv):  # type: ignore[misc]
    """One game after another. The agents are the colours in seat order.

    An illegal action raises `CartagenaError` and does not change the game.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "cartagena_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: Rules | str | Mapping[str, Any] = "jamaica",
        players: int = 2,
        render_mode: str | None = None,
        *,
        compact: bool = False,
    ) -> None:
        """Create the environment. With `compact`, its spaces hold only what the rules can use."""
        super().__init__()
        self.render_mode = check_render_mode(render_mode)
        self._game = EnvGame(rules, players, compact=compact)
        self._colours = self._game.colours
        self.possible_agents = list(self._colours)
        self.agents: list[str] = []
        self.observation_spaces = dict.fromkeys(self._colours, self._game.spaces.observations)
        self.action_spaces = dict.fromkeys(self._colours, self._game.spaces.actions)
        self.state_space = spaces.Box(
            np.tile(self._game.spaces.vector.low, players),
            np.tile(self._game.spaces.vector.high, players),
            dtype=np.int8,
        )
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space, which is the same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space, which is the same for every agent."""
        return self.action_spaces[agent]

    @property
    def rules(self) -> Rules:
        """Return the rules of the game."""
        return self._game.rules

    def state(self) -> NDArray[np.int8]:
        """Return the observations of all seats in a row, for a critic that may see every hand."""
        return self._game.state()

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. With a seed it is `Game(rules, players, seed)`.

        `options` may have `board` and `first`, as for `Game`, or `position` for `Game.from_position`.
        """
        if seed is not None:
            self._random = np.random.default_rng(seed)
        else:
            seed = int.from_bytes(self._random.bytes(32), "little")
        self._game.deal(seed, options)
        self.agents = list(self._colours)
        self.rewards = dict.fromkeys(self.agents, _NO_REWARD)
        self._cumulative_rewards = dict.fromkeys(self.agents, _NO_REWARD)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {
            colour: {"action_mask": self._game.mask(seat)}
            for seat, colour in enumerate(self._colours)
        }
        self.agent_selection = self._colours[self._game.decider]

    def step(self, action: int | None) -> None:
        """Apply an action of the selected agent. It is None if the game is over for that agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game = self._game
        before = game.decider
        if action is None or not game.play(int(action)):
            self._reject(agent, action)
            return
        self._cumulative_rewards[agent] = _NO_REWARD
        self.infos[agent] = {"action_mask": game.mask(before)}
        if game.decider == NOBODY:
            self._end()
        elif game.decider != before:
            self.agent_selection = agent = self._colours[game.decider]
            self.infos[agent] = {"action_mask": game.mask(game.decider)}

    def _end(self) -> None:
        self.rewards = dict(zip(self._colours, self._game.rewards(), strict=True))
        ends = self.truncations if self._game.truncated else self.terminations
        ends.update(dict.fromkeys(self.agents, True))
        self._accumulate_rewards()
        self._deads_step_first()

    def _reject(self, agent: str, action: int | None) -> None:  # noqa: ARG002
        """Raise an error for an illegal action."""
        raise CartagenaError(f"Action {action} is not legal here.")

    def observe(self, agent: str) -> Observation:
        """Return the observation, and the action mask. It is all 0 if another agent decides."""
        return self._game.observation(self._colours.index(agent))

    def close(self) -> None:
        """Do nothing."""


class ForgivingEnv(CartagenaEnv):
    """The environment for learners that try illegal actions, which end the game and cost the agent 1.

    PettingZoo's wrappers do the same in four layers, and are five times slower.
    """

    def _reject(self, agent: str, action: int | None) -> None:  # noqa: ARG002
        self._cumulative_rewards[agent] = _NO_REWARD
        self.rewards = {**dict.fromkeys(self.agents, _NO_REWARD), agent: ILLEGAL_REWARD}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()


env = ForgivingEnv
raw_env = CartagenaEnv
