"""Decisions before and around a game: joining, leaving, returning, setting seats, starting."""

from cartagena.fairness import scheme
from cartagena.protocol.requests import Contribute, Join, SetSeat
from cartagena.server.errors import Conflict, Forbidden, Invalid
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.create import check_level
from cartagena.server.tables.decisions import AlreadyDone, Decision
from cartagena.server.tables.events import (
    Contributed,
    Event,
    Joined,
    Left,
    Rematched,
    Resumed,
    SeatSet,
    Started,
)
from cartagena.server.tables.idempotency import once
from cartagena.server.tables.owner_actions import check_open, owner_only
from cartagena.server.tables.sanitize import clean_name
from cartagena.server.tables.table import Seat, Table


def _waiting(table: Table) -> None:
    check_open(table)
    # At a table from a position everybody is seated, and the start follows at once.
    if table.status != "waiting" or table.from_position:
        raise Conflict("begun", "The game has started, so the seats can’t be changed.")


def _own_seat(table: Table, who: Identity, colour: str) -> Seat:
    seat = table.seat(colour)
    if seat is None or seat.identity != who.id:
        raise Forbidden("The {colour} seat isn’t yours.", colour=colour)
    return seat


def join(wanted: Join, who: Identity) -> Decision:
    """Take an open seat; at a public table one, unless the owner seats people at one screen."""

    def decide(table: Table, _now: int) -> Event:
        if wanted.seat is not None and wanted.seat in table.seats_of(who.id):
            raise AlreadyDone
        if wanted.seat is None and table.seats_of(who.id):
            raise AlreadyDone
        _waiting(table)
        if who.id in table.removed:
            raise Forbidden("The host removed you from this table.")
        if table.setup.public and table.setup.owner != who.id and table.seats_of(who.id):
            raise Conflict("one-seat", "At a public table everyone has just one seat.")
        free = [seat.colour for seat in table.seats if seat.kind == "open"]
        if not free:
            raise Conflict("full", "There are no open seats.")
        colour = wanted.seat or free[0]
        if colour not in free:
            raise Conflict(
                "taken",
                "The {colour} seat isn’t open. Open seats: {colours}.",
                colour=colour,
                colours=free,
            )
        name = who.name if wanted.name is None else clean_name(wanted.name)
        return Joined(colour, who.id, name, wanted.contribution or "", wanted.key or "")

    return once(decide, who, wanted.key, Joined)


def contribute(wanted: Contribute, who: Identity) -> Decision:
    """Give a seat's own random value, which then stays."""

    def decide(table: Table, _now: int) -> Event:
        seat = _own_seat(table, who, wanted.seat)
        if seat.contribution == wanted.value:
            raise AlreadyDone
        _waiting(table)
        if seat.contribution:
            raise Conflict("contributed", "This seat has already added its random number.")
        return Contributed(wanted.seat, wanted.value, who.id, key or "")

    # Where the start is wanted too, the key is for that.
    key = None if wanted.start else wanted.key
    return once(decide, who, key, Contributed)


def leave(colour: str, who: Identity, key: str | None) -> Decision:
    """Leave one seat; in a running game a bot plays on."""

    def decide(table: Table, _now: int) -> Event:
        if colour not in table.seats_of(who.id):
            raise AlreadyDone
        check_open(table)
        if table.status == "finished":
            raise Conflict("over", "The game is already over.")
        return Left(colour, who.id, key or "")

    return once(decide, who, key, Left)


def return_to(colour: str, who: Identity, key: str | None) -> Decision:
    """Be back at one seat after its time had run out."""

    def decide(table: Table, _now: int) -> Event:
        seat = table.seat(colour)
        if seat is None or seat.identity != who.id or not seat.substitute:
            raise AlreadyDone
        if table.setup.budget and not seat.time_left and not table.setup.increment:
            raise Conflict(
                "time-up", "You’ve used up your time for this game, so a bot has taken over."
            )
        return Resumed(colour, who.id, key or "")

    return once(decide, who, key, Resumed)


def set_seat(colour: str, wanted: SetSeat, who: Identity) -> Decision:
    """Open a seat, close it, or give it to a bot."""

    def decide(table: Table, _now: int) -> Event:
        owner_only(table, who)
        _waiting(table)
        seat = table.seat(colour)
        if seat is None:
            raise Invalid("This table has no {colour} seat.", colour=colour)
        if seat.kind == "player" and seat.identity != who.id:
            raise Conflict("taken", "The {colour} seat is taken.", colour=colour)
        level = check_level(wanted.level) if wanted.kind == "bot" else ""
        if (seat.kind, seat.level) == (wanted.kind, level):
            raise AlreadyDone
        left = sum(one.kind != "closed" for one in table.seats if one is not seat)
        if wanted.kind == "closed" and left < 2:
            raise Conflict("too-few", "A game needs at least two players.")
        return SeatSet(colour, wanted.kind, level, who.id, wanted.key or "")

    return once(decide, who, wanted.key, SeatSet)


def start(who: Identity, key: str | None = None) -> Decision:
    """Deal the cards. Seats that gave no random value get one that follows from the secret."""

    def decide(table: Table, _now: int) -> Event:
        owner_only(table, who)
        check_open(table)
        if table.status != "waiting":
            raise AlreadyDone
        empty = [seat.colour for seat in table.seats if seat.kind == "open"]
        if empty:
            raise Conflict(
                "open-seats", "Seats still open: {colours}. Wait, or close them.", colours=empty
            )
        if table.from_position:
            return Started({}, [], who.id, key or "")
        playing = [seat for seat in table.seats if seat.kind != "closed"]
        drawn = [seat.colour for seat in playing if not seat.contribution]
        given = {
            seat.colour: seat.contribution
            or scheme.server_value(table.setup.secret, table.id, seat.colour)
            for seat in playing
        }
        return Started(given, drawn, who.id, key or "")

    return once(decide, who, key, Started)


def note_rematch(new: str, who: Identity, key: str | None) -> Decision:
    """Write down the table of the rematch; the first who asked has created it."""

    def decide(table: Table, _now: int) -> Event:
        if table.rematch:
            raise AlreadyDone
        return Rematched(new, who.id, key or "")

    return decide
