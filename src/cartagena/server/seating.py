"""What may happen at a table before and around its game: laying, joining, leaving, starting."""

import secrets
from dataclasses import replace

from cartagena.players import names as bot_names
from cartagena.rules.errors import CartagenaError
from cartagena.rules.options import Rules
from cartagena.server import fairness
from cartagena.server.harbour import Decision, Settled, Step, now
from cartagena.server.identity import Identity
from cartagena.server.log import (
    Contributed,
    Created,
    Entry,
    Joined,
    Left,
    Rematched,
    Returned,
    SeatPlan,
    SeatSet,
    Started,
)
from cartagena.server.problems import conflict, forbidden, mistake, refused
from cartagena.server.protocol import (
    Contribute,
    Join,
    NewSeat,
    NewTable,
    QuickStart,
    RulesGiven,
    SeatNamed,
    SetSeat,
)
from cartagena.server.table import Seat, Table
from cartagena.server.words import clean_name


def new_table_id() -> str:
    """A name nobody can guess: whoever has the link may come."""
    return secrets.token_urlsafe(12)


def check_level(level: str) -> str:
    """The name of a bot that there is."""
    if level not in bot_names():
        raise mistake(
            "There is no bot {level}; there are {levels}.", level=level, levels=[*bot_names()]
        )
    return level


def read_rules(given: RulesGiven) -> Rules:
    """Rules as a client names them."""
    try:
        return Rules.from_mapping(given)
    except CartagenaError as error:
        raise refused(error, "rules") from None


def lay(wanted: NewTable, owner: Identity) -> tuple[Created, tuple[str, ...]]:
    """The first event of a new table, and who sits there."""
    colours = [seat.colour for seat in wanted.seats]
    if len(set(colours)) < len(colours):
        raise mistake("Each seat has a colour of its own.")
    if sum(seat.kind != "closed" for seat in wanted.seats) < 2:
        raise mistake("A game needs two players at least.")
    mine = any(seat.kind == "me" for seat in wanted.seats)
    event = Created(
        owner=owner.id,
        name=clean_name(wanted.name),
        rules=read_rules(wanted.rules).to_mapping(),
        seats=[_plan(seat, owner) for seat in wanted.seats],
        public=wanted.public,
        spectators=wanted.spectators,
        seconds=wanted.seconds,
        standin=check_level(wanted.standin),
        secret=fairness.new_secret(),
    )
    return event, (owner.id,) if mine else ()


def _plan(seat: NewSeat, owner: Identity) -> SeatPlan:
    if seat.kind == "me":
        name = owner.name if seat.name is None else clean_name(seat.name)
        return SeatPlan(seat.colour, "player", identity=owner.id, name=name)
    if seat.kind == "bot":
        return SeatPlan(seat.colour, "bot", check_level(seat.level))
    return SeatPlan(seat.colour, seat.kind)


def quick_table(wanted: QuickStart) -> NewTable:
    """The table that a quick start means."""
    from cartagena.rules.components import COLOURS

    others = [colour for colour in COLOURS if colour != wanted.colour][: wanted.players - 1]
    colours = [colour for colour in COLOURS if colour in (wanted.colour, *others)]
    return NewTable(
        rules=wanted.rules,
        name="Quick start",
        seats=[
            NewSeat(
                colour=colour, kind="me" if colour == wanted.colour else "bot", level=wanted.level
            )
            for colour in colours
        ],
    )


def _waiting(table: Table) -> None:
    if table.status != "waiting":
        raise conflict("begun", "The game has begun; the seats are as they are.")


def _own_seat(table: Table, who: Identity, colour: str) -> Seat:
    seat = table.seat(colour)
    if seat is None or seat.identity != who.id:
        raise forbidden("The seat {colour} is not yours.", colour=colour)
    return seat


def _owner_only(table: Table, who: Identity) -> None:
    if table.laid.owner != who.id:
        raise forbidden("Only the one who laid the table may do this.")


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
            raise conflict("full", "No seat is open.")
        colour = wanted.seat or free[0]
        if colour not in free:
            raise conflict(
                "taken",
                "The seat {colour} is not open. Open: {colours}.",
                colour=colour,
                colours=free,
            )
        name = who.name if wanted.name is None else clean_name(wanted.name)
        event = Joined(colour, who.id, name, wanted.contribution or "")
        return Step(event, members=(who.id,))

    return decide


def contribute(wanted: Contribute, who: Identity) -> Decision:
    """Give a seat's own random value. What was given once stays."""

    def decide(table: Table) -> Step:
        seat = _own_seat(table, who, wanted.seat)
        if seat.contribution == wanted.value:
            raise Settled
        _waiting(table)
        if seat.contribution:
            raise conflict("contributed", "This seat has given its value already.")
        return Step(Contributed(wanted.seat, wanted.value))

    return decide


def leave(wanted: SeatNamed, who: Identity) -> Decision:
    """Stand up from one seat; in a running game a bot plays on."""

    def decide(table: Table) -> Step:
        colours = table.seats_of(who.id)
        if not colours or (wanted.seat is not None and wanted.seat not in colours):
            raise Settled
        if table.status == "finished":
            raise conflict("over", "The game is over; there is nothing to leave.")
        colour = wanted.seat or colours[0]
        is_asked = table.decider is not None and table.decider.colour == colour
        return Step(Left(colour), change={"due_at": now()} if is_asked else {})

    return decide


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
        return Step(Returned(absent[0]), change={"due_at": due} if is_asked else {})

    return decide


def set_seat(colour: str, wanted: SetSeat, who: Identity) -> Decision:
    """Open a seat, close it, or sit a bot there."""

    def decide(table: Table) -> Step:
        _owner_only(table, who)
        _waiting(table)
        seat = table.seat(colour)
        if seat is None:
            raise mistake("This table has no seat {colour}.", colour=colour)
        if seat.kind == "player" and seat.identity != who.id:
            raise conflict("taken", "Somebody sits at {colour}.", colour=colour)
        level = check_level(wanted.level) if wanted.kind == "bot" else ""
        if (seat.kind, seat.level) == (wanted.kind, level):
            raise Settled
        left = sum(one.kind != "closed" for one in table.seats if one is not seat)
        if wanted.kind == "closed" and left < 2:
            raise conflict("too-few", "A game needs two players at least.")
        return Step(SeatSet(colour, wanted.kind, level))

    return decide


def start(who: Identity) -> Decision:
    """Deal the cards. Seats that gave no random value get one that follows from the secret."""

    def decide(table: Table) -> Step:
        _owner_only(table, who)
        if table.status != "waiting":
            raise Settled
        empty = [seat.colour for seat in table.seats if seat.kind == "open"]
        if empty:
            raise conflict(
                "open-seats", "Still open: {colours}. Wait, or close them.", colours=empty
            )
        playing = [seat for seat in table.seats if seat.kind != "closed"]
        drawn = [seat.colour for seat in playing if not seat.contribution]
        given = {
            seat.colour: seat.contribution
            or fairness.server_value(table.laid.secret, table.id, seat.colour)
            for seat in playing
        }
        event = Started(given, drawn, fairness.SCHEME)
        return Step(event, change={"status": "running", "due_at": _first_due(table, event)})

    return decide


def _first_due(table: Table, event: Started) -> int | None:
    """When the server must act first: it depends on whom the deal lets begin."""
    dealt = Table(table.id, table.seq, table.plan, seats=[replace(seat) for seat in table.seats])
    dealt.apply(Entry(table.seq + 1, now(), event))
    return now() if dealt.is_for_bot() else dealt.deadline()


def rematch_plan(table: Table, who: Identity) -> Created:
    """The same people again, everybody one seat further on."""
    if not table.seats_of(who.id):
        raise forbidden("Only those who played may ask for a rematch.")
    if table.status != "finished":
        raise conflict("running", "The game is not over yet.")
    old, laid = table.seats, table.laid
    people = [*old[-1:], *old[:-1]]
    seats = [
        SeatPlan(place.colour, one.kind, one.level, one.identity, one.name)
        for place, one in zip(old, people, strict=True)
    ]
    return Created(
        owner=who.id,
        name=laid.name,
        rules=laid.rules,
        seats=seats,
        public=laid.public,
        spectators=laid.spectators,
        seconds=laid.seconds,
        standin=laid.standin,
        secret=fairness.new_secret(),
        rematch_of=table.id,
    )


def note_rematch(new: str) -> Decision:
    """Write down where the same people go on; the first who asked has laid that table."""

    def decide(table: Table) -> Step:
        if table.rematch:
            raise Settled
        return Step(Rematched(new))

    return decide
