"""Endpoints for tables that start from a position."""

import asyncio

from litestar import post

from cartagena.protocol.requests import PlayFrom, StartFrom
from cartagena.protocol.table import TableInfo
from cartagena.server.http.access import require_identity, watchable_table
from cartagena.server.http.caller import Caller
from cartagena.server.http.costs import cost
from cartagena.server.http.openapi import IDENTITY, PROBLEMS, TableName
from cartagena.server.http.routes.tables import act_once, create_once
from cartagena.server.services import Services
from cartagena.server.tables import create, positions, seats
from cartagena.server.tables.events import Created
from cartagena.server.tables.owner_actions import check_open


@post("/api/v1/start-from", status_code=201, responses=PROBLEMS, security=IDENTITY, opt=cost(5))
async def start_from(data: StartFrom, services: Services, caller: Caller) -> TableInfo:
    """Start a game against bots from a position. Cards hidden from your seat are dealt again."""
    who = require_identity(caller)
    game = positions.read_position(data.position)
    event = positions.new_table(
        game, data.seat, data.level, who, "From a position", services.entropy
    )
    return await _start(services, caller, event, create.origin("from", who, data.key), data.key)


@post(
    "/api/v1/tables/{table:str}/play-from",
    status_code=201,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(10),
)
async def play_from(
    table: TableName, data: PlayFrom, services: Services, caller: Caller
) -> TableInfo:
    """Continue a finished game from any move against bots, at any seat."""
    who = require_identity(caller)
    finished_table = await watchable_table(services, table, caller)
    check_open(finished_table)
    game = await asyncio.to_thread(positions.finished_game, finished_table, data.move)
    event = positions.new_table(
        game, data.seat, data.level, who, "From a finished game", services.entropy
    )
    origin = create.origin(f"from {table}", who, data.key)
    return await _start(services, caller, event, origin, data.key)


async def _start(
    services: Services, caller: Caller, event: Created, origin: str | None, key: str | None
) -> TableInfo:
    who = require_identity(caller)
    table = await create_once(services, who, event, origin)
    return await act_once(services, table.id, seats.start(who, key), caller, key)


HANDLERS = [start_from, play_from]
