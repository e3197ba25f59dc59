"""The game behind an OpenSpiel state, without OpenSpiel: the setup, chance and the moves."""

from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from threading import local
from typing import Any, Final

from numpy.typing import NDArray

from cartagena import picture
from cartagena.envs.openspiel_history import History
from cartagena.errors import CartagenaError
from cartagena.rules import batch
from cartagena.rules.actions import CHOOSE
from cartagena.rules.chance.scripted import CHEST_OUTCOME, OUTCOMES
from cartagena.rules.chance.seeds import key_words
from cartagena.rules.components import (
    DEAL,
    KINDS,
    MAX_TILES,
    ROW,
    SEATS,
    SMALL_DEAL,
    SPACES_PER_TILE,
    TILES,
    TOKEN_NAMES,
    TOKENS,
)
from cartagena.rules.notation.legal_moves import list_moves
from cartagena.rules.notation.moves import Move, vocabulary_for
from cartagena.rules.notation.position.writer import PositionWriter
from cartagena.rules.notation.record import read_players
from cartagena.rules.notation.visibility import redact_move
from cartagena.rules.options import Rules
from cartagena.rules.scripted_chance import PendingChance, apply_scripted
from cartagena.rules.setup import cards_of_kind
from cartagena.rules.state import NOBODY, RUNNING, copy_states, new_scratches, new_states
from cartagena.validation import read_int

CHANCE: Final = -1
TERMINAL: Final = -4
"""OpenSpiel's player numbers for chance and for the end of a game."""

# Chance outcomes before the first card, if the board is random: a tile, either way round, or the
# player who begins.
TILE_OUTCOME: Final = OUTCOMES
FIRST_OUTCOME: Final = TILE_OUTCOME + 2 * MAX_TILES


def read_rules(text: str, turn_limit: int) -> Rules:
    """Read a preset with options, such as `morgan; hands: open`.

    The lower turn limit counts: that of the rules, or this one, since games must end.
    """
    preset, *parts = (part.strip() for part in text.split(";"))
    options: dict[str, Any] = {}
    for part in parts:
        name, colon, value = (piece.strip() for piece in part.partition(":"))
        if not (name and colon and value):
            raise CartagenaError(f"An option must look like 'hands: open', not {part!r}.")
        options[name] = _TRUTH.get(value, int(value) if value.isdecimal() else value)
    if "edition" in options:
        options["edition"] = str(options["edition"])  # although it looks like a number
    rules = Rules.preset(preset, **options)
    limit = read_int(turn_limit, "turn_limit", 1, 1 << 20)
    return replace(rules, turn_limit=min(rules.turn_limit or limit, limit))


_TRUTH: Final = {"true": True, "false": False}


class SharedGame:
    """The constant data that all states of a game share."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.rules = read_rules(values["rules"], values["turn_limit"])
        self.players: int = values["players"]
        self.colours = read_players(self.players)
        self.vocabulary = vocabulary_for(self.rules, self.colours)
        self.history_bits: bool = values["history_bits"]
        """True if information states end with the bits of a digest of the history."""
        is_random = values["random_board"]
        self.outcomes = FIRST_OUTCOME + SEATS if is_random else OUTCOMES
        self.blanks = [self._blank(values["seed"], first) for first in range(self.players)]
        """The state before the first card is dealt, for each player who may begin."""
        self.blank = self._blank(values["seed"], NOBODY)
        """The state before the first chance outcome."""
        if is_random:
            self.blank["symbol"] = 0
        tiles = self.rules.tiles
        self.tiles = tiles if is_random else 0
        self.to_board = tiles + 1 if is_random else 0
        self.to_hands = (
            self.to_board + int(SMALL_DEAL if self.rules.is_small else DEAL) * self.players
        )
        self.to_row = self.to_hands + (ROW if self.rules.supply == "row" else 0)
        self.to_play = self.to_row + (tiles if self.rules.magic else 0)
        """Chance outcomes up to the end of each part of the setup."""
        self.buffers = _Buffers()

    def _blank(self, seed: int, first: int) -> NDArray[Any]:
        states = batch.prepare(self.rules, self.players)
        batch.deal(states, 0, key_words(seed), first)
        undeal(states[0])
        return states

    def __deepcopy__(self, memo: dict[int, Any]) -> "SharedGame":
        """Return itself, since it never changes and states are copied often."""
        return self


class _Buffers(local):
    """Buffers of each thread for calls of the rules."""

    def __init__(self) -> None:
        self.scratches, self.actions = new_scratches(), batch.new_list()

    def __reduce__(self) -> tuple[type["_Buffers"], tuple[()]]:
        """Pickle nothing, since buffers hold nothing that lasts."""
        return _Buffers, ()


def undeal(state: Any) -> None:
    """Put all cards back into the deck and all chests back into the box."""
    for name in ("hand", "hand_size", "row", "row_size", "discard", "token", "known"):
        state[name] = 0
    state["deck"] = [cards_of_kind(state, kind) for kind in range(KINDS)]
    state["deck_size"] = state["deck"].sum()


class World:
    """A game and its pending chance. The packed states are replaced, never changed."""

    def __init__(self, shared: SharedGame) -> None:
        self.shared = shared
        self.states = shared.blank
        self.history: History | None = None
        self.player = CHANCE
        """The seat to decide, CHANCE or TERMINAL."""
        self._setup: tuple[int, ...] = ()
        """The chance outcomes of the setup."""
        self._action: int | None = None
        """The action whose chance outcomes are pending."""
        self._outcomes: tuple[int, ...] = ()
        self._moves: tuple[str, ...] = ()
        """The pending action as each seat sees it."""
        self._pending: PendingChance | None = None
        self._legal: list[int] | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> "World":
        """Copy the references only, since everything behind them never changes."""
        return copy(self)

    def legal_actions(self) -> list[int]:
        """Return the legal actions in ascending order."""
        if self._legal is None:
            buffers = self.shared.buffers
            n = batch.list_legal(self.states, 0, buffers.scratches, buffers.actions)
            self._legal = buffers.actions[:n].tolist()
        return self._legal.copy()

    def legal_moves(self) -> list[Move]:
        """Return the legal moves with their notation."""
        buffers, shared = self.shared.buffers, self.shared
        return list_moves(self.states, buffers.scratches, buffers.actions, shared.vocabulary)

    # Chance.

    def chance_counts(self) -> dict[int, int]:
        """Return the possible chance outcomes, weighted by the number of such cards or chests."""
        if self._pending is not None:
            return self._pending.counts
        shared, dealt = self.shared, len(self._setup)
        if dealt < shared.tiles:
            laid = {(outcome - TILE_OUTCOME) // 2 for outcome in self._setup}
            tiles = set(range(len(TILES[shared.rules.edition]))) - laid
            return {TILE_OUTCOME + 2 * tile + way: 1 for tile in tiles for way in (0, 1)}
        if dealt < shared.to_board:
            return {FIRST_OUTCOME + seat: 1 for seat in range(shared.players)}
        if dealt < shared.to_row:
            deck = self.states["deck"][0].tolist()
            return {kind: count for kind, count in enumerate(deck) if count}
        left = list(TOKENS)
        for value in self.states["token"][0].tolist():
            if value:
                left.remove(value)
        return {CHEST_OUTCOME + value: left.count(value) for value in set(left)}

    def _set_up(self, outcome: int) -> None:
        """Lay the next tile, choose who begins, or deal the next card or chest."""
        shared, dealt = self.shared, len(self._setup)
        self.states = copy_states(self.states)
        state = self.states[0]
        if dealt < shared.tiles:
            self._lay_tile(dealt, outcome - TILE_OUTCOME)
        elif dealt < shared.to_board:
            symbols = state["symbol"].copy()
            self.states = copy_states(shared.blanks[outcome - FIRST_OUTCOME])
            self.states["symbol"] = symbols
        elif dealt < shared.to_row:
            state["deck"][outcome] -= 1
            state["deck_size"] -= 1
            if dealt < shared.to_hands:
                seat = (dealt - shared.to_board) % shared.players
                state["hand"][seat, outcome] += 1
                state["hand_size"][seat] += 1
            else:
                state["row"][dealt - shared.to_hands] = outcome
                state["row_size"] += 1
        else:
            state["token"][dealt - shared.to_row] = outcome - CHEST_OUTCOME
        self._setup = (*self._setup, outcome)
        if len(self._setup) == shared.to_play:
            self._arrive([""] * shared.players)

    def _lay_tile(self, place: int, outcome: int) -> None:
        rules = self.shared.rules
        tile, is_reversed = divmod(outcome, 2)
        symbols = TILES[rules.edition][tile][0 if place < rules.tunnel else 1]
        first = 1 + SPACES_PER_TILE * place
        for offset, symbol in enumerate(symbols[::-1] if is_reversed else symbols):
            self.states["symbol"][0, symbol] |= 1 << (first + offset)

    # Moves.

    def apply(self, action: int) -> None:
        """Apply an action of the player to move, or a chance outcome."""
        if len(self._setup) < self.shared.to_play:
            self._set_up(action)
            return
        if self._action is None:
            self._action, self._outcomes, self._moves = action, (), self._visible_moves(action)
        else:
            self._outcomes = (*self._outcomes, action)
        after = copy_states(self.states)
        scratches = self.shared.buffers.scratches
        self._pending = apply_scripted(after, 0, self._action, self._outcomes, scratches)
        if self._pending is None:
            self.states, self._action = after, None
            self._arrive(self._moves)
        else:
            self.player = CHANCE

    def _arrive(self, moves: list[str] | tuple[str, ...]) -> None:
        """Remember a move and find out who decides next."""
        self.history = History(self.history, self.states, moves, [None] * self.shared.players)
        self._legal = None
        running = int(self.states["result"][0]) == RUNNING
        self.player = int(self.states["decider"][0]) if running else TERMINAL

    def _visible_moves(self, action: int) -> tuple[str, ...]:
        """Return the move as each player sees it."""
        players = self.shared.players
        if not CHOOSE <= action < CHOOSE + KINDS:  # only choices of cards can be hidden
            return (str(action),) * players
        move = next(move for move in self.legal_moves() if move.action == action)
        state = self.states[0]
        return tuple(
            redact_move(
                self.shared.rules,
                move,
                by_maker=seat == int(state["active"]),
                by_other=seat == int(state["other"]),
            )
            if move.hides_card
            else move.text
            for seat in range(players)
        )

    def determinize(self, player: int, seed: int) -> None:
        """Replace the state by a random one that is consistent with what the player knows."""
        view, world = new_states(1), new_states(1)
        batch.write_view(self.states, 0, player, view, 0)
        batch.write_sample(view, 0, world, 0, key_words(seed), self.shared.buffers.scratches)
        self.states, self._legal = world, None
        if self.history is not None:
            digests: list[bytes | None] = [b""] * self.shared.players
            digests[player] = self.history.digest(player)
            self.history = History(None, world, (), digests)

    # Texts.

    def name_of(self, player: int, action: int) -> str:
        """Return the notation of a move, or the name of a chance outcome."""
        if player != CHANCE:
            return next((m.text for m in self.legal_moves() if m.action == action), str(action))
        if action >= FIRST_OUTCOME:
            return f"{self.shared.colours[action - FIRST_OUTCOME]} begins"
        if action >= TILE_OUTCOME:
            tile, is_reversed = divmod(action - TILE_OUTCOME, 2)
            return f"tile {tile + 1}{' reversed' if is_reversed else ''}"
        if action > CHEST_OUTCOME:
            return f"chest {TOKEN_NAMES[action - CHEST_OUTCOME]}"
        return str(self.shared.vocabulary.cards[action])

    def text(self) -> str:
        """Return the table as text, or how far the setup has come."""
        if len(self._setup) < self.shared.to_play:
            return f"setup {self._setup}"
        writer = PositionWriter(self.shared.rules, self.shared.vocabulary)
        text = picture.text(writer.position(self.states[0]))
        return text if self._pending is None else f"{text}\n{self._action}: {self._outcomes}"
