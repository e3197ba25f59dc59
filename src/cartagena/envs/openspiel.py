"""Cartagena as an OpenSpiel game: `python_cartagena`. Importing this module registers it.

Every card and every chest is a chance node. The board and the player who begins follow from the parameter
`seed`, or with `random_board` are chance nodes, too.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from cartagena.bots.view import View
from cartagena.envs.openspiel_history import HISTORY_BITS
from cartagena.envs.openspiel_world import TERMINAL, SharedGame, World
from cartagena.rules import batch
from cartagena.rules.actions import ACTIONS
from cartagena.rules.components import SEATS
from cartagena.rules.notation.moves import Move
from cartagena.rules.observation import FIELDS, SIZE, observation_of
from cartagena.rules.options import Rules
from cartagena.rules.state import new_states
from cartagena.sim.simulator import final_rewards

MAX_DECISIONS_PER_TURN: Final = 60
"""Upper bound for the decisions of three actions, with all their spells and discards."""

_TYPE: Final = {
    "long_name": "Cartagena",
    "dynamics": pyspiel.GameType.Dynamics.SEQUENTIAL,
    "chance_mode": pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    "information": pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    "utility": pyspiel.GameType.Utility.ZERO_SUM,
    "reward_model": pyspiel.GameType.RewardModel.TERMINAL,
    "max_num_players": SEATS,
    "min_num_players": 2,
    "provides_information_state_string": True,
    "provides_information_state_tensor": True,
    "provides_observation_string": True,
    "provides_observation_tensor": True,
}

PARAMETERS: Final[dict[str, Any]] = {
    "rules": "jamaica",
    "players": 2,
    "seed": 1,
    "turn_limit": 1000,
    "random_board": False,
    "history_bits": False,
}
GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_cartagena", parameter_specification=PARAMETERS, **_TYPE
)


class CartagenaGame(pyspiel.Game):  # type: ignore[misc]
    """The game with the rules of a preset. After `turn_limit` turns it ends without a winner."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        values = {**PARAMETERS, **(params or {})}
        self.shared = SharedGame(values)
        super().__init__(
            GAME_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=ACTIONS,
                max_chance_outcomes=self.shared.outcomes,
                num_players=values["players"],
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=MAX_DECISIONS_PER_TURN * self.shared.rules.turn_limit,
            ),
            values,
        )

    def new_initial_state(self) -> "CartagenaState":
        """Return the state with all cards in the deck."""
        return CartagenaState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> "Observer":
        """Return an observer of the current state or, with perfect recall, of the history."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(kind, params, history_bits=self.shared.history_bits)


class CartagenaState(pyspiel.State):  # type: ignore[misc]
    """A game and its unresolved chance: the setup, or outcomes of an action."""

    def __init__(self, game: CartagenaGame) -> None:
        super().__init__(game)
        self._world = World(game.shared)

    @property
    def packed(self) -> NDArray[Any]:
        """Return the packed record of the game, as an array of one."""
        return self._world.states

    @property
    def rules(self) -> Rules:
        """Return the rules of the game."""
        return self._world.shared.rules

    def view(self, player: int) -> View:
        """Return the view of a player, as bots get it."""
        packed = new_states(1)
        batch.write_view(self._world.states, 0, player, packed, 0)
        return View(packed, self.rules, tuple(self._world.shared.colours), player)

    def legal_moves(self) -> list[Move]:
        """Return the legal moves with their notation, as bots get them."""
        return self._world.legal_moves()

    # The player to move.

    def current_player(self) -> int:
        """Return the seat to decide, or the id of chance or of the end."""
        return self._world.player

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return self._world.player == TERMINAL

    def returns(self) -> list[float]:
        """Return the rewards of all seats, which are 0 before the end."""
        return final_rewards(int(self.packed["winner"][0]), self._world.shared.players)

    def _legal_actions(self, player: int) -> list[int]:
        """Return the legal actions in ascending order."""
        return self._world.legal_actions() if player == self._world.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the kinds of cards, the chests or the tiles, with their probabilities."""
        counts = self._world.chance_counts()
        total = sum(counts.values())
        return [(outcome, count / total) for outcome, count in sorted(counts.items())]

    def _apply_action(self, action: int) -> None:
        """Apply an action of the player to move, or a chance outcome."""
        self._world.apply(action)

    # Observations.

    def observation_vector(self, player: int) -> NDArray[np.int8]:
        """Return what a player observes. See docs/spaces.md."""
        return observation_of(self._world.states, player)

    def history_of(self, player: int) -> bytes:
        """Return a digest of everything that a player has observed."""
        return b"" if self._world.history is None else self._world.history.digest(player)

    def resample_from_infostate(self, player: int, rng: Any) -> "CartagenaState":
        """Return a random state that is consistent with what the player knows.

        The histories of the other players are not sampled and start empty.
        """
        sample: CartagenaState = self.clone()
        sample._world.determinize(player, int(rng() * (1 << 53)))
        return sample

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the notation of a move, or the name of a chance outcome."""
        return self._world.name_of(player, action)

    def __str__(self) -> str:
        return self._world.text()


class Observer:
    """A player's observation as a tensor, followed by the bits of its history if they are asked for."""

    def __init__(self, kind: Any, params: Mapping[str, Any] | None, *, history_bits: bool) -> None:
        if params:
            raise ValueError(f"Observers take no parameters, not {params}.")
        self._recalls: bool = kind.perfect_recall
        bits = HISTORY_BITS if self._recalls and history_bits else 0
        self.tensor = np.zeros(SIZE + bits, np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        end = 0
        for name, (shape, _) in FIELDS.items():
            begin, end = end, end + int(np.prod(shape))
            self.dict[name] = self.tensor[begin:end].reshape(shape)
        if bits:
            self.dict["history"] = self.tensor[SIZE:]

    def set_from(self, state: CartagenaState, player: int) -> None:
        """Write the observation of a player into the tensor."""
        self.tensor[:SIZE] = state.observation_vector(player)
        if "history" in self.dict:
            digest = state.history_of(player) or bytes(HISTORY_BITS // 8)
            self.dict["history"][:] = np.unpackbits(np.frombuffer(digest, np.uint8))

    def string_from(self, state: CartagenaState, player: int) -> str:
        """Return the nonzero numbers with their indices, after the history with perfect recall."""
        vector = state.observation_vector(player)
        indices = np.flatnonzero(vector)
        numbers = zip(indices.tolist(), vector[indices].tolist(), strict=True)
        text = " ".join(f"{index}:{number}" for index, number in numbers)
        history = state.history_of(player).hex() if self._recalls else ""
        return f"{history} {text}".strip()


pyspiel.register_game(GAME_TYPE, CartagenaGame)
