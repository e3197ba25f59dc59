"""One seat against bots as a Gymnasium environment: `Cartagena-v0`.

>>> import gymnasium, cartagena.envs
>>> env = gymnasium.make("Cartagena-v0", rules="escape", opponents=["drunk", "deckhand"])
>>> observation, info = env.reset(seed=7)
>>> bool(observation["action_mask"].any())
True
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from cartagena.bots import Bot, Budget, View
from cartagena.bots.entrant import read_entrant
from cartagena.envs.env_game import RENDER_MODES, EnvGame, WithGame, check_render_mode
from cartagena.envs.spaces import Observation
from cartagena.errors import CartagenaError
from cartagena.rules import batch
from cartagena.rules.options import Rules
from cartagena.rules.state import NOBODY, new_states
from cartagena.validation import read_int

ILLEGAL_REWARD = -1.0


def draw_seed(rng: np.random.Generator) -> int:
    """Draw the seed of a game."""
    return int.from_bytes(rng.bytes(32), "little")


class SeatEnv(WithGame, gymnasium.Env[Observation, int]):
    """The agent plays one seat. The opponents are bots, in the order of the seats after it."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        rules: Rules | str | Mapping[str, Any] = "jamaica",
        opponents: Sequence[str] = ("deckhand",),
        seat: int | None = None,
        budget: Budget | None = None,
        render_mode: str | None = None,
        *,
        compact: bool = False,
    ) -> None:
        """Create the environment.

        `opponents` are bots as on the command line: `deckhand`, `captain:100ms`, `legend:200n` or
        `./my_bot.py:Name`. `seat` is the agent's seat. If None, it is drawn for each game. `budget`
        applies to opponents that do not name one. With `compact`, the spaces hold only what the
        rules can use.
        """
        self.render_mode = check_render_mode(render_mode)
        self.opponents = tuple(opponents)
        self.seat = seat if seat is None else read_int(seat, "A seat", 0, len(opponents))
        self._game = EnvGame(rules, 1 + len(self.opponents), compact=compact)
        self._entrants = [read_entrant(name, budget) for name in self.opponents]
        self._bots: dict[int, tuple[Bot, Budget]] = {}
        self.observation_space = self._game.spaces.observations  # type: ignore[assignment]
        self.action_space = self._game.spaces.actions  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game. With a seed it is `Game(rules, players, seed)`.

        `options` may have `board` and `first`, as for `Game`, or `position` for `Game.from_position`.
        """
        super().reset(seed=seed, options=options)
        players = 1 + len(self.opponents)
        random_seat = int(self.np_random.integers(players))
        self._seat = random_seat if self.seat is None else self.seat
        self._bots = {
            (self._seat + offset) % players: (entrant.bot(), entrant.budget)
            for offset, entrant in enumerate(self._entrants, 1)
        }
        self._rng = Random(draw_seed(self.np_random))
        self._game.deal(draw_seed(self.np_random) if seed is None else seed, options)
        self._let_bots_play()
        return self._observe()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Apply an action, then let the bots play. An illegal action loses the game."""
        game = self._game
        if game.decider == NOBODY:
            raise CartagenaError("The game is over. Call reset to start the next one.")
        if not game.play(int(action)):
            game.decider = NOBODY
            observation, info = self._observe()
            return observation, ILLEGAL_REWARD, True, False, {**info, "illegal_action": True}
        self._let_bots_play()
        over = game.decider == NOBODY
        observation, info = self._observe()
        reward = game.rewards()[self._seat] if over else 0.0
        return observation, reward, over and not game.truncated, over and game.truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of legal actions under the name that sb3-contrib expects."""
        return self._game.mask(self._seat).astype(bool)

    def _let_bots_play(self) -> None:
        game = self._game
        while game.decider not in (self._seat, NOBODY):
            seat, packed_view = game.decider, new_states(1)
            batch.write_view(game.states, 0, seat, packed_view, 0)
            view = View(packed_view, game.rules, game.colours, seat)
            bot, budget = self._bots[seat]
            move = bot.choose(view, game.legal_moves(), self._rng, budget)
            game.play_number(move.action)

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        observation = self._game.observation(self._seat)
        mask = observation["action_mask"].copy()
        return observation, {"action_mask": mask, "seat": self._seat}
