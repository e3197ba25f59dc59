"""`Game`: a game of Cartagena in Python.

>>> from cartagena import Game, Rules
>>> game = Game(Rules.preset("escape"), players=3, seed=7)
>>> len(game.legal_moves) > 0
True

The compiled rules are imported with the first game, not with this module.
"""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena import picture
from cartagena.errors import CartagenaError
from cartagena.persistent import PersistentList
from cartagena.rules.actions import MAX_ACTIONS
from cartagena.rules.chance.seeds import SEEDS, key_words
from cartagena.rules.move_kinds import MOVE_KINDS
from cartagena.rules.notation.illegal import MoveContext
from cartagena.rules.notation.legal_moves import LegalMoves, list_moves
from cartagena.rules.notation.moves import Move, vocabulary_for
from cartagena.rules.notation.parse import parse_move
from cartagena.rules.notation.position.types import Position, SeatUpdate, SeatView
from cartagena.rules.notation.position.writer import PositionWriter
from cartagena.rules.notation.record import Record, read_players
from cartagena.rules.notation.route import Route, Routes, routes_on
from cartagena.rules.notation.visibility import public_view, redact_move
from cartagena.rules.options import Rules
from cartagena.rules.state import DRAWN, NOBODY, RUNNING, copy_states, new_scratches, new_states
from cartagena.validation import read_choice, read_int, read_list

if TYPE_CHECKING:
    from cartagena.rules.scripted_chance import PendingChance

_HIDDEN_FIELDS: Final = ("deck", "deck_size", "top", "generator", "token", "opened")
"""The fields of the record that change when hidden things are drawn, shuffled or shown."""


@cache
def _kernels() -> ModuleType:
    from cartagena.rules import batch

    return batch


class Game:
    """A game in progress: its full state, its moves, and views of it."""

    _states: NDArray[Any]

    def __init__(
        self,
        rules: Rules | str | Mapping[str, Any] = "jamaica",
        players: int | Sequence[str] = 2,
        seed: int | None = None,
        *,
        first: str | None = None,
        board: Sequence[str] | None = None,
    ) -> None:
        """Deal a new game. Without a seed, the operating system's secure source draws one."""
        rules = rules if isinstance(rules, Rules) else Rules.from_mapping(rules)
        colours = read_players(players)
        seed = secrets.randbelow(SEEDS) if seed is None else read_int(seed, "seed", 0, SEEDS - 1)
        if first is not None:
            read_choice(first, "first", colours)
        tiles = None if board is None else read_list(board, "board", 48)
        self._set_table(Record(rules, colours, seed, first, tiles))
        kernels = _kernels()
        self._states = kernels.prepare(rules, len(colours))
        seat = NOBODY if first is None else colours.index(first)
        kernels.deal(self._states, 0, key_words(seed), seat)
        if tiles is not None:
            from cartagena.rules.notation.position.reader import lay_board

            lay_board(self._states, rules, tiles)

    def _set_table(self, record: Record) -> None:
        self._record = record
        self._was_dealt = record.position is None
        self._vocabulary = vocabulary_for(record.rules, record.players)
        self._history: PersistentList[tuple[NDArray[Any], Move]] = PersistentList()
        self._draws: dict[int, list[str]] = {}
        self._legal: LegalMoves | None = None
        self._routes: Routes | None = None
        self._set_scratch()

    def _set_scratch(self) -> None:
        # Each game has its own scratch record, so that threads can play games in parallel.
        self._scratches = new_scratches()
        self._choices = np.zeros(MAX_ACTIONS, np.int64)

    @classmethod
    def from_position(cls, position: Mapping[str, Any]) -> "Game":
        """Start a game from a position. Raises `CartagenaError` if it is not possible."""
        from cartagena.rules.notation.position.reader import read_position

        context = read_position(position)
        game = cls.__new__(cls)
        game._states = context.states
        game._set_table(Record(context.rules, context.colours))
        game._record = replace(game._record, position=game.position())
        return game

    @classmethod
    def replay(cls, record: Mapping[str, Any]) -> "Game":
        """Replay a record and return the game after its last move."""
        *_, (game, _) = cls.steps(record)
        return game

    @classmethod
    def steps(cls, record: Mapping[str, Any]) -> "Iterator[tuple[Game, Move | None]]":
        """Yield the game of a record before each move, with the move, and at the end with None.

        It is the same game each time: copy it to keep a position.
        """
        log = Record.from_mapping(record)
        if log.position is not None:
            game = cls.from_position(log.position)
            if (game.rules, game.players) != (log.rules, log.players):
                raise CartagenaError(
                    "The rules and players of a record must be those of its position."
                )
        else:
            game = cls(log.rules, log.players, log.seed, first=log.first, board=log.board)
        for number, text in enumerate(log.moves, 1):
            try:
                move = game.parse(text)
                yield game, move
                game.push(move, log.draws_of(number))
            except CartagenaError as error:
                raise CartagenaError(f"Move {number} of the record: {error}") from None
        yield game, None

    # The table.

    @property
    def rules(self) -> Rules:
        """Return the rules of the game."""
        return self._record.rules

    @property
    def players(self) -> tuple[str, ...]:
        """Return the colours in seat order, clockwise."""
        return self._record.players

    @property
    def seed(self) -> int | None:
        """Return the seed of the deal, or None if the game began from a position."""
        return self._record.seed if self._was_dealt else None

    # The state of the game.

    def _colour(self, field: str) -> str | None:
        seat = int(self._states[field][0])
        return None if seat == NOBODY else self.players[seat]

    @property
    def turn(self) -> str:
        """Return the colour whose turn it is."""
        return self.players[int(self._states["active"][0])]

    @property
    def decider(self) -> str:
        """Return the colour that must choose now: whose turn it is, or who must discard."""
        return self.players[int(self._states["decider"][0])]

    @property
    def actions_left(self) -> int:
        """Return the number of actions left in the turn."""
        return int(self._states["actions_left"][0])

    @property
    def winner(self) -> str | None:
        """Return the colour that has won, or None."""
        return self._colour("winner")

    @property
    def over(self) -> bool:
        """Return True if the game has ended, with or without a winner."""
        return int(self._states["result"][0]) != RUNNING

    @property
    def legal_moves(self) -> LegalMoves:
        """Return the legal moves of the decider."""
        if self._legal is None:
            moves = list_moves(self._states, self._scratches, self._choices, self._vocabulary)
            self._legal = LegalMoves(moves)
        return self._legal

    def forced_step(self) -> Move | None:
        """Return the step of a spell that has only one card to choose from, or None.

        Everybody knows the number of cards, so making the step reveals nothing. Two cards of
        one kind leave no choice either, but only their owner may know that.
        """
        if not self.rules.magic or self.over:
            return None
        step = self.legal_moves[0]
        if step.kind not in ("take", "keep", "give", "put"):
            return None
        state = self._states[0]
        owner = int(state["other"]) if step.kind == "take" else DRAWN
        return step if int(state["hand_size"][owner]) == 1 else None

    @property
    def moves(self) -> list[Move]:
        """Return the moves made so far."""
        return [move for _, move in self._history]

    @property
    def last_move(self) -> Move:
        """Return the last move. Raises `CartagenaError` if there is none."""
        if not self._history:
            raise CartagenaError("There is no move yet.")
        return self._history[-1][1]

    @property
    def moves_made(self) -> int:
        """Return the number of moves made so far."""
        return len(self._history)

    # Playing.

    def parse(self, text: str) -> Move:
        """Parse a move. Raises `IllegalMoveError` if no legal move matches."""
        legal = self.legal_moves
        return legal.find(text) or parse_move(text, legal, self._vocabulary.tokens, self._context)

    def _context(self) -> MoveContext:
        return MoveContext(self.rules, self.view(self.decider), self.legal_moves)

    def push(self, move: Move | str, draws: Sequence[str] | None = None) -> Move:
        """Play a move, given as a `Move` or as text. Raises `IllegalMoveError`.

        With `draws`, these cards are drawn from the deck, in this order, instead of those that the
        seed determines. If the snake makes all chests be laid out again, `draws` are these chests,
        beginning with the first tile. `chance_outcomes` returns the possible values.
        """
        played = self._resolve(move)
        after = copy_states(self._states)
        if draws is None:
            _kernels().apply(after, 0, played.action, self._scratches)
        else:
            pending = self._apply_scripted(after, played, draws)
            if pending is not None:
                from cartagena.rules.notation.chance_names import draws_error

                raise draws_error(self._vocabulary, pending, draws)
        self._history.append((self._states, played))
        if draws:
            self._draws[len(self._history)] = list(draws)
        self._states = after
        self._legal = None
        return played

    def chance_outcomes(self, move: Move | str, draws: Sequence[str] = ()) -> dict[str, float]:
        """Return the possible next chance outcomes of a move, after `draws`, and their probabilities.

        The game does not change. The mapping is empty if nothing more is left to chance.
        """
        pending = self._apply_scripted(copy_states(self._states), self._resolve(move), draws)
        if pending is None:
            return {}
        from cartagena.rules.notation.chance_names import draws_error, probabilities

        if pending.index < len(draws):
            raise draws_error(self._vocabulary, pending, draws)
        return probabilities(self._vocabulary, pending)

    def _resolve(self, move: Move | str) -> Move:
        return self.parse(move.text if isinstance(move, Move) else move)

    def _apply_scripted(
        self, states: NDArray[Any], move: Move, draws: Sequence[str]
    ) -> "PendingChance | None":
        from cartagena.rules.notation.chance_names import read_draws
        from cartagena.rules.scripted_chance import apply_scripted

        outcomes = read_draws(self._vocabulary, draws)
        return apply_scripted(states, 0, move.action, outcomes, self._scratches)

    def undo(self) -> Move:
        """Take back the last move and return it."""
        if not self._history:
            raise CartagenaError("There is no move to take back.")
        self._draws.pop(len(self._history), None)
        self._states, move = self._history.pop()
        self._legal = None
        return move

    def copy(self) -> "Game":
        """Return an independent copy of the game."""
        twin = type(self).__new__(type(self))
        twin._record, twin._vocabulary, twin._legal = self._record, self._vocabulary, self._legal
        twin._was_dealt = self._was_dealt
        twin._routes = self._routes  # The board never changes.
        twin._set_scratch()
        twin._states = copy_states(self._states)
        twin._history = self._history.copy()
        twin._draws = dict(self._draws)
        return twin

    # Views.

    def _seat(self, seat: int | str) -> int:
        if isinstance(seat, str):
            return self.players.index(read_choice(seat, "A seat", self.players))
        return read_int(seat, "A seat", 0, len(self.players) - 1)

    def position(self) -> Position:
        """Return everything, hidden cards included, as a plain mapping."""
        return PositionWriter(self.rules, self._vocabulary).position(self._states[0])

    def view(self, seat: int | str) -> SeatView:
        """Return what a seat may know, as a plain mapping. A seat is a number or a colour."""
        return PositionWriter(self.rules, self._vocabulary).view(self.packed_view(seat)[0])

    def view_update(self, seat: int | str) -> SeatUpdate:
        """Return a view without rules, board and players, which never change during a game."""
        return PositionWriter(self.rules, self._vocabulary).update(self.packed_view(seat)[0])

    def public_view(self) -> SeatView:
        """Return what everybody knows, spectators too, as a plain mapping like a seat's view."""
        return public_view(self.rules, self.players, self.view)

    def packed_state(self, moves_ago: int = 0) -> NDArray[Any]:
        """Return a copy of the packed record, as an array of one."""
        read_int(moves_ago, "moves_ago", 0, len(self._history))
        return copy_states(self._history[-moves_ago][0] if moves_ago else self._states)

    def with_packed_state(self, states: NDArray[Any]) -> "Game":
        """Return a copy of the game with the same moves and another packed record."""
        twin = self.copy()
        twin._states, twin._legal = copy_states(states), None
        return twin

    def packed_view(self, seat: int | str) -> NDArray[Any]:
        """Return what a seat may know as a packed record, without everything else."""
        view = new_states(1)
        _kernels().write_view(self._states, 0, self._seat(seat), view, 0)
        return view

    def sample(self, seat: int | str, seed: int | None = None) -> "Game":
        """Return a random game consistent with what this seat knows (a determinization)."""
        seed = secrets.randbelow(SEEDS) if seed is None else read_int(seed, "seed", 0, SEEDS - 1)
        world = new_states(1)
        _kernels().write_sample(
            self.packed_view(seat), 0, world, 0, key_words(seed), self._scratches
        )
        game = Game.__new__(Game)
        game._set_table(Record(self.rules, self.players))
        game._states, game._was_dealt = world, False
        return game

    def revealed_since(self, moves_ago: int) -> bool:
        """Return True if one of the last moves drew, shuffled or showed hidden cards or chests."""
        total = len(self._history)
        read_int(moves_ago, "moves_ago", 0, total)
        if any(
            MOVE_KINDS[self._history[total - n][1].kind].reveals for n in range(1, moves_ago + 1)
        ):
            return True
        return self._changed_since(moves_ago, _HIDDEN_FIELDS)

    def turn_ended_since(self, moves_ago: int) -> bool:
        """Return True if one of the last moves ended a turn."""
        return self._changed_since(moves_ago, ("turns",))

    def _changed_since(self, moves_ago: int, fields: Sequence[str]) -> bool:
        then = self._history[-moves_ago][0] if moves_ago else self._states
        return any(then[name].tobytes() != self._states[name].tobytes() for name in fields)

    def public_moves(self) -> list[str]:
        """Return the moves as everybody saw them. `keep ?` hides a card."""
        return [redact_move(self.rules, move) for _, move in self._history]

    def moves_visible_to(self, seat: int | str) -> list[str]:
        """Return the moves as this seat saw them. `keep ?` hides a card."""
        viewer = self._seat(seat)
        return [
            redact_move(
                self.rules,
                move,
                by_maker=viewer == int(states["active"][0]),
                by_other=viewer == int(states["other"][0]),
            )
            if move.hides_card
            else move.text
            for states, move in self._history
        ]

    def text(self, viewer: int | str | None = None) -> str:
        """Draw the table as text: everything, or what a seat may know."""
        return picture.text(self.position() if viewer is None else self.view(viewer))

    @property
    def routes(self) -> Routes:
        """The routes of pirates on the board of this game."""
        if self._routes is None:
            writer = PositionWriter(self.rules, self._vocabulary)
            self._routes = routes_on(self.rules, tuple(writer.board(self._states[0])))
        return self._routes

    def route(self, move: Move | str) -> Route | None:
        """Return the way of a move along the path, with the spaces that it jumps over.

        Returns None if the move moves no pirate.
        """
        move = Move(move) if isinstance(move, str) else move
        return self.routes.of(move)

    def svg(
        self,
        viewer: int | str | None = None,
        *,
        width: int | None = None,
        highlight: Move | str | tuple[str, str] | None = None,
    ) -> str:
        """Draw the table as SVG: everything, or what a seat may know.

        `width` fixes its size in pixels. `highlight` draws the way of a move along the
        path, or from one place to another. A move without a pirate, such as `sail`, leaves no mark.
        """
        if isinstance(highlight, str):
            highlight = Move(highlight)
        route = self.route(highlight) if isinstance(highlight, Move) else highlight
        position = self.position() if viewer is None else self.view(viewer)
        return picture.svg(position, width=width, highlight=route)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        if self.winner is not None:
            status = f"{self.winner} has won"
        elif self.over:
            status = "over without a winner"
        else:
            status = f"{self.decider} to choose, {self.actions_left} actions left"
        return f"<Game of {len(self.players)}, {len(self._history)} moves: {status}>"

    # The log.

    def record(self) -> dict[str, Any]:
        """Return the game as a JSON document, which `Game.replay` replays bit for bit."""
        moves = [move.text for _, move in self._history]
        draws = [self._draws.get(n) for n in range(1, max(self._draws, default=0) + 1)]
        record = replace(self._record, moves=moves, draws=draws)
        if not self._was_dealt and record.position is None:  # a sample, which skips this work
            first = self._history[0][0] if self._history else self._states
            position = PositionWriter(self.rules, self._vocabulary).position(first[0])
            record = replace(record, position=position)
        return record.to_mapping()
