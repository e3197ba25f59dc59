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
from pettingzoo.utils import wrappers

from cartagena.envs.env_game import RENDER_MODES, EnvGame, check_render_mode
from cartagena.envs.spaces import Observation, action_space, observation_space
from cartagena.errors import CartagenaError
from cartagena.rules.options import Rules
from cartagena.rules.state import NOBODY

ILLEGAL_REWARD = -1.0
_NO_REWARD = 0.0


def env(**options: Any) -> AECEnv:
    """Create the environment with PettingZoo's usual wrappers. An illegal action loses the game."""
    wrapped: AECEnv = raw_env(**options)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=ILLEGAL_REWARD)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class CartagenaEnv(AECEnv):  # type: ignore[misc]
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
    ) -> None:
        super().__init__()
        self.render_mode = check_render_mode(render_mode)
        self._game = EnvGame(rules, players)
        self._colours = self._game.colours
        self.possible_agents = list(self._colours)
        self.agents: list[str] = []
        self.observation_spaces = {colour: observation_space() for colour in self._colours}
        self.action_spaces = {colour: action_space() for colour in self._colours}
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

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a new game. With a seed it is `Game(rules, players, seed)`."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        else:
            seed = int.from_bytes(self._random.bytes(32), "little")
        self._game.deal(seed)
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
            raise CartagenaError(f"Action {action} is not legal here.")
        self._cumulative_rewards[agent] = _NO_REWARD
        self.infos[agent] = {"action_mask": game.mask(before)}
        if game.decider == NOBODY:
            self._end()
        elif game.decider != before:
            self.agent_selection = agent = self._colours[game.decider]
            self.infos[agent] = {"action_mask": game.mask(game.decider)}

    def _end(self) -> None:
        self.rewards = dict(zip(self._colours, self._game.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        """Return the observation and the action mask, which is all 0 unless the agent is to decide."""
        return self._game.observation(self._colours.index(agent))

    def render(self) -> str | NDArray[np.uint8] | None:
        """Print the table (`human`), or return it as text (`ansi`), `svg` or pixels (`rgb_array`)."""
        return self._game.render(self.render_mode)

    def close(self) -> None:
        """Do nothing."""


raw_env = CartagenaEnv
