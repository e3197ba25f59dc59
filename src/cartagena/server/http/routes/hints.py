"""Endpoints for hints and for the analysis board."""

import asyncio

from litestar import post

from cartagena.bots import View
from cartagena.protocol.hints import ExploredPosition, Hint
from cartagena.protocol.requests import AskHint, ExploreMoves
from cartagena.server.engine.engine import ExploreRequest, HintRequest
from cartagena.server.http.access import require_identity, watchable_table
from cartagena.server.http.caller import Caller
from cartagena.server.http.costs import cost
from cartagena.server.http.openapi import IDENTITY, PROBLEMS, TableName
from cartagena.server.services import Services
from cartagena.server.tables import analysis_board, positions
from cartagena.server.tables.owner_actions import check_open


@post("/api/v1/tables/{table:str}/hint", status_code=200, responses=PROBLEMS, security=IDENTITY)
async def hint(table: TableName, data: AskHint, services: Services, caller: Caller) -> Hint:
    """Return the best moves, from what the caller may know. Only against bots alone."""
    who = require_identity(caller)
    watched = await watchable_table(services, table, caller)
    game = analysis_board.advised_game(watched, who, data.expected_seq)
    view, legal = View.of(game, game.decider), list(game.legal_moves)
    return await services.engine.hint(
        HintRequest(watched.id, data.expected_seq, who.id, view, legal)
    )


@post(
    "/api/v1/tables/{table:str}/explore",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(10),
)
async def explore(
    table: TableName, data: ExploreMoves, services: Services, caller: Caller
) -> ExploredPosition:
    """Play moves on an analysis board and rate the next ones.

    The board starts from a position of a finished game, or of a running game against bots.
    """
    who = require_identity(caller)
    watched = await watchable_table(services, table, caller)
    check_open(watched)
    if watched.status == "finished":
        start = await asyncio.to_thread(positions.finished_game, watched, data.at)
    else:
        # A copy, because a thread reads it.
        start = analysis_board.advised_game(watched, who, data.at).copy()
    return await services.engine.explore(
        ExploreRequest(
            watched.id, watched.status, data.at, who.id, start, tuple(data.moves), data.reply
        )
    )


HANDLERS = [hint, explore]
