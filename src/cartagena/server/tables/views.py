"""What each viewer is told: rendered from what a seat may know, never from the truth.

A viewer is a tuple of the colours they play. No colour is a spectator, who sees what is public.
"""

from typing import Any

import msgspec

from cartagena.fairness import scheme
from cartagena.game import Game
from cartagena.protocol.messages import LogLine, SeatInfo, Snapshot, TableInfo, Unheard, Word
from cartagena.rules.notation.moves import Move
from cartagena.rules.options import Rules
from cartagena.server.tables.events import (
    Contributed,
    Created,
    Entry,
    Joined,
    Lapsed,
    Left,
    Moved,
    Muted,
    Rematched,
    Returned,
    Said,
    SeatSet,
    Started,
    Undone,
)
from cartagena.server.tables.table import Table

Viewer = tuple[str, ...]
_encoder = msgspec.json.Encoder()


class Seen:
    """A game as it stands, seen by everybody: each view is written once, whoever asks."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._views: dict[str, dict[str, Any]] = {}

    def seat(self, colour: str) -> dict[str, Any]:
        """What the seat of this colour may know, without what is the same all through a game."""
        if colour not in self._views:
            self._views[colour] = self.game.view(colour, constant=False)
        return self._views[colour]

    def spectator(self) -> dict[str, Any]:
        """What everybody at the table knows: no hidden hand, no card of the deck.

        Of hidden hands, those cards are known that were taken from an open row before all eyes.
        """
        rules, players = self.game.rules, self.game.players
        one = self.seat(players[0])
        view = {**one, "viewer": None, "deck": [None] * len(one["deck"])}
        if rules.hands == "hidden":
            view["hands"] = {colour: {} for colour in players}
            if rules.supply == "row" and not rules.magic:
                # All that anybody was ever shown, all were shown: any other seat's memory will do.
                view["hands"] = {**one["hands"]}
                view["hands"][players[0]] = self.seat(players[1])["hands"][players[0]]
        pending = view["pending"]
        if pending is not None and "cards" in pending and rules.supply != "row":
            view["pending"] = {**pending, "cards": {}}
        return view

    def by(self, viewer: Viewer) -> list[dict[str, Any]]:
        """One view for each seat of the viewer, or the spectator's."""
        return [self.seat(colour) for colour in viewer] or [self.spectator()]


def _public(rules: Rules, move: Move) -> str:
    """A move as a spectator sees it."""
    if move.card is None or not move.hides_card:
        return move.text
    open_choice = rules.hands == "open" and move.kind != "put"
    open_draw = rules.supply == "row" and move.kind != "take"
    return move.text if open_choice or open_draw else move.text.replace(move.card, "?")


def moves_seen(game: Game, viewer: Viewer) -> list[str]:
    """The moves so far as the viewer saw them."""
    if not viewer:
        return [_public(game.rules, move) for move in game.moves]
    seen = [game.moves_seen_by(colour) for colour in viewer]
    return [min(texts, key=lambda text: "?" in text) for texts in zip(*seen, strict=True)]


def last_move_seen(game: Game, viewer: Viewer) -> str:
    """The last move as the viewer saw it."""
    move = game.moves[-1]
    return moves_seen(game, viewer)[-1] if move.hides_card else move.text


def table_info(table: Table) -> TableInfo:
    """A table as everybody sees it."""
    laid, decider = table.laid, table.decider
    return TableInfo(
        id=table.id,
        name=laid.name,
        status=table.status,
        decider="" if decider is None else decider.colour,
        rules=laid.rules,
        seats=[
            SeatInfo(
                seat.colour,
                seat.kind,
                seat.name,
                seat.level,
                seat.identity,
                seat.standin,
                bool(seat.contribution),
            )
            for seat in table.seats
        ],
        owner=laid.owner,
        public=laid.public,
        spectators=laid.spectators,
        seconds=laid.seconds,
        standin=laid.standin,
        created_at=table.created_at,
        commitment=scheme.commitment(laid.secret),
        rematch=table.rematch,
        rematch_of=laid.rematch_of,
    )


def legal_for(table: Table, viewer: Viewer) -> list[str]:
    """What the viewer may do now: nothing unless it is their choice."""
    game = table.game
    if game is None or game.over or game.decider not in viewer:
        return []
    return [move.text for move in game.legal_moves]


def snapshot(table: Table, identity: str, present: list[str], now: int) -> Snapshot:
    """All that somebody may know of a table."""
    game, viewer = table.game, table.seats_of(identity)
    return Snapshot(
        seq=table.seq,
        now=now,
        table=table_info(table),
        you=list(viewer),
        answers=table.game_seq,
        board=None if game is None else table.board,
        log=[]
        if game is None
        else [
            LogLine(seat, move, **brought)
            for seat, move, brought in zip(
                table.movers, moves_seen(game, viewer), table.outcomes, strict=True
            )
        ],
        views=[] if game is None else Seen(game).by(viewer),
        legal=legal_for(table, viewer),
        undo=game is not None and game.turn in viewer and table.may_undo(),
        deadline=table.deadline(),
        chat=[
            Word(seq, at, said.identity, said.name, said.seat, said.text)
            for seq, at, said in table.chat
            if (identity, said.identity) not in table.mutes
        ],
        muted=_unheard(table, identity),
        present=present,
    )


def _unheard(table: Table, identity: str) -> list[Unheard]:
    """Whom somebody does not want to hear, by the names they had here."""
    if not table.mutes:
        return []
    names = {said.identity: said.name for _, _, said in table.chat}
    names |= {seat.identity: seat.name for seat in table.seats}
    whom = sorted(muted for listener, muted in table.mutes if listener == identity)
    return [Unheard(one, names.get(one, "")) for one in whom]


def _state(table: Table, viewer: Viewer, seen: Seen | None) -> dict[str, Any]:
    """How the game stands after an event that changed it."""
    game = table.game
    assert game is not None
    seen = seen or Seen(game)
    told: dict[str, Any] = {
        "answers": table.game_seq,
        "views": seen.by(viewer),
        "legal": legal_for(table, viewer),
        "undo": game.turn in viewer and table.may_undo(),
        "deadline": table.deadline(),
    }
    if game.over:
        told["secret"] = table.laid.secret
    return told


def told(
    entry: Entry, table: Table, identity: str, seen: Seen | None = None
) -> dict[str, Any] | None:
    """An event as somebody is told it, the table being as it is just after; None if they are not.

    Whoever tells several of one event may pass on what was seen, so that it is written once.
    The key `kind` names the event; what else there is depends on it.
    """
    viewer, event = table.seats_of(identity), entry.event
    said: dict[str, Any] = {"seq": entry.seq, "at": entry.at}
    match event:
        case Said():
            if (identity, event.identity) in table.mutes:
                return None
            said.update(identity=event.identity, name=event.name, seat=event.seat, text=event.text)
        case Muted():
            if event.identity != identity:
                return None
            said.update(whom=event.whom, muted=event.muted)
        case Moved():
            assert table.game is not None
            said.update(seat=event.seat, move=last_move_seen(table.game, viewer), by=event.by)
            said.update(table.outcomes[-1])
            said.update(_state(table, viewer, seen))
        case Undone():
            said.update(seat=event.seat, **_state(table, viewer, seen))
        case Started():
            assert table.game is not None
            said.update(
                table=table_info(table),
                board=table.board,
                players=list(table.game.players),
                contributions=event.contributions,
                drawn_by_server=event.drawn_by_server,
                **_state(table, viewer, seen),
            )
        case Created() | Joined() | Contributed() | Left() | SeatSet():
            said.update(table=table_info(table), you=list(viewer))
            if table.game is not None:
                # Somebody has left: whoever has no seat any more sees what is public from now on.
                said.update(_state(table, viewer, seen))
        case Lapsed() | Returned():
            said.update(seat=event.seat, deadline=table.deadline())
        case Rematched():
            said.update(table=event.table)
    return said


def kind_of(entry: Entry) -> str:
    """The name of an event."""
    tag = type(entry.event).__struct_config__.tag
    return str(tag)


def message(kind: str, data: Any, number: int | None = None) -> bytes:
    """One server-sent event."""
    head = (
        f"id: {number}\nevent: {kind}\ndata: " if number is not None else f"event: {kind}\ndata: "
    )
    return head.encode() + _encoder.encode(data) + b"\n\n"
