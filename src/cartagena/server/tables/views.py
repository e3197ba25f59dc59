"""What each viewer is told of a table: rendered from what a seat may know, never from the truth.

A viewer is a tuple of the colours they play. No colour is a spectator, who sees what is public.
"""

from functools import cached_property
from typing import Any

from cartagena.game import Game
from cartagena.protocol.table import (
    ChatLine,
    LogLine,
    MutedPerson,
    SeatInfo,
    Snapshot,
    TableInfo,
    UndoWindow,
)
from cartagena.rules.notation.position.types import SeatUpdate
from cartagena.rules.notation.visibility import HIDDEN, public_view
from cartagena.server.tables.events import (
    Closed,
    Contributed,
    Created,
    Entry,
    Joined,
    Left,
    Moved,
    Muted,
    PauseWanted,
    Rematched,
    Removed,
    Resumed,
    Said,
    SeatSet,
    Started,
    TimedOut,
    TimeRefunded,
    TurnEnded,
    Undone,
)
from cartagena.server.tables.table import Table

Viewer = tuple[str, ...]


class GameViews:
    """The views of a game as it stands: each is written once, however many people get it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._views: dict[str, SeatUpdate] = {}

    def seat(self, colour: str) -> SeatUpdate:
        """What the seat of this colour may know, without what is the same all through a game."""
        if colour not in self._views:
            self._views[colour] = self.game.view_update(colour)
        return self._views[colour]

    def spectator(self) -> SeatUpdate:
        """What everybody at the table knows."""
        return public_view(self.game.rules, self.game.players, self.seat)

    def by(self, viewer: Viewer) -> list[SeatUpdate]:
        """One view for each seat of the viewer, or the spectator's."""
        return [self.seat(colour) for colour in viewer] or [self.spectator()]


def moves_seen(game: Game, viewer: Viewer) -> list[str]:
    """The moves so far as the viewer saw them."""
    if not viewer:
        return game.public_moves()
    seen = [game.moves_visible_to(colour) for colour in viewer]
    return [min(texts, key=lambda text: HIDDEN in text) for texts in zip(*seen, strict=True)]


def last_move_seen(game: Game, viewer: Viewer) -> str:
    """The last move as the viewer saw it."""
    move = game.last_move
    return moves_seen(game, viewer)[-1] if move.hides_card else move.text


def table_info(table: Table) -> TableInfo:
    """A table as everybody sees it."""
    setup, decider = table.setup, table.decider
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
                seat.name,
                seat.level,
                seat.identity,
                seat.substitute,
                bool(seat.contribution),
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
        rematch=table.rematch,
        rematch_of=setup.rematch_of,
    )


def legal_for(table: Table, viewer: Viewer) -> list[str]:
    """What the viewer may do now: nothing unless it is their choice."""
    game = table.game
    if game is None or game.decider not in viewer or table.decider is None:
        return []
    if table.paused_at or table.undo_window or table.bot_to_move() or table.forced_step():
        return []
    return [move.text for move in game.legal_moves]


def undo_window(table: Table) -> UndoWindow | None:
    """Return the open undo window, if there is one."""
    if table.undo_window is None or table.decider is None:
        return None
    return UndoWindow(table.undo_window.seat, table.due_at())


def time_left(table: Table) -> dict[str, int]:
    """What each player had left for the whole game when they were last asked, in milliseconds."""
    if not table.setup.budget or table.game is None:
        return {}
    return {seat.colour: seat.time_left for seat in table.seats if seat.kind == "player"}


def snapshot(table: Table, identity: str, present: list[str], now: int) -> Snapshot:
    """All that somebody may know of a table, at once."""
    game, viewer = table.game, table.seats_of(identity)
    return Snapshot(
        seq=table.seq,
        now=now,
        table=table_info(table),
        you=list(viewer),
        expected_seq=table.game_seq,
        board=None if game is None else table.board,
        log=[]
        if game is None
        else [
            LogLine(
                seat, move, **brought, cards=drawn if seat in viewer else (), by_server=by_server
            )
            for seat, move, brought, drawn, by_server in zip(
                table.movers,
                moves_seen(game, viewer),
                table.outcomes,
                table.drawn,
                table.automatic,
                strict=True,
            )
        ],
        views=[] if game is None else GameViews(game).by(viewer),
        legal=legal_for(table, viewer),
        undo=table.turn in viewer and table.may_undo(),
        undo_window=undo_window(table),
        deadline=table.deadline(),
        time_left=time_left(table),
        chat=[
            ChatLine(seq, at, said.identity, said.name, said.seat, said.text)
            for seq, at, said in table.chat
            if not _is_muted(table, identity, said.identity)
        ],
        muted=_muted_by(table, identity),
        present=present,
    )


def _muted_by(table: Table, identity: str) -> list[MutedPerson]:
    """Who is muted for somebody, by the names they had here."""
    if not table.mutes and not table.muted_for_all:
        return []
    names = {said.identity: said.name for _, _, said in table.chat}
    names |= {seat.identity: seat.name for seat in table.seats}
    own = {muted for listener, muted in table.mutes if listener == identity}
    return [
        MutedPerson(one, names.get(one, ""), one in table.muted_for_all)
        for one in sorted(own | table.muted_for_all)
    ]


def _is_muted(table: Table, listener: str, author: str) -> bool:
    """Whether somebody does not get to read what somebody else writes."""
    if (listener, author) in table.mutes:
        return True
    return author in table.muted_for_all and author != listener


class EventView:
    """An event, and the table just after it, as each identity is told of it."""

    def __init__(self, table: Table, entry: Entry) -> None:
        self._table, self._entry = table, entry
        self._views = None if table.game is None else GameViews(table.game)
        self.is_personal = isinstance(entry.event, (Said, Muted))
        """Whether it depends on who somebody is, and not only on the seats they play."""

    def for_identity(self, identity: str) -> dict[str, Any] | None:
        """The event as somebody is told it; None if they are not."""
        table, event = self._table, self._entry.event
        viewer = table.seats_of(identity)
        told: dict[str, Any] = {"seq": self._entry.seq, "at": self._entry.at}
        match event:
            case Said():
                if _is_muted(table, identity, event.identity):
                    return None
                told.update(
                    identity=event.identity, name=event.name, seat=event.seat, text=event.text
                )
            case Muted():
                if event.identity != identity and not event.for_all:
                    return None
                told.update(whom=event.whom, muted=event.muted, for_all=event.for_all)
            case Moved():
                assert table.game is not None
                told.update(seat=event.seat, move=last_move_seen(table.game, viewer), by=event.by)
                told.update(table.outcomes[-1])
                if event.seat in viewer and table.drawn[-1]:
                    told.update(cards=table.drawn[-1])
                told.update(self._game_state(viewer))
            case Undone():
                told.update(seat=event.seat, **self._game_state(viewer))
            case Started():
                assert table.game is not None
                told.update(
                    table=table_info(table),
                    board=table.board,
                    players=list(table.game.players),
                    seat_entropy=event.seat_entropy,
                    server_entropy_seats=event.server_entropy_seats,
                    **self._game_state(viewer),
                )
            case Created() | Joined() | Contributed() | Left() | SeatSet():
                self._tell_table(told, viewer)
            case Removed():
                told.update(seat=event.seat)
                self._tell_table(told, viewer)
            case Closed() | PauseWanted():
                self._tell_table(told, viewer)
            case TimedOut() | Resumed() | TurnEnded():
                told.update(seat=event.seat, **self._game_state(viewer))
            case TimeRefunded():
                told.update(by=event.by, deadline=table.deadline())
            case Rematched():
                told.update(table=event.table)
        return told

    def _tell_table(self, told: dict[str, Any], viewer: Viewer) -> None:
        """The table after its seats have changed, or who may choose there."""
        told.update(table=table_info(self._table), you=list(viewer))
        if self._table.game is not None:
            # Who has no seat any more sees what is public from now on.
            told.update(self._game_state(viewer))

    def _game_state(self, viewer: Viewer) -> dict[str, Any]:
        """How the game stands after an event that changed it."""
        table = self._table
        assert self._views is not None
        return {
            "expected_seq": table.game_seq,
            "views": self._views.by(viewer),
            "legal": legal_for(table, viewer),
            "undo": table.turn in viewer and table.may_undo(),
            **self._told_to_all,
        }

    @cached_property
    def _told_to_all(self) -> dict[str, Any]:
        """What of it does not depend on who is told."""
        table = self._table
        state: dict[str, Any] = {
            "undo_window": undo_window(table),
            "deadline": table.deadline(),
            "time_left": time_left(table),
        }
        if table.secret_told is not None:
            state["secret"] = table.secret_told
        return state
