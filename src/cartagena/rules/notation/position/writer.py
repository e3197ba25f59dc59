"""Write positions and views as plain mappings, ready for JSON."""

from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.rules.components import (
    CHEST,
    GOAL,
    LANTERN,
    SLOOP,
    SNAKE,
    SPACES_PER_TILE,
    START,
    TOKEN_NAMES,
    TOKENS,
)
from cartagena.rules.notation.moves import Vocabulary
from cartagena.rules.notation.position.board import PENDING_NAMES, SHORES
from cartagena.rules.notation.position.types import (
    PendingDecision,
    Position,
    PublicState,
    SeatUpdate,
    SeatView,
    Setting,
)
from cartagena.rules.options import Rules
from cartagena.rules.state import (
    DISCARD,
    DRAWN,
    GIVE,
    KEEP,
    NOBODY,
    PUT,
    RUNNING,
    STATE,
    TAKE,
    TURN,
    unpack_counts,
)

PENDING: Final = dict(zip(range(TAKE, DISCARD + 1), PENDING_NAMES, strict=True))
OWNER_OF_DRAWN: Final = "drawn"


@lru_cache(maxsize=4096)
def _symbols(masks: tuple[int, ...], tiles: int) -> tuple[int, ...]:
    """Return the symbol number of each space. It stays the same for a whole game."""
    return tuple(
        next(symbol for symbol, mask in enumerate(masks) if mask >> space & 1)
        for space in range(1, SPACES_PER_TILE * tiles + 1)
    )


@lru_cache(maxsize=1024)
def _options(rules: Rules) -> dict[str, Any]:
    return rules.to_mapping()


Fields = dict[str, Any]


def _unpacked(record: NDArray[Any]) -> Fields:
    """Return all fields by name. Reading them from the record one by one takes five times as long."""
    return dict(zip(STATE.names or (), record.item(), strict=True))


class PositionWriter:
    """Writes packed records as mappings, with the names of a table."""

    def __init__(self, rules: Rules, vocabulary: Vocabulary) -> None:
        self.rules = rules
        self.vocabulary = vocabulary

    def position(self, record: NDArray[Any]) -> Position:
        """Write everything, hidden cards included."""
        state = _unpacked(record)
        position: Position = {
            **self._setting(state),
            **self._public_state(state),  # type: ignore[typeddict-item]  # has no chests yet
            "deck": self._counts(state["deck"]),
            "generator": [int(word) for word in state["generator"]],
            "memory": self._memory(state),
        }
        if self.rules.magic:
            position["chests"] = {
                space: TOKEN_NAMES[token] for space, token in self._tokens(state).items()
            }
            position["chest_box"] = self._box(state)
            position["chests_opened"] = self._opened(state)
        return position

    def view(self, record: NDArray[Any]) -> SeatView:
        """Write the content of a view record, which is everything its seat may know."""
        state = _unpacked(record)
        return {**self._setting(state), **self._update(state)}

    def update(self, record: NDArray[Any]) -> SeatUpdate:
        """Write a view without rules, board and players, which never change during a game."""
        return self._update(_unpacked(record))

    def board(self, record: NDArray[Any]) -> list[str]:
        """Write the symbols of the path, from the first space on."""
        return self._board(_unpacked(record))

    def _update(self, state: Fields) -> SeatUpdate:
        colours = self.vocabulary.colours
        update: SeatUpdate = {
            **self._public_state(state),  # type: ignore[typeddict-item]  # has no chests yet
            "viewer": colours[state["viewer"]],
            "hand_sizes": {
                colour: int(state["hand_size"][seat]) for seat, colour in enumerate(colours)
            },
            "deck_size": state["deck_size"],
        }
        if self.rules.magic:
            update["chests"] = dict.fromkeys(self._tokens(state))
            update["chests_opened"] = self._opened(state)
        pending = update["pending"]
        if pending is not None and "cards" in pending:
            pending["count"] = int(state["hand_size"][DRAWN])
        return update

    def _setting(self, state: Fields) -> Setting:
        return {
            "rules": dict(_options(self.rules)),
            "board": self._board(state),
            "players": list(self.vocabulary.colours),
        }

    def _public_state(self, state: Fields) -> PublicState:
        colours = self.vocabulary.colours
        winner = state["winner"]
        public: PublicState = {
            "pirates": {colour: self._pirates(state, seat) for seat, colour in enumerate(colours)},
            "hands": {
                colour: self._counts(state["hand"][seat]) for seat, colour in enumerate(colours)
            },
            "discard": self._counts(state["discard"]),
            "turn": colours[state["active"]],
            "actions_left": state["actions_left"],
            "pending": self._pending(state),
            "winner": None if winner == NOBODY else colours[winner],
            "over": state["result"] != RUNNING,
            "turns": state["turns"],
            "idle": state["idle"],
            "deck_top": self._deck_top(state),
        }
        if self.rules.supply == "row":
            row = state["row"][: state["row_size"]]
            public["row"] = [self.vocabulary.cards[kind] for kind in row]
        if self.rules.is_complete:
            public["sloop_at"] = SHORES[state["sloop_at"]]
            public["free_sail"] = bool(state["free_sail"])
            public["sailed"] = bool(state["sailed"])
        return public

    def _board(self, state: Fields) -> list[str]:
        masks = tuple(state["symbol"].tolist())
        return [self.vocabulary.cards[symbol] for symbol in _symbols(masks, self.rules.tiles)]

    def _pirates(self, state: Fields, seat: int) -> dict[str, int]:
        places = self.vocabulary.places
        pirates = {}
        if state["start"][seat]:
            pirates[places[START]] = int(state["start"][seat])
        one, two, three = state["own"][seat].tolist()
        spaces = one
        while spaces:
            space = (spaces & -spaces).bit_length() - 1
            pirates[str(space)] = 1 + (two >> space & 1) + (three >> space & 1)
            spaces &= spaces - 1
        for place, field in ((SLOOP, "aboard"), (GOAL, "home")):
            if state[field][seat]:
                pirates[places[place]] = int(state[field][seat])
        return pirates

    def _counts(self, counts: NDArray[np.uint8]) -> dict[str, int]:
        return self._named(counts.tolist())

    def _named(self, counts: list[int]) -> dict[str, int]:
        cards = self.vocabulary.cards
        return {cards[kind]: count for kind, count in enumerate(counts) if count}

    def _deck_top(self, state: Fields) -> dict[str, list[str]]:
        if not state["top_size"]:
            return {}
        from_the_top = state["top"][: state["top_size"]][::-1].tolist()
        colour = self.vocabulary.colours[state["top_seat"]]
        return {colour: [self.vocabulary.cards[kind] for kind in from_the_top]}

    def _pending(self, state: Fields) -> PendingDecision | None:
        pending = state["pending"]
        if pending == TURN:
            return None
        colours = self.vocabulary.colours
        decision: PendingDecision = {
            "kind": PENDING[pending],
            "seat": colours[state["decider"]],
        }
        if pending == TAKE:
            decision["from"] = colours[state["other"]]
        if pending == GIVE:
            decision["to"] = colours[state["other"]]
        if pending == KEEP:
            decision["spell"] = "lantern" if state["spell"] == LANTERN else "rum"
            decision["left"] = state["left"]
        if pending in (KEEP, GIVE, PUT):
            decision["cards"] = self._counts(state["hand"][DRAWN])
        if state["dark"]:
            decision["dark"] = True
        return decision

    def _tokens(self, state: Fields) -> dict[str, int]:
        """Return the numbers of the unopened chests by space. A view does not contain them."""
        chest_spaces = int(state["symbol"][CHEST])
        tokens: dict[str, int] = {}
        for space in range(1, self.rules.spaces + 1):
            token = int(state["token"][(space - 1) // SPACES_PER_TILE])
            if chest_spaces >> space & 1 and token:
                tokens[str(space)] = token
        return tokens

    def _opened(self, state: Fields) -> list[str]:
        return [
            TOKEN_NAMES[token]
            for token in range(1, SNAKE + 1)
            for _ in range(int(state["opened"][token]))
        ]

    def _box(self, state: Fields) -> list[str]:
        box = list(TOKENS)
        for token in state["token"]:
            if token:
                box.remove(int(token))
        return [TOKEN_NAMES[token] for token in box]

    def _memory(self, state: Fields) -> dict[str, dict[str, dict[str, int]]]:
        colours = self.vocabulary.colours
        memories: dict[str, dict[str, dict[str, int]]] = {}
        for seat, observer in enumerate(colours):
            packed = state["known"][seat].tolist()
            # Nobody needs a memory of their own hand, so its place holds the memory of drawn cards.
            owners = [*(other for other in range(len(colours)) if other != seat), seat]
            for owner in owners:
                counts = self._named(unpack_counts(packed[owner]))
                if counts:
                    name = OWNER_OF_DRAWN if owner == seat else colours[owner]
                    memories.setdefault(observer, {})[name] = counts
        return memories
