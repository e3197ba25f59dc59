"""Cartagena as an OpenSpiel game: `python_cartagena`. Importing this module registers it.

Every card and every chest is a chance node. The board and the starting player follow from the parameter
`seed` and are known before the first card is dealt.
"""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from cartagena import picture
from cartagena.rules import batch
from cartagena.rules.actions import ACTIONS
from cartagena.rules.chance.scripted import CHEST_OUTCOME, OUTCOMES
from cartagena.rules.chance.seeds import key_words
from cartagena.rules.components import CARDS, DEAL, KINDS, ROW, SEATS, TOKEN_NAMES, TOKENS
from cartagena.rules.notation.legal_moves import list_moves
from cartagena.rules.notation.moves import Move, vocabulary_for
from cartagena.rules.notation.position.writer import PositionWriter
from cartagena.rules.notation.record import read_players
from cartagena.rules.notation.visibility import redact_move
from cartagena.rules.observation import FIELDS, SIZE, observation_of
from cartagena.rules.options import Rules
from cartagena.rules.scripted_chance import PendingChance, apply_scripted
from cartagena.rules.setup import cards_of_kind
from cartagena.rules.state import NOBODY, RUNNING, copy_states, new_scratches, new_states
from cartagena.sim.simulator import final_rewards
from cartagena.validation import read_int

MAX_DECISIONS_PER_TURN: Final = 60
"""Upper bound for the decisions of three actions, with all their spells and discards."""

HISTORY_BITS: Final = 128

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
}
GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_cartagena", parameter_specification=PARAMETERS, **_TYPE
)


class SharedGame:
    """The constant data that all states of a game share."""

    def __init__(self, preset: str, players: int, seed: int, turn_limit: int) -> None:
        self.rules = Rules.preset(preset, turn_limit=read_int(turn_limit, "turn_limit", 1, 1 << 20))
        self.colours = read_players(players)
        self.vocabulary = vocabulary_for(self.rules, self.colours)
        self.blank = batch.prepare(self.rules, players)
        """The state before the first card is dealt."""
        batch.deal(self.blank, 0, key_words(seed), NOBODY)
        undeal(self.blank[0])
        tiles = self.rules.tunnel + self.rules.jungle
        self.cards_to_hands = DEAL * players
        self.cards_to_row = ROW if self.rules.supply == "row" else 0
        self.chests = tiles if self.rules.magic else 0
        self.deal = self.cards_to_hands + self.cards_to_row + self.chests

    def __deepcopy__(self, memo: dict[int, Any]) -> "SharedGame":
        """Return itself, since it never changes and states are copied often."""
        return self


class CartagenaGame(pyspiel.Game):  # type: ignore[misc]
    """The game with the rules of a preset. After `turn_limit` turns it ends without a winner."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        values = {**PARAMETERS, **(params or {})}
        self.shared = SharedGame(
            values["rules"], values["players"], values["seed"], values["turn_limit"]
        )
        super().__init__(
            GAME_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=ACTIONS,
                max_chance_outcomes=OUTCOMES,
                num_players=values["players"],
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=MAX_DECISIONS_PER_TURN * values["turn_limit"],
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
        return Observer(kind, params)


def undeal(state: Any) -> None:
    """Put all cards back into the deck and all chests back into the box."""
    for name in ("hand", "hand_size", "row", "row_size", "discard", "token", "known"):
        state[name] = 0
    state["deck"] = [cards_of_kind(state, kind) for kind in range(KINDS)]
    state["deck_size"] = CARDS


class CartagenaState(pyspiel.State):  # type: ignore[misc]
    """A game and its unresolved chance: cards still to deal, or outcomes of an action."""

    def __init__(self, game: CartagenaGame) -> None:
        super().__init__(game)
        self._shared = game.shared
        self._states = copy_states(self._shared.blank)
        self._dealt = 0
        self._action: int | None = None
        """The action whose chance outcomes are pending."""
        self._outcomes: list[int] = []
        self._pending: PendingChance | None = None
        self._histories = [b""] * len(self._shared.colours)

    # The player to move.

    def current_player(self) -> int:
        """Return the seat to decide, or the id of chance or of the end."""
        if self._pending is not None or self._dealt < self._shared.deal:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self._states["decider"][0])

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return int(self._states["result"][0]) != RUNNING

    def returns(self) -> list[float]:
        """Return the rewards of all seats, which are 0 before the end."""
        return final_rewards(int(self._states["winner"][0]), len(self._shared.colours))

    def _legal_moves(self) -> list[Move]:
        return list_moves(self._states, new_scratches(), batch.new_list(), self._shared.vocabulary)

    def _legal_actions(self, player: int) -> list[int]:
        """Return the legal actions in ascending order."""
        if player != self.current_player():
            return []
        actions = batch.new_list()
        n = batch.list_legal(self._states, 0, new_scratches(), actions)
        legal: list[int] = actions[:n].tolist()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the kinds of cards, or the chests, with their probabilities."""
        counts = self._counts_in_deal() if self._pending is None else self._pending.counts
        total = sum(counts.values())
        return [(outcome, count / total) for outcome, count in sorted(counts.items())]

    def _counts_in_deal(self) -> dict[int, int]:
        if self._dealt < self._shared.deal - self._shared.chests:
            deck = self._states["deck"][0].tolist()
            return {kind: count for kind, count in enumerate(deck) if count}
        left = list(TOKENS)
        for value in self._states["token"][0].tolist():
            if value:
                left.remove(value)
        return {CHEST_OUTCOME + value: left.count(value) for value in set(left)}

    # Applying actions.

    def _apply_action(self, action: int) -> None:
        """Apply an action of the player to move, or a chance outcome."""
        if self._pending is None and self._dealt < self._shared.deal:
            self._deal(action)
            return
        if self._pending is None:
            self._action, self._outcomes = action, []
        else:
            self._outcomes = [*self._outcomes, action]
        assert self._action is not None
        texts = self._redacted_texts(self._action)
        self._pending = apply_scripted(
            self._states, 0, self._action, self._outcomes, new_scratches()
        )
        if self._pending is None:
            self._remember(texts)

    def _deal(self, outcome: int) -> None:
        """Deal the next card or chest."""
        state, players = self._states[0], len(self._shared.colours)
        hands, row = self._shared.cards_to_hands, self._shared.cards_to_row
        if self._dealt < hands + row:
            state["deck"][outcome] -= 1
            state["deck_size"] -= 1
        if self._dealt < hands:
            state["hand"][self._dealt % players, outcome] += 1
            state["hand_size"][self._dealt % players] += 1
        elif self._dealt < hands + row:
            state["row"][self._dealt - hands] = outcome
            state["row_size"] += 1
        else:
            state["token"][self._dealt - hands - row] = outcome - CHEST_OUTCOME
        self._dealt += 1
        if self._dealt == self._shared.deal:
            self._remember([""] * players)

    def _redacted_texts(self, action: int) -> list[str]:
        """Return the move as each player sees it. It must not be applied yet."""
        move = next(move for move in self._legal_moves() if move.action == action)
        state = self._states[0]
        return [
            redact_move(
                self._shared.rules,
                move,
                by_maker=seat == int(state["active"]),
                by_other=seat == int(state["other"]),
            )
            if move.hides_card
            else move.text
            for seat in range(len(self._shared.colours))
        ]

    def _remember(self, texts: list[str]) -> None:
        """Add the move and the new observation to the history of each player."""
        for seat, text in enumerate(texts):
            vector = self.observation_vector(seat).tobytes()
            history = self._histories[seat] + text.encode() + vector
            self._histories[seat] = blake2b(history, digest_size=HISTORY_BITS // 8).digest()

    # Observations.

    def observation_vector(self, player: int) -> NDArray[np.int8]:
        """Return what a player observes. See docs/spaces.md."""
        return observation_of(self._states, player)

    def history_of(self, player: int) -> bytes:
        """Return a digest of everything that a player has observed."""
        return self._histories[player]

    def resample_from_infostate(self, player: int, rng: Any) -> "CartagenaState":
        """Return a random state that is consistent with what the player knows.

        The histories of the other players are not sampled and start empty.
        """
        sample: CartagenaState = self.clone()
        sample.determinize(player, int(rng() * (1 << 53)))
        return sample

    def determinize(self, player: int, seed: int) -> None:
        """Replace the state by a random one that is consistent with what the player knows."""
        view = new_states(1)
        batch.write_view(self._states, 0, player, view, 0)
        batch.write_sample(view, 0, self._states, 0, key_words(seed), new_scratches())
        for seat in range(len(self._histories)):
            if seat != player:
                self._histories[seat] = b""

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the notation of a move, or the name of a chance outcome."""
        if player == pyspiel.PlayerId.CHANCE:
            if action > CHEST_OUTCOME:
                return f"chest {TOKEN_NAMES[action - CHEST_OUTCOME]}"
            return str(self._shared.vocabulary.cards[action])
        return next((m.text for m in self._legal_moves() if m.action == action), str(action))

    def __str__(self) -> str:
        if self._dealt < self._shared.deal:
            return f"{self._dealt} cards and chests dealt"
        writer = PositionWriter(self._shared.rules, self._shared.vocabulary)
        text = picture.text(writer.position(self._states[0]))
        pending = "" if self._pending is None else f"\n{self._action}: {self._outcomes}"
        return text + pending


class Observer:
    """A player's observation as a tensor, followed by its history with perfect recall."""

    def __init__(self, kind: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"Observers take no parameters, not {params}.")
        bits = HISTORY_BITS if kind.perfect_recall else 0
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
        history = state.history_of(player).hex() if "history" in self.dict else ""
        return f"{history} {text}".strip()


pyspiel.register_game(GAME_TYPE, CartagenaGame)
