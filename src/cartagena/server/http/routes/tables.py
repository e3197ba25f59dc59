"""Endpoints for tables: create, list, seats, start, pause, close and rematch."""

from collections.abc import Callable
from typing import Annotated, Literal

from litestar import get, post
from litestar.params import Parameter

from cartagena.protocol.requests import (
    Contribute,
    Join,
    Keyed,
    NewTable,
    Pause,
    QuickStart,
    Rematch,
    Remove,
    SeatChoice,
    SetSeat,
)
from cartagena.protocol.table import Listing, TableInfo
from cartagena.rules.components import Colour
from cartagena.server.errors import Refusal, TooMany
from cartagena.server.http.access import check_watchable, count_event, require_identity
from cartagena.server.http.caller import Caller
from cartagena.server.http.costs import cost
from cartagena.server.http.openapi import ANYBODY, IDENTITY, PROBLEMS, TableName
from cartagena.server.services import Services
from cartagena.server.storage.identities import Identity
from cartagena.server.storage.writer import WriteConflict
from cartagena.server.tables import create, moves, owner_actions, positions, seats
from cartagena.server.tables.decisions import Decision, handled_request
from cartagena.server.tables.events import Created
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import table_info


async def create_once(
    services: Services, who: Identity, event: Created, origin: str | None
) -> Table:
    """Create a table. If one has the same origin, return it as it was when it was created."""
    existing = await services.storage.created_for(origin) if origin else None
    if existing is None:
        wait = services.limits.tables.take(who.id, services.networks.of(who.id))
        if wait:
            raise TooMany("Too many requests. Wait a moment.", wait)
        try:
            return await _create(services, who, event, origin)
        except WriteConflict:
            existing = await services.storage.created_for(origin) if origin else None
            if existing is None:
                raise
    return await services.registry.as_of(existing, 1)


async def _create(services: Services, who: Identity, event: Created, origin: str | None) -> Table:
    """Create a table, unless its owner has too many that are not finished."""
    most = services.settings.tables_each
    # One after the other, because each counts those before it.
    async with services.creating.of(who.id):
        if await services.storage.count_owned(who.id, most) >= most:
            raise TooMany("You can have at most {most} unfinished tables.", 60.0, most=most)
        name = create.new_table_id(services.entropy)
        return await services.registry.create(name, event, origin)


async def act_once(
    services: Services, table: str, decision: Decision, caller: Caller, key: str | None
) -> TableInfo:
    """Run a decision and return the table just after it.

    A repeated request gets the table as it was after the first one.
    """
    who = require_identity(caller)
    count_event(services, table, caller)
    after = await services.registry.act(table, decision)
    services.bus.notify_watched(table)
    return await _table_after(services, after, who, key)


async def _table_after(
    services: Services, table: Table, who: Identity, key: str | None
) -> TableInfo:
    handled = handled_request(table, who, key)
    if handled is not None and handled.seq != table.seq:
        table = await services.registry.as_of(table.id, handled.seq)
    return table_info(table)


@post("/api/v1/tables", status_code=201, responses=PROBLEMS, security=IDENTITY, opt=cost(5))
async def create_table(data: NewTable, services: Services, caller: Caller) -> TableInfo:
    """Create a table with any rules and seats."""
    who = require_identity(caller)
    origin = create.origin("create", who, data.key)
    return table_info(
        await create_once(services, who, create.new_table(data, who, services.entropy), origin)
    )


@post("/api/v1/quick-start", status_code=201, responses=PROBLEMS, security=IDENTITY, opt=cost(5))
async def quick_start(data: QuickStart, services: Services, caller: Caller) -> TableInfo:
    """Create a table and start a game against bots in one request.

    With `wait` the game does not start yet: the response has the commitment, and the caller's
    contribution (with `start`) deals the cards.
    """
    who = require_identity(caller)
    origin = create.origin("quick", who, data.key)
    event = create.new_table(create.quick_start(data), who, services.entropy)
    table = await create_once(services, who, event, origin)
    if data.wait:
        return table_info(table)
    return await act_once(services, table.id, seats.start(who, data.key), caller, data.key)


@get("/api/v1/tables", responses=PROBLEMS, security=ANYBODY, opt=cost(10))
async def list_tables(
    services: Services,
    caller: Caller,
    status: Literal["waiting", "running", "finished", "closed"] | None = None,
    mine: bool = False,
    limit: Annotated[int, Parameter(ge=1, le=100)] = 30,
) -> Listing:
    """List public tables, or the caller's own, newest first."""
    who = require_identity(caller) if mine else None
    names = await services.storage.find(
        status=status,
        public=None if who else True,
        identity=who.id if who else None,
        limit=limit,
    )
    listing = []
    for name in names:
        try:
            listing.append(table_info(await services.registry.table(name, fresh=False)))
        except Refusal:
            continue  # deleted in the meantime
    return Listing(listing)


@post(
    "/api/v1/tables/{table:str}/join",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(2),
)
async def join(table: TableName, data: Join, services: Services, caller: Caller) -> TableInfo:
    """Take an open seat."""
    who = require_identity(caller)
    owner = (await services.registry.table(table)).setup.owner
    await services.friends.check_welcome(who, [owner])
    return await act_once(services, table, seats.join(data, who), caller, data.key)


@post(
    "/api/v1/tables/{table:str}/contribution",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(3),
)
async def contribute(
    table: TableName, data: Contribute, services: Services, caller: Caller
) -> TableInfo:
    """Add a seat's own random value to the shuffle. With `start`, deal the cards afterwards."""
    who = require_identity(caller)
    info = await act_once(services, table, seats.contribute(data, who), caller, data.key)
    if not data.start:
        return info
    return await act_once(services, table, seats.start(who, data.key), caller, data.key)


async def _act_for_seats(
    services: Services,
    table: str,
    decide: Callable[[str, Identity, str | None], Decision],
    caller: Caller,
    request: SeatChoice,
) -> TableInfo:
    """Run a decision for one of the caller's seats, or for all of them."""
    who = require_identity(caller)
    after = await services.registry.table(table)
    if handled_request(after, who, request.key) is None:
        check_watchable(after, who.id)
        colours = (request.seat,) if request.seat else after.seats_of(who.id)
        for colour in colours:
            # The last seat gets the key, because the request is not done before that.
            key = request.key if colour == colours[-1] else None
            count_event(services, table, caller)
            after = await services.registry.act(table, decide(colour, who, key))
    return await _table_after(services, after, who, request.key)


@post(
    "/api/v1/tables/{table:str}/leave",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(2),
)
async def leave(
    table: TableName, services: Services, caller: Caller, data: SeatChoice | None = None
) -> TableInfo:
    """Leave one of your seats, or all. In a running game a bot takes over."""
    return await _act_for_seats(services, table, seats.leave, caller, data or SeatChoice())


@post("/api/v1/tables/{table:str}/return", status_code=200, responses=PROBLEMS, security=IDENTITY)
async def return_to(
    table: TableName, services: Services, caller: Caller, data: SeatChoice | None = None
) -> TableInfo:
    """Take over again after your time ran out, at one seat or at all of them."""
    return await _act_for_seats(services, table, seats.return_to, caller, data or SeatChoice())


@post(
    "/api/v1/tables/{table:str}/seats/{colour:str}",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(3),
)
async def set_seat(
    table: TableName, colour: Colour, data: SetSeat, services: Services, caller: Caller
) -> TableInfo:
    """Open a seat, close it, or give it to a bot, before the start."""
    who = require_identity(caller)
    return await act_once(services, table, seats.set_seat(colour, data, who), caller, data.key)


@post("/api/v1/tables/{table:str}/remove", status_code=200, responses=PROBLEMS, security=IDENTITY)
async def remove(table: TableName, data: Remove, services: Services, caller: Caller) -> TableInfo:
    """Remove a player, who cannot join this table again. Only for the owner.

    Before the start the seat opens again. In a running game only a player whose time ran out can
    be removed, and a bot takes over.
    """
    who = require_identity(caller)
    return await act_once(
        services, table, owner_actions.remove(data.seat, who, data.key), caller, data.key
    )


@post(
    "/api/v1/tables/{table:str}/close",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(3),
)
async def close(
    table: TableName, services: Services, caller: Caller, data: Keyed | None = None
) -> TableInfo:
    """Close the table permanently, even during a game. Only for the owner."""
    who, key = require_identity(caller), data.key if data else None
    return await act_once(services, table, owner_actions.close(who, key), caller, key)


@post("/api/v1/tables/{table:str}/pause", status_code=200, responses=PROBLEMS, security=IDENTITY)
async def pause(table: TableName, data: Pause, services: Services, caller: Caller) -> TableInfo:
    """Ask for a pause, or withdraw it. The game is paused while all players ask for it."""
    who = require_identity(caller)
    return await act_once(services, table, moves.pause(data, who), caller, data.key)


@post("/api/v1/tables/{table:str}/start", status_code=200, responses=PROBLEMS, security=IDENTITY)
async def start(
    table: TableName, services: Services, caller: Caller, data: Keyed | None = None
) -> TableInfo:
    """Deal the cards."""
    who, key = require_identity(caller), data.key if data else None
    return await act_once(services, table, seats.start(who, key), caller, key)


@post(
    "/api/v1/tables/{table:str}/rematch",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(5),
)
async def rematch(
    table: TableName, services: Services, caller: Caller, data: Rematch | None = None
) -> TableInfo:
    """Return the table for a rematch of the same people, and create it if needed.

    Players keep their colours, unless the first one to ask wants to `swap`: then everybody moves on
    by one seat. A game from a position starts there again at once, with hidden cards dealt again.
    """
    who, key = require_identity(caller), data.key if data else None
    old = await services.registry.table(table)
    if handled_request(old, who, key) is None:
        check_watchable(old, who.id)
    if not old.rematch:
        swap = data is not None and data.swap
        event = (
            positions.rematch_from_position(old, who, services.entropy)
            if old.from_position
            else create.rematch(old, who, services.entropy, swap=swap)
        )
        new = await create_once(services, who, event, f"rematch {table}")
        if new.from_position:
            await services.registry.act(new.id, seats.start(who))
        old = await services.registry.act(table, seats.note_rematch(new.id, who, key))
    if handled_request(old, who, key) is not None:
        # A table from a position is started by the same request.
        return table_info(await services.registry.as_of(old.rematch, 2 if old.from_position else 1))
    return table_info(await services.registry.table(old.rematch))


HANDLERS = [
    create_table,
    quick_start,
    list_tables,
    join,
    contribute,
    leave,
    return_to,
    set_seat,
    remove,
    close,
    pause,
    start,
    rematch,
]
