"""Decisions about seats: joining, leaving, returning, setting them up, and starting the game."""

from cartagena.fairness import scheme
from cartagena.protocol.requests import Contribute, Join, SetSeat
from cartagena.server.errors import Conflict, Forbidden, Invalid
from cartagena.server.storage.identities import Identity
from cartagena.server.tables import events as ev
from cartagena.server.tables.create import check_level
from cartagena.server.tables.decisions import AlreadyDone, Decision, once
from cartagena.server.tables.owner_actions import (
    check_alone_with_its_deal,
    check_open,
    check_owner,
)
from cartagena.server.tables.sanitize import clean_name
from cartagena.server.tables.table import Seat, Table


def _check_waiting(table: Table) -> None:
    """Raise `Conflict` if the seats can no longer be changed."""
    check_open(table)
    # These tables have all their players, and start at once.
    if table.status != "waiting" or table.from_position or table.setup.duplicate:
        raise Conflict("begun", "The game has started, so the seats can’t be changed.")


def _own_seat(table: Table, who: Identity, colour: str) -> Seat:
    seat = table.seat(colour)
    if seat is None or seat.identity != who.id:
        raise Forbidden("The {colour} seat isn’t yours.", colour=colour)
    return seat


def join(request: Join, who: Identity) -> Decision:
    """Take an open seat. At a public table, only the owner may take several."""

    def decide(table: Table, _now: int) -> ev.Event:
        if request.seat is not None and request.seat in table.seats_of(who.id):
            raise AlreadyDone
        if request.seat is None and table.seats_of(who.id):
            raise AlreadyDone
        _check_waiting(table)
        if who.id in table.removed:
            raise Forbidden("The host removed you from this table.")
        if table.setup.public and table.setup.owner != who.id and table.seats_of(who.id):
            raise Conflict("one-seat", "At a public table everyone has just one seat.")
        open_seats = [seat.colour for seat in table.seats if seat.kind == "open"]
        if not open_seats:
            raise Conflict("full", "There are no open seats.")
        colour = request.seat or open_seats[0]
        if colour not in open_seats:
            raise Conflict(
                "taken",
                "The {colour} seat isn’t open. Open seats: {colours}.",
                colour=colour,
                colours=open_seats,
            )
        name = who.name if request.name is None else clean_name(request.name)
        return ev.Joined(colour, who.id, name, request.contribution or "", request.key or "")

    return once(decide, who, request.key, ev.Joined)


def contribute(request: Contribute, who: Identity) -> Decision:
    """Contribute entropy to the shuffles. It cannot be changed later."""

    def decide(table: Table, _now: int) -> ev.Event:
        seat = _own_seat(table, who, request.seat)
        if seat.contribution == request.value:
            raise AlreadyDone
        _check_waiting(table)
        if seat.contribution:
            raise Conflict("contributed", "This seat has already added its random number.")
        return ev.Contributed(request.seat, request.value, who.id, key or "")

    # If the request also starts the game, its key belongs to the start.
    key = None if request.start else request.key
    return once(decide, who, key, ev.Contributed)


def leave(colour: str, who: Identity, key: str | None) -> Decision:
    """Leave one seat. In a running game, a bot plays on."""

    def decide(table: Table, _now: int) -> ev.Event:
        if colour not in table.seats_of(who.id):
            raise AlreadyDone
        check_open(table)
        if table.status == "finished":
            raise Conflict("over", "The game is already over.")
        if table.status == "waiting":
            check_alone_with_its_deal(table)
        return ev.Left(colour, who.id, key or "")

    return once(decide, who, key, ev.Left)


def return_to(colour: str, who: Identity, key: str | None) -> Decision:
    """Return to a seat after its time had run out."""

    def decide(table: Table, _now: int) -> ev.Event:
        seat = table.seat(colour)
        if seat is None or seat.identity != who.id or not seat.substitute:
            raise AlreadyDone
        check_open(table)
        if table.setup.budget and not seat.time_left and not table.setup.increment:
            raise Conflict(
                "time-up", "You’ve used up your time for this game, so a bot has taken over."
            )
        return ev.Resumed(colour, who.id, key or "")

    return once(decide, who, key, ev.Resumed)


def set_seat(colour: str, request: SetSeat, who: Identity) -> Decision:
    """Open a seat, close it, or give it to a bot."""

    def decide(table: Table, _now: int) -> ev.Event:
        check_owner(table, who)
        _check_waiting(table)
        seat = table.seat(colour)
        if seat is None:
            raise Invalid("This table has no {colour} seat.", colour=colour)
        if seat.kind == "player" and seat.identity != who.id:
            raise Conflict("taken", "The {colour} seat is taken.", colour=colour)
        level = check_level(request.level) if request.kind == "bot" else ""
        if (seat.kind, seat.level) == (request.kind, level):
            raise AlreadyDone
        others = sum(other.kind != "closed" for other in table.seats if other is not seat)
        if request.kind == "closed" and others < 2:
            raise Conflict("too-few", "A game needs at least two players.")
        return ev.SeatSet(colour, request.kind, level, who.id, request.key or "")

    return once(decide, who, request.key, ev.SeatSet)


def start(who: Identity, key: str | None = None) -> Decision:
    """Deal the cards. For seats without a contribution, derive entropy from the secret."""

    def decide(table: Table, _now: int) -> ev.Event:
        check_owner(table, who)
        check_open(table)
        if table.status != "waiting":
            raise AlreadyDone
        check_alone_with_its_deal(table)
        open_seats = [seat.colour for seat in table.seats if seat.kind == "open"]
        if open_seats:
            raise Conflict(
                "open-seats",
                "Seats still open: {colours}. Wait, or close them.",
                colours=open_seats,
            )
        if table.from_position:
            return ev.Started({}, [], who.id, key or "")
        players = [seat for seat in table.seats if seat.kind != "closed"]
        server_seats = [seat.colour for seat in players if not seat.contribution]
        entropy = {
            seat.colour: seat.contribution
            or scheme.server_value(table.setup.secret, table.id, seat.colour)
            for seat in players
        }
        return ev.Started(entropy, server_seats, who.id, key or "")

    return once(decide, who, key, ev.Started)


def note_rematch(new: str, who: Identity, key: str | None) -> Decision:
    """Record the table of the rematch, if there is none yet."""

    def decide(table: Table, _now: int) -> ev.Event:
        if table.rematch:
            raise AlreadyDone
        return ev.Rematched(new, who.id, key or "")

    return decide
