"""What may happen at a table before and around its game: joining, leaving, starting."""

from dataclasses import replace

from cartagena.fairness import scheme
from cartagena.protocol.messages import Contribute, Join, SeatNamed, SetSeat
from cartagena.server.api.problems import conflict, forbidden, mistake
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.create import check_level
from cartagena.server.tables.events import (
    Contributed,
    Entry,
    Joined,
    Left,
    Rematched,
    Returned,
    SeatSet,
    Started,
)
from cartagena.server.tables.idempotency import once
from cartagena.server.tables.registry import Decision, Settled, Step, now
from cartagena.server.tables.sanitize import clean_name
from cartagena.server.tables.table import Seat, Table


def _waiting(table: Table) -> None:
    if table.status != "waiting":
        raise conflict("begun", "The game has started, so the seats can’t be changed.")


def _own_seat(table: Table, who: Identity, colour: str) -> Seat:
    seat = table.seat(colour)
    if seat is None or seat.identity != who.id:
        raise forbidden("The {colour} seat isn’t yours.", colour=colour)
    return seat


def _owner_only(table: Table, who: Identity) -> None:
    if table.laid.owner != who.id:
        raise forbidden("Only the host can do this.")


def join(wanted: Join, who: Identity) -> Decision:
    """Take an open seat; who sits there already keeps it."""

    def decide(table: Table) -> Step:
        if wanted.seat is not None and wanted.seat in table.seats_of(who.id):
            raise Settled
        if wanted.seat is None and table.seats_of(who.id):
            raise Settled
        _waiting(table)
        free = [seat.colour for seat in table.seats if seat.kind == "open"]
        if not free:
            raise conflict("full", "There are no open seats.")
        colour = wanted.seat or free[0]
        if colour not in free:
            raise conflict(
                "taken",
                "The {colour} seat isn’t open. Open seats: {colours}.",
                colour=colour,
                colours=free,
            )
        name = who.name if wanted.name is None else clean_name(wanted.name)
        event = Joined(colour, who.id, name, wanted.contribution or "", wanted.key or "")
        return Step(event, members=(who.id,))

    return once(decide, who, wanted.key, Joined)


def contribute(wanted: Contribute, who: Identity) -> Decision:
    """Give a seat's own random value. What was given once stays."""

    def decide(table: Table) -> Step:
        seat = _own_seat(table, who, wanted.seat)
        if seat.contribution == wanted.value:
            raise Settled
        _waiting(table)
        if seat.contribution:
            raise conflict("contributed", "This seat has already contributed its value.")
        return Step(Contributed(wanted.seat, wanted.value, who.id, key or ""))

    # Where the start is wanted too, the key is for that.
    key = None if wanted.start else wanted.key
    return once(decide, who, key, Contributed)


def leave(colour: str, who: Identity, key: str | None) -> Decision:
    """Stand up from one seat; in a running game a bot plays on."""

    def decide(table: Table) -> Step:
        if colour not in table.seats_of(who.id):
            raise Settled
        if table.status == "finished":
            raise conflict("over", "The game is already over.")
        is_asked = table.decider is not None and table.decider.colour == colour
        return Step(Left(colour, who.id, key or ""), change={"due_at": now()} if is_asked else {})

    return once(decide, who, key, Left)


def return_to(wanted: SeatNamed, who: Identity) -> Decision:
    """Be back after the time had run out."""

    def decide(table: Table) -> Step:
        absent = [
            seat.colour
            for seat in table.seats
            if seat.identity == who.id and seat.standin and wanted.seat in (None, seat.colour)
        ]
        if not absent:
            raise Settled
        is_asked = table.decider is not None and table.decider.colour == absent[0]
        due = now() + 1000 * table.laid.seconds
        event = Returned(absent[0], who.id, wanted.key or "")
        return Step(event, change={"due_at": due} if is_asked else {})

    return once(decide, who, wanted.key, Returned)


def set_seat(colour: str, wanted: SetSeat, who: Identity) -> Decision:
    """Open a seat, close it, or sit a bot there."""

    def decide(table: Table) -> Step:
        _owner_only(table, who)
        _waiting(table)
        seat = table.seat(colour)
        if seat is None:
            raise mistake("This table has no {colour} seat.", colour=colour)
        if seat.kind == "player" and seat.identity != who.id:
            raise conflict("taken", "The {colour} seat is taken.", colour=colour)
        level = check_level(wanted.level) if wanted.kind == "bot" else ""
        if (seat.kind, seat.level) == (wanted.kind, level):
            raise Settled
        left = sum(one.kind != "closed" for one in table.seats if one is not seat)
        if wanted.kind == "closed" and left < 2:
            raise conflict("too-few", "A game needs at least two players.")
        return Step(SeatSet(colour, wanted.kind, level, who.id, wanted.key or ""))

    return once(decide, who, wanted.key, SeatSet)


def start(who: Identity, key: str | None = None) -> Decision:
    """Deal the cards. Seats that gave no random value get one that follows from the secret."""

    def decide(table: Table) -> Step:
        _owner_only(table, who)
        if table.status != "waiting":
            raise Settled
        empty = [seat.colour for seat in table.seats if seat.kind == "open"]
        if empty:
            raise conflict(
                "open-seats", "Seats still open: {colours}. Wait, or close them.", colours=empty
            )
        playing = [seat for seat in table.seats if seat.kind != "closed"]
        drawn = [seat.colour for seat in playing if not seat.contribution]
        given = {
            seat.colour: seat.contribution
            or scheme.server_value(table.laid.secret, table.id, seat.colour)
            for seat in playing
        }
        event = Started(given, drawn, who.id, key or "")
        return Step(event, change={"status": "running", "due_at": _first_due(table, event)})

    return once(decide, who, key, Started)


def _first_due(table: Table, event: Started) -> int | None:
    """When the server must act first: it depends on whom the deal lets begin."""
    dealt = Table(table.id, table.seq, table.plan, seats=[replace(seat) for seat in table.seats])
    dealt.apply(Entry(table.seq + 1, now(), event))
    return now() if dealt.is_for_bot() else dealt.deadline()


def note_rematch(new: str, who: Identity, key: str | None) -> Decision:
    """Write down where the same people go on; the first who asked has laid that table."""

    def decide(table: Table) -> Step:
        if table.rematch:
            raise Settled
        return Step(Rematched(new, who.id, key or ""))

    return decide
