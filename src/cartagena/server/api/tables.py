"""Laying tables, finding them, sitting down, standing up, starting and playing again."""

from typing import Annotated, Literal

from litestar import get, post
from litestar.params import Parameter

from cartagena.protocol.messages import (
    Colour,
    Contribute,
    Join,
    Keyed,
    Listing,
    NewTable,
    QuickStart,
    SeatNamed,
    SetSeat,
    TableInfo,
)
from cartagena.server.api.middleware import Caller
from cartagena.server.api.openapi import PROBLEMS, TableName
from cartagena.server.api.problems import Problem, too_many
from cartagena.server.services import Services, require
from cartagena.server.storage.identities import Identity
from cartagena.server.storage.writer import Conflict
from cartagena.server.tables import create, seats
from cartagena.server.tables.events import Created
from cartagena.server.tables.idempotency import as_answered
from cartagena.server.tables.registry import Decision
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import table_info


async def _lay(
    services: Services,
    who: Identity,
    event: Created,
    members: tuple[str, ...],
    origin: str | None,
) -> Table:
    """A new table; if one was laid for the same origin already, that one as it was laid."""
    known = await services.storage.laid_for(origin) if origin else None
    if known is None:
        most = services.settings.tables_each
        if await services.storage.owned(who.id, most) >= most:
            raise too_many("You can have at most {most} unfinished tables.", 60.0, most=most)
        try:
            return await services.harbour.create(create.new_table_id(), event, members, origin)
        except Conflict:
            known = await services.storage.laid_for(origin) if origin else None
            if known is None:
                raise
    return await services.harbour.past(known, 1)


async def _happen(
    services: Services, table: str, decision: Decision, who: Identity, key: str | None
) -> TableInfo:
    """Let something happen at a table; the answer is the table just after it."""
    changed = await services.harbour.act(table, decision)
    return table_info(await as_answered(services.harbour, changed, who, key))


@post("/api/tables", status_code=201, responses=PROBLEMS)
async def create_table(data: NewTable, services: Services, caller: Caller) -> TableInfo:
    """Lay a table with any rules and seats."""
    who = require(caller)
    origin = create.origin("lay", who, data.key)
    return table_info(await _lay(services, who, *create.lay(data, who), origin))


@post("/api/quick-start", status_code=201, responses=PROBLEMS)
async def quick_start(data: QuickStart, services: Services, caller: Caller) -> TableInfo:
    """One request for a running game against bots.

    With `wait` the table is only laid: its commitment is told, and the sender's contribution
    (with `start`) has the cards dealt.
    """
    who = require(caller)
    origin = create.origin("quick", who, data.key)
    table = await _lay(services, who, *create.lay(create.quick_table(data), who), origin)
    if data.wait:
        return table_info(table)
    return await _happen(services, table.id, seats.start(who, data.key), who, data.key)


@get("/api/tables", responses=PROBLEMS)
async def list_tables(
    services: Services,
    caller: Caller,
    status: Literal["waiting", "running", "finished"] | None = None,
    mine: bool = False,
    limit: Annotated[int, Parameter(ge=1, le=100)] = 30,
) -> Listing:
    """Public tables, or the sender's own, the newest first."""
    who = require(caller) if mine else None
    names = await services.storage.find(
        status=status,
        public=None if who else True,
        identity=who.id if who else None,
        limit=limit,
    )
    found = []
    for name in names:
        try:
            found.append(table_info(await services.table(name, fresh=False)))
        except Problem:
            continue  # forgotten between the two looks
    return Listing(found)


@post("/api/tables/{table:str}/join", status_code=200, responses=PROBLEMS)
async def join(table: TableName, data: Join, services: Services, caller: Caller) -> TableInfo:
    """Take an open seat."""
    who = require(caller)
    return await _happen(services, table, seats.join(data, who), who, data.key)


@post("/api/tables/{table:str}/contribution", status_code=200, responses=PROBLEMS)
async def contribute(
    table: TableName, data: Contribute, services: Services, caller: Caller
) -> TableInfo:
    """Give a seat's own random value for the shuffles, before the start, or to start at once."""
    who = require(caller)
    given = await _happen(services, table, seats.contribute(data, who), who, data.key)
    if not data.start:
        return given
    return await _happen(services, table, seats.start(who, data.key), who, data.key)


@post("/api/tables/{table:str}/leave", status_code=200, responses=PROBLEMS)
async def leave(table: TableName, data: SeatNamed, services: Services, caller: Caller) -> TableInfo:
    """Stand up, from one seat or from all; in a running game a bot plays on."""
    who = require(caller)
    left = await services.table(table)
    if data.key is None or (who.id, data.key) not in left.keyed:
        colours = (data.seat,) if data.seat else left.seats_of(who.id)
        for colour in colours:
            # Until the last one is left, the request is not met.
            key = data.key if colour == colours[-1] else None
            left = await services.harbour.act(table, seats.leave(colour, who, key))
    return table_info(await as_answered(services.harbour, left, who, data.key))


@post("/api/tables/{table:str}/return", status_code=200, responses=PROBLEMS)
async def return_to(
    table: TableName, data: SeatNamed, services: Services, caller: Caller
) -> TableInfo:
    """Be back: the bot that stood in plays no more."""
    who = require(caller)
    return await _happen(services, table, seats.return_to(data, who), who, data.key)


@post("/api/tables/{table:str}/seats/{colour:str}", status_code=200, responses=PROBLEMS)
async def set_seat(
    table: TableName, colour: Colour, data: SetSeat, services: Services, caller: Caller
) -> TableInfo:
    """Open a seat, close it, or sit a bot there, before the start."""
    who = require(caller)
    return await _happen(services, table, seats.set_seat(colour, data, who), who, data.key)


@post("/api/tables/{table:str}/start", status_code=200, responses=PROBLEMS)
async def start(
    table: TableName, services: Services, caller: Caller, data: Keyed | None = None
) -> TableInfo:
    """Deal the cards."""
    who, key = require(caller), data.key if data else None
    return await _happen(services, table, seats.start(who, key), who, key)


@post("/api/tables/{table:str}/rematch", status_code=200, responses=PROBLEMS)
async def rematch(
    table: TableName, services: Services, caller: Caller, data: Keyed | None = None
) -> TableInfo:
    """The same people again, everybody one seat further on; the second to ask gets the same."""
    who, key = require(caller), data.key if data else None
    old = await services.table(table)
    if not old.rematch:
        event = create.rematch_plan(old, who)
        members = tuple({seat.identity for seat in event.seats if seat.identity})
        new = await _lay(services, who, event, members, f"rematch {table}")
        old = await services.harbour.act(table, seats.note_rematch(new.id, who, key))
    if key is not None and (who.id, key) in old.keyed:
        return table_info(await services.harbour.past(old.rematch, 1))
    return table_info(await services.table(old.rematch))


HANDLERS = [
    create_table,
    quick_start,
    list_tables,
    join,
    contribute,
    leave,
    return_to,
    set_seat,
    start,
    rematch,
]
