"""The views of a table that clients get: snapshots, events and listings.

Everything is built from what a seat may know, never from the full game. A viewer is a tuple of
the colours that a client plays. An empty one is a spectator, who sees what is public.
"""

from collections.abc import Collection
from functools import cached_property
from typing import NotRequired, TypedDict, assert_never

from msgspec import UNSET, UnsetType

from cartagena.game import Game
from cartagena.protocol import events as wire
from cartagena.protocol.requests import GUESTS
from cartagena.protocol.table import (
    ChatLine,
    LogLine,
    MutedPerson,
    SeatInfo,
    Snapshot,
    TableInfo,
    UndoWindow,
)
from cartagena.rules.notation.moves import Move
from cartagena.rules.notation.position.types import SeatUpdate
from cartagena.rules.notation.visibility import HIDDEN, public_view
from cartagena.server.tables import events as ev
from cartagena.server.tables.table import Table

Viewer = tuple[str, ...]


class GameViews:
    """The views of a game at one moment. Each is written once, no matter how many clients get it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._views: dict[str, SeatUpdate] = {}

    def seat(self, colour: str) -> SeatUpdate:
        """Return what a seat may know, except for the part that never changes during a game."""
        if colour not in self._views:
            self._views[colour] = self.game.view_update(colour)
        return self._views[colour]

    def spectator(self) -> SeatUpdate:
        """Return what everybody may know."""
        return public_view(self.game.rules, self.game.players, self.seat)

    def by(self, viewer: Viewer) -> list[SeatUpdate]:
        """Return one view for each seat of the viewer, or the spectator's."""
        return [self.seat(colour) for colour in viewer] or [self.spectator()]


def visible_moves(game: Game, viewer: Viewer) -> list[str]:
    """Return all moves so far as the viewer saw them."""
    if not viewer:
        return game.public_moves()
    by_seat = [game.moves_visible_to(colour) for colour in viewer]
    return [min(texts, key=lambda text: HIDDEN in text) for texts in zip(*by_seat, strict=True)]


def visible_last_move(game: Game, viewer: Viewer) -> str:
    """Return the last move as the viewer saw it."""
    move = game.last_move
    return visible_moves(game, viewer)[-1] if move.hides_card else move.text


def table_info(table: Table) -> TableInfo:
    """Return what everybody may know about a table, apart from its game."""
    setup, decider, names = table.setup, table.decider, table.names()
    return TableInfo(
        id=table.id,
        name=setup.name,
        status=table.status,
        decider="" if decider is None else decider.colour,
        paused=bool(table.paused_at),
        pause_wanted=[
            seat.colour
            for seat in table.seats
            if seat.identity in table.pause_wanted and not seat.substitute
        ],
        rules=table.rules,
        seats=[
            SeatInfo(
                seat.colour,
                seat.kind,
                names[seat.colour],
                seat.level,
                seat.identity,
                seat.substitute,
                bool(seat.contribution),
                seat.away_until,
            )
            for seat in table.seats
        ],
        owner=setup.owner,
        public=setup.public,
        spectators=setup.spectators,
        seconds=setup.seconds,
        budget=setup.budget,
        increment=setup.increment,
        substitute=setup.substitute,
        bot_speed=setup.bot_speed,
        created_at=table.created_at,
        commitment=table.commitment,
        from_position=table.from_position,
        daily=setup.daily,
        duplicate=setup.duplicate,
        sealed=table.is_sealed,
        rematch=table.rematch,
        rematch_of=setup.rematch_of,
    )


class LegalMoves(TypedDict):
    """The viewer's legal moves, and the spaces that they jump over."""

    legal: list[str]
    jumps: dict[str, tuple[str, ...]]


def legal_for(table: Table, viewer: Viewer) -> list[str]:
    """Return the viewer's legal moves. Empty unless it is the viewer's choice."""
    return [move.text for move in _legal_moves(table, viewer)]


def _legal_moves(table: Table, viewer: Viewer) -> list[Move]:
    game = table.game
    if game is None or game.decider not in viewer or table.decider is None:
        return []
    if table.paused_at or table.undo_window or table.bot_to_move() or table.forced_step():
        return []
    return list(game.legal_moves)


def _legal_state(table: Table, viewer: Viewer) -> LegalMoves:
    moves = _legal_moves(table, viewer)
    jumps = table.game.routes.jumps(moves) if table.game is not None and moves else {}
    return {"legal": [move.text for move in moves], "jumps": jumps}


def undo_window(table: Table) -> UndoWindow | None:
    """Return the open undo window, if there is one."""
    if table.undo_window is None or table.decider is None:
        return None
    return UndoWindow(table.undo_window.seat, table.due_at())


def time_left(table: Table) -> dict[str, int]:
    """Return each player's remaining milliseconds at their last choice, if there is a budget."""
    if not table.setup.budget or table.game is None:
        return {}
    return {seat.colour: seat.time_left for seat in table.seats if seat.kind == "player"}


def snapshot(
    table: Table, identity: str, present: list[str], now: int, muted: Collection[str] = ()
) -> Snapshot:
    """Return everything that an identity may know about a table. `muted` are people it has muted."""
    game, viewer = table.game, table.seats_of(identity)
    return Snapshot(
        seq=table.seq,
        now=now,
        table=table_info(table),
        you=list(viewer),
        expected_seq=table.game_seq,
        board=None if game is None else table.board,
        log=[] if game is None else _log(table, game, viewer),
        views=[] if game is None else GameViews(game).by(viewer),
        **_legal_state(table, viewer),
        undo=table.turn in viewer and table.may_undo(),
        undo_window=undo_window(table),
        deadline=table.deadline(),
        time_left=time_left(table),
        chat=[
            ChatLine(seq, at, line.identity, line.name, line.seat, line.text)
            for seq, at, line in table.chat
            if not _is_muted(table, identity, line, muted)
        ],
        muted=_muted_people(table, muted),
        present=present,
    )


def _log(table: Table, game: Game, viewer: Viewer) -> list[LogLine]:
    """Return all moves so far and their effects, as the viewer saw them."""
    return [
        LogLine(seat, move, **outcome, cards=cards if seat in viewer else (), by_server=by_server)
        for seat, move, outcome, cards, by_server in zip(
            table.movers,
            visible_moves(game, viewer),
            table.outcomes,
            table.drawn,
            table.automatic,
            strict=True,
        )
    ]


def _muted_people(table: Table, muted: Collection[str]) -> list[MutedPerson]:
    """Return the people of this table who are muted, by the names they had here."""
    if not muted and not table.muted_for_all:
        return []
    names = {line.identity: line.name for _, _, line in table.chat}
    names |= {seat.identity: seat.name for seat in table.seats}
    return [
        MutedPerson(person, names.get(person, ""), person in table.muted_for_all)
        for person in sorted(({*muted} & names.keys()) | table.muted_for_all)
    ]


def _is_muted(table: Table, listener: str, line: ev.Said, muted: Collection[str]) -> bool:
    """Return True if a listener does not get a line of chat."""
    if line.identity in muted:
        return True
    if line.identity == listener:
        return False
    return line.identity in table.muted_for_all or (not line.seat and GUESTS in table.muted_for_all)


class _PublicGameState(TypedDict):
    """The part of the state of a game that is the same for all viewers."""

    undo_window: UndoWindow | None
    deadline: int | None
    time_left: dict[str, int]
    secret: str | UnsetType


class _GameState(_PublicGameState, LegalMoves):
    """The fields of `GameChanged`: the state of a game after an event, for one viewer."""

    expected_seq: int
    views: list[SeatUpdate]
    undo: bool


class _TableState(TypedDict):
    """The fields of `TableChanged`: the table after an event, for one viewer."""

    table: TableInfo
    you: list[str]
    expected_seq: NotRequired[int]
    views: NotRequired[list[SeatUpdate]]
    legal: NotRequired[list[str]]
    jumps: NotRequired[dict[str, tuple[str, ...]]]
    undo: NotRequired[bool]
    undo_window: NotRequired[UndoWindow | None]
    deadline: NotRequired[int | None]
    time_left: NotRequired[dict[str, int]]
    secret: NotRequired[str | UnsetType]


class EventView:
    """An event and the table just after it, as each identity gets to see it."""

    def __init__(self, table: Table, entry: ev.Entry) -> None:
        self._table, self._entry = table, entry
        self._views = None if table.game is None else GameViews(table.game)
        self.is_personal = isinstance(entry.event, ev.Said)
        """True if it depends on the identity, and not only on the seats that it plays."""

    def for_identity(self, identity: str, muted: Collection[str] = ()) -> wire.EventData | None:
        """Return the event for an identity that has muted these people, or None if it gets none."""
        table, event, viewer = self._table, self._entry.event, self._table.seats_of(identity)
        seq, at = self._entry.seq, self._entry.at
        match event:
            case ev.Said():
                if _is_muted(table, identity, event, muted):
                    return None
                return wire.Said(
                    seq=seq,
                    at=at,
                    identity=event.identity,
                    name=event.name,
                    seat=event.seat,
                    text=event.text,
                )
            case ev.Muted():
                return wire.Muted(seq=seq, at=at, whom=event.whom, muted=event.muted, for_all=True)
            case ev.Moved():
                return self._moved(event, viewer)
            case ev.Started():
                return self._started(event, viewer)
            case ev.Undone() | ev.TimedOut() | ev.Resumed() | ev.TurnEnded():
                return wire.SeatChanged(seq=seq, at=at, seat=event.seat, **self._game_state(viewer))
            case ev.Removed():
                return wire.Removed(seq=seq, at=at, seat=event.seat, **self._table_state(viewer))
            case (
                ev.Created()
                | ev.Joined()
                | ev.Contributed()
                | ev.Left()
                | ev.SeatSet()
                | ev.Closed()
                | ev.PauseWanted()
                | ev.Unsealed()
                | ev.Away()
            ):
                return wire.TableChanged(seq=seq, at=at, **self._table_state(viewer))
            case ev.TimeRefunded():
                return wire.TimeRefunded(seq=seq, at=at, by=event.by, deadline=table.deadline())
            case ev.Rematched():
                return wire.Rematched(seq=seq, at=at, table=event.table)
        assert_never(event)

    def _moved(self, event: ev.Moved, viewer: Viewer) -> wire.Moved:
        table, game = self._table, self._table.game
        assert game is not None
        cards = list(table.drawn[-1]) if event.seat in viewer else []
        return wire.Moved(
            seq=self._entry.seq,
            at=self._entry.at,
            seat=event.seat,
            move=visible_last_move(game, viewer),
            by=event.by,
            cards=cards or UNSET,
            **table.outcomes[-1],
            **self._game_state(viewer),
        )

    def _started(self, event: ev.Started, viewer: Viewer) -> wire.Started:
        table, game = self._table, self._table.game
        assert game is not None
        return wire.Started(
            seq=self._entry.seq,
            at=self._entry.at,
            table=table_info(table),
            board=table.board,
            players=list(game.players),
            seat_entropy=event.seat_entropy,
            server_entropy_seats=event.server_entropy_seats,
            **self._game_state(viewer),
        )

    def _table_state(self, viewer: Viewer) -> _TableState:
        info, you = table_info(self._table), list(viewer)
        if self._views is None:
            return {"table": info, "you": you}
        # A client that has lost its last seat gets the public view from now on.
        return {"table": info, "you": you, **self._game_state(viewer)}

    def _game_state(self, viewer: Viewer) -> _GameState:
        table = self._table
        assert self._views is not None
        return {
            "expected_seq": table.game_seq,
            "views": self._views.by(viewer),
            **_legal_state(table, viewer),
            "undo": table.turn in viewer and table.may_undo(),
            **self._public_game_state,
        }

    @cached_property
    def _public_game_state(self) -> _PublicGameState:
        table = self._table
        return {
            "undo_window": undo_window(table),
            "deadline": table.deadline(),
            "time_left": time_left(table),
            "secret": UNSET if table.revealed_secret is None else table.revealed_secret,
        }
