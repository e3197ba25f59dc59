"""Cartagena as a game of OpenSpiel: `python_cartagena`. Importing this module registers it.

Every card and every chest is a chance node. The board, and who begins, follow from the parameter
`seed`, because both are known before the first card is dealt.
"""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any, Final

import numpy as np
import pyspiel
from numpy.typing import NDArray

from cartagena import picture
from cartagena.envs.steps import write_observation
from cartagena.rules import batch
from cartagena.rules.actions import ACTIONS
from cartagena.rules.chance.scripted import CHEST_OUTCOME, OUTCOMES
from cartagena.rules.chance.seeds import words
from cartagena.rules.components import CARDS, DEAL, KINDS, ROW, SEATS, TOKEN_NAMES, TOKENS
from cartagena.rules.notation.moves import Move, lexicon
from cartagena.rules.notation.position.writer import Writer
from cartagena.rules.notation.record import read_players
from cartagena.rules.notation.visibility import redact_move
from cartagena.rules.options import Rules
from cartagena.rules.scripted_chance import PendingChance, apply_scripted
from cartagena.rules.setup import cards_of_kind
from cartagena.rules.state import NOBODY, RUNNING, copied, new_scratches, new_states
from cartagena.sim.observation import FIELDS, OBSERVATION, SIZE
from cartagena.validation import whole

MAX_DECISIONS_PER_TURN: Final = 60
"""An upper bound: three actions with all their spells and discards need fewer."""

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


class Table:
    """The data that all states of a game share."""

    def __init__(self, preset: str, players: int, seed: int, turn_limit: int) -> None:
        self.rules = Rules.preset(preset, turn_limit=whole(turn_limit, "turn_limit", 1, 1 << 20))
        self.colours = read_players(players)
        self.lexicon = lexicon(self.rules, self.colours)
        self.blank = batch.prepare(self.rules, players)
        """The game before the deal."""
        batch.deal(self.blank, 0, words(seed), NOBODY)
        take_cards_back(self.blank[0])
        tiles = self.rules.tunnel + self.rules.jungle
        self.cards_to_hands = DEAL * players
        self.cards_to_row = ROW if self.rules.supply == "row" else 0
        self.chests = tiles if self.rules.magic else 0
        self.deal = self.cards_to_hands + self.cards_to_row + self.chests

    def __deepcopy__(self, memo: dict[int, Any]) -> "Table":
        """Return this object itself: it never changes, and states are copied often."""
        return self


class CartagenaGame(pyspiel.Game):  # type: ignore[misc]
    """A game by the rules of a preset. It ends without a winner after `turn_limit` turns."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        self.table = Table(given["rules"], given["players"], given["seed"], given["turn_limit"])
        super().__init__(
            GAME_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=ACTIONS,
                max_chance_outcomes=OUTCOMES,
                num_players=given["players"],
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=MAX_DECISIONS_PER_TURN * given["turn_limit"],
            ),
            given,
        )

    def new_initial_state(self) -> "CartagenaState":
        """Return the state before the deal."""
        return CartagenaState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> "Observer":
        """Return an observer of the present or, with perfect recall, of the whole past."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(kind, params)


def take_cards_back(state: Any) -> None:
    """Put all cards back into the deck and all chests into the box."""
    for name in ("hand", "hand_size", "row", "row_size", "discard", "token", "known"):
        state[name] = 0
    state["deck"] = [cards_of_kind(state, kind) for kind in range(KINDS)]
    state["deck_size"] = CARDS


class CartagenaState(pyspiel.State):  # type: ignore[misc]
    """A state of the game, with the chance outcomes that are still to be drawn."""

    def __init__(self, game: CartagenaGame) -> None:
        super().__init__(game)
        self._table = game.table
        self._states = copied(self._table.blank)
        self._dealt = 0
        self._action: int | None = None
        """The action whose chance outcomes are pending."""
        self._outcomes: list[int] = []
        self._stop: PendingChance | None = None
        self._histories = [b""] * len(self._table.colours)

    # The player to move.

    def current_player(self) -> int:
        """Return the seat to move, the chance player, or the terminal player."""
        if self._stop is not None or self._dealt < self._table.deal:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self._states["decider"][0])

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return int(self._states["result"][0]) != RUNNING

    def returns(self) -> list[float]:
        """Return 1 for the winner, paid by the others. All get 0 before the end or without a winner."""
        winner, players = int(self._states["winner"][0]), len(self._table.colours)
        if winner == NOBODY:
            return [0.0] * players
        return [1.0 if seat == winner else -1.0 / (players - 1) for seat in range(players)]

    def _legal_moves(self) -> list[Move]:
        choices, lexicon = batch.new_list(), self._table.lexicon
        n = batch.list_choices(self._states, 0, new_scratches(), choices)
        return [lexicon.moves[choice] for choice in choices[:n].tolist()]

    def _legal_actions(self, player: int) -> list[int]:
        """Return the legal actions in ascending order."""
        if player != self.current_player():
            return []
        listed = batch.new_list()
        found: list[int] = listed[
            : batch.list_legal(self._states, 0, new_scratches(), listed)
        ].tolist()
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the kinds of card or chest that can be drawn, with their probabilities."""
        counts = self._counts_in_deal() if self._stop is None else self._stop.counts
        total = sum(counts.values())
        return [(outcome, count / total) for outcome, count in sorted(counts.items())]

    def _counts_in_deal(self) -> dict[int, int]:
        if self._dealt < self._table.deal - self._table.chests:
            deck = self._states["deck"][0].tolist()
            return {kind: count for kind, count in enumerate(deck) if count}
        left = list(TOKENS)
        for value in self._states["token"][0].tolist():
            if value:
                left.remove(value)
        return {CHEST_OUTCOME + value: left.count(value) for value in set(left)}

    # Actions and chance.

    def _apply_action(self, action: int) -> None:
        """Apply an action of the seat to move, or a chance outcome."""
        if self._stop is None and self._dealt < self._table.deal:
            self._deal(action)
            return
        if self._stop is None:
            self._action, self._outcomes = action, []
        else:
            self._outcomes = [*self._outcomes, action]
        assert self._action is not None
        seen = self._as_seen(self._action)
        self._stop = apply_scripted(self._states, 0, self._action, self._outcomes, new_scratches())
        if self._stop is None:
            self._remember(seen)

    def _deal(self, outcome: int) -> None:
        """Deal the next card, or lay the next chest."""
        state, players = self._states[0], len(self._table.colours)
        hands, row = self._table.cards_to_hands, self._table.cards_to_row
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
        if self._dealt == self._table.deal:
            self._remember([""] * players)

    def _as_seen(self, action: int) -> list[str]:
        """Return the coming action as each player sees it."""
        move = next(move for move in self._legal_moves() if move.action == action)
        state = self._states[0]
        return [
            redact_move(
                self._table.rules,
                move,
                by_maker=seat == int(state["active"]),
                by_other=seat == int(state["other"]),
            )
            if move.hides_card
            else move.text
            for seat in range(len(self._table.colours))
        ]

    def _remember(self, seen: list[str]) -> None:
        """Add to each player's history what it saw and what it observes now."""
        for seat, text in enumerate(seen):
            vector = self.observed(seat).tobytes()
            heard = self._histories[seat] + text.encode() + vector
            self._histories[seat] = blake2b(heard, digest_size=HISTORY_BITS // 8).digest()

    # Observations.

    def observed(self, player: int) -> NDArray[np.int8]:
        """Return a player's observation. See docs/spaces.md."""
        vector = np.zeros(SIZE, np.int8)
        write_observation(self._states, 0, player, vector.view(OBSERVATION), 0)
        return vector

    def history_of(self, player: int) -> bytes:
        """Return a digest of everything a player has seen."""
        return self._histories[player]

    def resample_from_infostate(self, player: int, rng: Any) -> "CartagenaState":
        """Return a random game that is consistent with what the player knows.

        The histories of the other players start again: what they saw before is not sampled.
        """
        drawn: CartagenaState = self.clone()
        drawn.determinize(player, int(rng() * (1 << 53)))
        return drawn

    def determinize(self, player: int, seed: int) -> None:
        """Replace the state by a random one that is consistent with what the player knows."""
        view = new_states(1)
        batch.write_view(self._states, 0, player, view, 0)
        batch.write_sample(view, 0, self._states, 0, words(seed), new_scratches())
        for seat in range(len(self._histories)):
            if seat != player:
                self._histories[seat] = b""

    def _action_to_string(self, player: int, action: int) -> str:
        """Return a move in notation, or the name of a chance outcome."""
        if player == pyspiel.PlayerId.CHANCE:
            if action > CHEST_OUTCOME:
                return f"chest {TOKEN_NAMES[action - CHEST_OUTCOME]}"
            return str(self._table.lexicon.cards[action])
        return next((m.text for m in self._legal_moves() if m.action == action), str(action))

    def __str__(self) -> str:
        if self._dealt < self._table.deal:
            return f"{self._dealt} cards and chests dealt"
        writer = Writer(self._table.rules, self._table.lexicon)
        text = picture.text(writer.position(self._states[0]))
        waits = "" if self._stop is None else f"\n{self._action} has brought {self._outcomes}"
        return text + waits


class Observer:
    """A player's observation as a tensor. With perfect recall, bits of its history follow."""

    def __init__(self, kind: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"There are no parameters of an observation, such as {params}.")
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
        """Write a player's observation into the tensor."""
        self.tensor[:SIZE] = state.observed(player)
        if "history" in self.dict:
            digest = state.history_of(player) or bytes(HISTORY_BITS // 8)
            self.dict["history"][:] = np.unpackbits(np.frombuffer(digest, np.uint8))

    def string_from(self, state: CartagenaState, player: int) -> str:
        """Return the indices and values of all non-zero numbers and, with perfect recall, a digest."""
        vector = state.observed(player)
        places = np.flatnonzero(vector)
        seen = zip(places.tolist(), vector[places].tolist(), strict=True)
        text = " ".join(f"{place}:{number}" for place, number in seen)
        recalled = state.history_of(player).hex() if "history" in self.dict else ""
        return f"{recalled} {text}".strip()


pyspiel.register_game(GAME_TYPE, CartagenaGame)
