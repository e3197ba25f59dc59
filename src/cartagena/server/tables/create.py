"""New tables: with any rules and seats, as a quick start, or as a rematch."""

import hashlib
from typing import Any, Final

from cartagena.bots import names as bot_names
from cartagena.daily.deal import COLOUR, RIVALS, weekday
from cartagena.errors import CartagenaError
from cartagena.fairness import scheme
from cartagena.protocol.requests import (
    BotSpeed,
    NewSeat,
    NewTable,
    QuickMatch,
    QuickStart,
    RulesOrPreset,
)
from cartagena.rules.components import COLOURS
from cartagena.rules.options import Rules
from cartagena.server.entropy import Entropy
from cartagena.server.errors import Conflict, Forbidden, Invalid
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.events import Created, SeatPlan
from cartagena.server.tables.owner_actions import check_open
from cartagena.server.tables.sanitize import clean_name
from cartagena.server.tables.table import Table


def new_table_id(entropy: Entropy) -> str:
    """Return a random id that nobody can guess: anyone with the link may come.

    It never begins with a hyphen, because that would be an option on a command line.
    """
    while (table_id := entropy.token(12)).startswith("-"):
        pass
    return table_id


def origin(endpoint: str, who: Identity, key: str | None) -> str | None:
    """Return a digest of the request that creates a table, so that it creates only one."""
    if key is None:
        return None
    request = f"{endpoint}\n{who.id}\n{key}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(request).hexdigest()


def check_level(level: str) -> str:
    """Return the level. Raises `Invalid` if there is no bot of this level."""
    if level not in bot_names():
        raise Invalid(
            "There is no bot called {level}. You can choose: {levels}.",
            level=level,
            levels=[*bot_names()],
        )
    return level


def read_rules(rules: RulesOrPreset) -> Rules:
    """Return the rules of a request. Raises `Invalid` if there is a mistake in them."""
    try:
        known = Rules.from_mapping(rules)
        if known.is_small:
            raise CartagenaError(f"{known.edition} is a game for programs, not for tables.")
    except CartagenaError as error:
        names: dict[str, Any] = {**error.params}
        raise Invalid(error.template, "rules", **names) from None
    return known


def new_table(request: NewTable, owner: Identity, entropy: Entropy) -> Created:
    """Return the first event of a new table."""
    colours = [seat.colour for seat in request.seats]
    if len(set(colours)) < len(colours):
        raise Invalid("Each seat needs its own colour.")
    if sum(seat.kind != "closed" for seat in request.seats) < 2:
        raise Invalid("A game needs at least two players.")
    if request.seconds and request.budget:
        raise Invalid("A time limit applies per turn or to the whole game, not both.")
    if request.increment and not request.budget:
        raise Invalid("Extra time per turn needs a time limit for the whole game.")
    return Created(
        owner=owner.id,
        name=clean_name(request.name),
        rules=read_rules(request.rules).to_mapping(),
        seats=[_plan(seat, owner) for seat in request.seats],
        public=request.public,
        spectators=request.spectators,
        seconds=request.seconds,
        budget=request.budget,
        increment=request.increment,
        substitute=check_level(request.substitute),
        bot_speed=request.bot_speed,
        secret=entropy.hex(scheme.SECRET_BYTES),
    )


def _plan(seat: NewSeat, owner: Identity) -> SeatPlan:
    if seat.kind == "me":
        name = owner.name if seat.name is None else clean_name(seat.name)
        return SeatPlan(seat.colour, "player", identity=owner.id, name=name)
    if seat.kind == "bot":
        return SeatPlan(seat.colour, "bot", check_level(seat.level))
    return SeatPlan(seat.colour, seat.kind)


def quick_start(request: QuickStart) -> NewTable:
    """Return the table for a quick start."""
    others = [colour for colour in COLOURS if colour != request.colour][: request.players - 1]
    colours = [colour for colour in COLOURS if colour in (request.colour, *others)]
    return NewTable(
        rules=request.rules,
        name="Quick start",
        seats=[
            NewSeat(
                colour=colour, kind="me" if colour == request.colour else "bot", level=request.level
            )
            for colour in colours
        ],
        bot_speed=request.bot_speed,
    )


def daily_table(day: int, seed: str, bot_speed: BotSpeed, owner: Identity) -> Created:
    """Return the first event of a table for the daily escape of a day. Its deal has this seed."""
    game = weekday(day)
    return Created(
        owner=owner.id,
        name="Daily escape",
        rules=game.rules().to_mapping(),
        seats=[
            SeatPlan(COLOUR, "player", identity=owner.id, name=owner.name),
            *(
                SeatPlan(colour, "bot", level)
                for colour, level in zip(RIVALS, game.levels, strict=True)
            ),
        ],
        public=False,
        spectators=False,
        seconds=0,
        substitute="deckhand",
        bot_speed=bot_speed,
        secret="",
        deal=seed,
        daily=day,
    )


MATCH_SECONDS: Final = 90
"""Time limit per turn in a quick match: nobody should wait for a stranger who has left."""


def quick_match(request: QuickMatch) -> NewTable:
    """Return the table where a quick match waits for an opponent."""
    return NewTable(
        rules="jamaica" if request.rules is None else request.rules,
        name="Quick match",
        seats=[NewSeat("blue", "me"), NewSeat("red")],
        public=True,
        seconds=MATCH_SECONDS,
    )


def check_rematch(table: Table, who: Identity) -> None:
    """Refuse a rematch unless the game is over and `who` played in it."""
    if not table.seats_of(who.id):
        raise Forbidden("Only the players can ask for a rematch.")
    check_open(table)
    if table.status != "finished":
        raise Conflict("running", "The game isn’t over yet.")


def rematch(table: Table, who: Identity, entropy: Entropy, *, swap: bool = False) -> Created:
    """Return the first event of a rematch. With `swap`, everybody moves on by one seat."""
    check_rematch(table, who)
    old_seats, setup = table.seats, table.setup
    players = [*old_seats[-1:], *old_seats[:-1]] if swap else old_seats
    seats = [
        SeatPlan(seat.colour, player.kind, player.level, player.identity, player.name)
        for seat, player in zip(old_seats, players, strict=True)
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
        secret=entropy.hex(scheme.SECRET_BYTES),
        rematch_of=table.id,
    )
