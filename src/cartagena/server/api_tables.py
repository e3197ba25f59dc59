"""Laying tables, finding them, sitting down, standing up, starting and playing again."""

from typing import Annotated, Literal

from litestar import get, post
from litestar.params import Parameter

from cartagena.server import seating
from cartagena.server.answers import PROBLEMS, TableName
from cartagena.server.guard import Caller
from cartagena.server.identity import Identity
from cartagena.server.log import Created
from cartagena.server.problems import Problem, too_many
from cartagena.server.protocol import (
    Colour,
    Contribute,
    Join,
    Listing,
    NewTable,
    QuickStart,
    SeatNamed,
    SetSeat,
    TableInfo,
)
from cartagena.server.rendering import table_info
from cartagena.server.services import Services, require
from cartagena.server.table import Table


async def _lay(
    services: Services, who: Identity, event: Created, members: tuple[str, ...]
) -> Table:
    most = services.settings.tables_each
    if await services.storage.owned(who.id, most) >= most:
        raise too_many("You may have {most} unfinished tables at once.", 60.0, most=most)
    return await services.harbour.create(seating.new_table_id(), event, members)


@post("/api/tables", status_code=201, responses=PROBLEMS)
async def create_table(data: NewTable, services: Services, caller: Caller) -> TableInfo:
    """Lay a table with any rules and seats."""
    who = require(caller)
    return table_info(await _lay(services, who, *seating.lay(data, who)))


@post("/api/quick-start", status_code=201, responses=PROBLEMS)
async def quick_start(data: QuickStart, services: Services, caller: Caller) -> TableInfo:
    """One request for a running game against bots."""
    who = require(caller)
    table = await _lay(services, who, *seating.lay(seating.quick_table(data), who))
    return table_info(await services.harbour.act(table.id, seating.start(who)))


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
    return table_info(await services.harbour.act(table, seating.join(data, require(caller))))


@post("/api/tables/{table:str}/contribution", status_code=200, responses=PROBLEMS)
async def contribute(
    table: TableName, data: Contribute, services: Services, caller: Caller
) -> TableInfo:
    """Give a seat's own random value for the shuffles, before the start."""
    return table_info(await services.harbour.act(table, seating.contribute(data, require(caller))))


@post("/api/tables/{table:str}/leave", status_code=200, responses=PROBLEMS)
async def leave(table: TableName, data: SeatNamed, services: Services, caller: Caller) -> TableInfo:
    """Stand up, from one seat or from all; in a running game a bot plays on."""
    who = require(caller)
    laid = await services.table(table)
    for colour in [data.seat] if data.seat else laid.seats_of(who.id):
        wanted = SeatNamed(seat=colour)  # type: ignore[arg-type]
        await services.harbour.act(table, seating.leave(wanted, who))
    return table_info(await services.table(table))


@post("/api/tables/{table:str}/return", status_code=200, responses=PROBLEMS)
async def return_to(
    table: TableName, data: SeatNamed, services: Services, caller: Caller
) -> TableInfo:
    """Be back: the bot that stood in plays no more."""
    return table_info(await services.harbour.act(table, seating.return_to(data, require(caller))))


@post("/api/tables/{table:str}/seats/{colour:str}", status_code=200, responses=PROBLEMS)
async def set_seat(
    table: TableName, colour: Colour, data: SetSeat, services: Services, caller: Caller
) -> TableInfo:
    """Open a seat, close it, or sit a bot there, before the start."""
    decision = seating.set_seat(colour, data, require(caller))
    return table_info(await services.harbour.act(table, decision))


@post("/api/tables/{table:str}/start", status_code=200, responses=PROBLEMS)
async def start(table: TableName, services: Services, caller: Caller) -> TableInfo:
    """Deal the cards."""
    return table_info(await services.harbour.act(table, seating.start(require(caller))))


@post("/api/tables/{table:str}/rematch", status_code=200, responses=PROBLEMS)
async def rematch(table: TableName, services: Services, caller: Caller) -> TableInfo:
    """The same people again, everybody one seat further on; the second to ask gets the same."""
    who = require(caller)
    old = await services.table(table)
    if not old.rematch:
        event = seating.rematch_plan(old, who)
        members = tuple({seat.identity for seat in event.seats if seat.identity})
        new = await _lay(services, who, event, members)
        old = await services.harbour.act(table, seating.note_rematch(new.id))
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
