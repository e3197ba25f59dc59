"""Endpoints for hints, and for moves that are tried out: what they are worth, and why."""

import asyncio

from litestar import post

from cartagena.protocol.hints import ExploredPosition, Hint
from cartagena.protocol.requests import AskHint, ExploreMoves
from cartagena.server.http.access import Caller, require_identity, watchable_table
from cartagena.server.http.openapi import IDENTITY, PROBLEMS, TableName
from cartagena.server.services import Services
from cartagena.server.tables import analysis_board, positions
from cartagena.server.tables.owner_actions import check_open


@post("/api/v1/tables/{table:str}/hint", status_code=200, responses=PROBLEMS, security=IDENTITY)
async def hint(table: TableName, data: AskHint, services: Services, caller: Caller) -> Hint:
    """The best moves by what the sender may know; only where all the others are bots."""
    who = require_identity(caller)
    seen = await watchable_table(services, table, caller)
    return await services.hints.find(seen, who, data.expected_seq)


@post("/api/v1/tables/{table:str}/try", status_code=200, responses=PROBLEMS, security=IDENTITY)
async def try_moves(
    table: TableName, data: ExploreMoves, services: Services, caller: Caller
) -> ExploredPosition:
    """An analysis board: moves tried on a position of a finished game, or of one against bots alone."""
    who = require_identity(caller)
    seen = await watchable_table(services, table, caller)
    check_open(seen)
    if seen.status == "finished":
        start = await asyncio.to_thread(positions.finished_game, seen, data.at)
    else:
        # A copy, since it is looked at in a thread.
        start = analysis_board.advised_game(seen, who, data.at).copy()
    return await services.hints.try_moves(seen, start, who, data)


HANDLERS = [hint, try_moves]
