"""One seat against named bots, as a Gymnasium environment: `Cartagena-v0`.

>>> import gymnasium, cartagena.envs
>>> env = gymnasium.make("Cartagena-v0", rules="escape", opponents=["drunk", "deckhand"])
>>> seen, info = env.reset(seed=7)
>>> bool(seen["action_mask"].any())
True
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from cartagena.bots import Bot, Budget, View, create
from cartagena.envs.spaces import Observation, action_space, observation_space
from cartagena.envs.table import RENDER_MODES, Table, check_render_mode
from cartagena.errors import CartagenaError
from cartagena.rules import batch
from cartagena.rules.options import Rules
from cartagena.rules.state import NOBODY, new_states
from cartagena.validation import whole

ILLEGAL_REWARD = -1.0


def draw_seed(random: Any) -> int:
    """Draw the seed of a game from a NumPy generator."""
    return int.from_bytes(random.bytes(32), "little")


class SeatEnv(gymnasium.Env[Observation, int]):
    """The agent plays one seat. The others are bots, in the order of the seats after it."""

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        rules: Rules | str | Mapping[str, Any] = "jamaica",
        opponents: Sequence[str] = ("deckhand",),
        seat: int | None = None,
        budget: Budget | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Seat the agent at `seat`, or at a random seat in each game.

        `budget` is the thinking budget of opponents that search.
        """
        self.render_mode = check_render_mode(render_mode)
        self.opponents = tuple(opponents)
        self.seat = seat if seat is None else whole(seat, "A seat", 0, len(opponents))
        self._table = Table(rules, 1 + len(self.opponents))
        self._budget = budget or Budget()
        self._bots: dict[int, Bot] = {}
        for name in self.opponents:
            create(name)  # an unknown name is told at once
        self.observation_space = observation_space()  # type: ignore[assignment]
        self.action_space = action_space()  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game. With a seed it is that of `Game(rules, players, seed)`."""
        super().reset(seed=seed, options=options)
        players = 1 + len(self.opponents)
        drawn = int(self.np_random.integers(players))
        self._seat = drawn if self.seat is None else self.seat
        self._bots = {
            (self._seat + place) % players: create(name)
            for place, name in enumerate(self.opponents, 1)
        }
        self._chance = Random(draw_seed(self.np_random))
        self._table.deal(draw_seed(self.np_random) if seed is None else seed)
        self._let_bots_play()
        return self._look()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Apply an action, then let the bots play. An illegal action loses the game at once."""
        table = self._table
        if table.decider == NOBODY:
            raise CartagenaError("The game is over: reset begins the next one.")
        if not table.play(int(action)):
            table.decider = NOBODY
            seen, info = self._look()
            return seen, ILLEGAL_REWARD, True, False, {**info, "illegal_action": True}
        self._let_bots_play()
        over = table.decider == NOBODY
        seen, info = self._look()
        return seen, table.rewards()[self._seat] if over else 0.0, over, False, info

    def _let_bots_play(self) -> None:
        table = self._table
        while table.decider not in (self._seat, NOBODY):
            seat, packed = table.decider, new_states(1)
            batch.write_view(table.states, 0, seat, packed, 0)
            view = View(packed, table.rules, table.colours, seat)
            move = self._bots[seat].choose(view, table.legal_moves(), self._chance, self._budget)
            table.play(move.action)

    def _look(self) -> tuple[Observation, dict[str, Any]]:
        seen = self._table.observation(self._seat)
        return seen, {"action_mask": seen["action_mask"].copy(), "seat": self._seat}

    def render(self) -> str | NDArray[np.uint8] | None:
        """Print the table (`human`), or return it as text (`ansi`), SVG (`svg`) or pixels (`rgb_array`)."""
        return self._table.render(self.render_mode)
