"""Creating tables: with any rules and seats, as a quick start, or as a rematch."""

import hashlib
import secrets
from typing import Any, Final

from cartagena.bots import names as bot_names
from cartagena.errors import CartagenaError
from cartagena.fairness import scheme
from cartagena.protocol.requests import NewSeat, NewTable, QuickMatch, QuickStart, RulesOrPreset
from cartagena.rules.components import COLOURS
from cartagena.rules.options import Rules
from cartagena.server.errors import Conflict, Forbidden, Invalid
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.events import Created, SeatPlan
from cartagena.server.tables.owner_actions import check_open
from cartagena.server.tables.sanitize import clean_name
from cartagena.server.tables.table import Table


def new_table_id() -> str:
    """A random id that nobody can guess: whoever has the link may come.

    None begins with a hyphen: on a command line that would be an option.
    """
    while (name := secrets.token_urlsafe(12)).startswith("-"):
        pass
    return name


def origin(what: str, who: Identity, key: str | None) -> str | None:
    """A digest of the request that a table is created for: there is one table for each."""
    if key is None:
        return None
    request = f"{what}\n{who.id}\n{key}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(request).hexdigest()


def check_level(level: str) -> str:
    """The level, if there is such a bot."""
    if level not in bot_names():
        raise Invalid(
            "There is no bot called {level}. You can choose: {levels}.",
            level=level,
            levels=[*bot_names()],
        )
    return level


def read_rules(given: RulesOrPreset) -> Rules:
    """The rules that a client asks for."""
    try:
        return Rules.from_mapping(given)
    except CartagenaError as error:
        names: dict[str, Any] = {**error.names}
        raise Invalid(error.sentence, "rules", **names) from None


def new_table(wanted: NewTable, owner: Identity) -> Created:
    """The first event of a new table."""
    colours = [seat.colour for seat in wanted.seats]
    if len(set(colours)) < len(colours):
        raise Invalid("Each seat needs its own colour.")
    if sum(seat.kind != "closed" for seat in wanted.seats) < 2:
        raise Invalid("A game needs at least two players.")
    if wanted.seconds and wanted.budget:
        raise Invalid("A time limit applies per turn or to the whole game, not both.")
    if wanted.increment and not wanted.budget:
        raise Invalid("Extra time per turn needs a time limit for the whole game.")
    return Created(
        owner=owner.id,
        name=clean_name(wanted.name),
        rules=read_rules(wanted.rules).to_mapping(),
        seats=[_plan(seat, owner) for seat in wanted.seats],
        public=wanted.public,
        spectators=wanted.spectators,
        seconds=wanted.seconds,
        budget=wanted.budget,
        increment=wanted.increment,
        substitute=check_level(wanted.substitute),
        bot_speed=wanted.bot_speed,
        secret=scheme.new_secret(),
    )


def _plan(seat: NewSeat, owner: Identity) -> SeatPlan:
    if seat.kind == "me":
        name = owner.name if seat.name is None else clean_name(seat.name)
        return SeatPlan(seat.colour, "player", identity=owner.id, name=name)
    if seat.kind == "bot":
        return SeatPlan(seat.colour, "bot", check_level(seat.level))
    return SeatPlan(seat.colour, seat.kind)


def quick_start(wanted: QuickStart) -> NewTable:
    """The table that a quick start asks for."""
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
        bot_speed=wanted.bot_speed,
    )


MATCH_SECONDS: Final = 90
"""The time limit for each turn at a table of a quick match: nobody waits for a stranger who has left."""


def quick_match(wanted: QuickMatch) -> NewTable:
    """The table at which a quick match waits for somebody."""
    return NewTable(
        rules="jamaica" if wanted.rules is None else wanted.rules,
        name="Quick match",
        seats=[NewSeat("blue", "me"), NewSeat("red")],
        public=True,
        seconds=MATCH_SECONDS,
    )


def check_rematch(table: Table, who: Identity) -> None:
    """Refuse a rematch to somebody who did not play, and before the end."""
    if not table.seats_of(who.id):
        raise Forbidden("Only the players can ask for a rematch.")
    check_open(table)
    if table.status != "finished":
        raise Conflict("running", "The game isn’t over yet.")


def rematch(table: Table, who: Identity, *, swap: bool = False) -> Created:
    """The first event of a rematch: the same people, with `swap` everybody one seat further on."""
    check_rematch(table, who)
    old, setup = table.seats, table.setup
    people = [*old[-1:], *old[:-1]] if swap else old
    seats = [
        SeatPlan(place.colour, one.kind, one.level, one.identity, one.name)
        for place, one in zip(old, people, strict=True)
    ]
    return Created(
        owner=who.id,
        name=setup.name,
        rules=setup.rules,
        seats=seats,
        public=setup.public,
        spectators=setup.spectators,
        seconds=setup.seconds,
        budget=setup.budget,
        increment=setup.increment,
        substitute=setup.substitute,
        bot_speed=setup.bot_speed,
        secret=scheme.new_secret(),
        rematch_of=table.id,
    )
