"""Endpoints for finished games: record, replay, proof of fair shuffles and analysis."""

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from litestar.types import ASGIApp

from cartagena.protocol.events import ReplayPosition
from cartagena.protocol.finished import AnalysisState, Proof
from cartagena.server.errors import TooMany
from cartagena.server.http.access import require_identity, watchable_table
from cartagena.server.http.caller import Caller
from cartagena.server.http.costs import cost
from cartagena.server.http.openapi import (
    ANYBODY,
    IDENTITY,
    PROBLEMS,
    LastEventId,
    TableName,
    event_stream,
    resume_after,
)
from cartagena.server.services import Services
from cartagena.server.streams.replay_stream import ReplayStream
from cartagena.server.tables.owner_actions import check_revealed
from cartagena.server.tables.table import Table

_STREAM = {
    **event_stream("Server-sent events: every position of the game, then `end`."),
    204: ResponseSpec(
        None, generate_examples=False, description="The stream has already reached its end."
    ),
}


async def _finished(services: Services, name: str, caller: Caller) -> Table:
    """Return a table with a finished game that the caller may watch."""
    table = await watchable_table(services, name, caller)
    check_revealed(table)
    return table


@get("/api/v1/tables/{table:str}/record", responses=PROBLEMS, security=ANYBODY, opt=cost(5))
async def record(table: TableName, services: Services, caller: Caller) -> Response[dict[str, Any]]:
    """Return the finished game as a file for `cartagena verify` and `cartagena analyse`."""
    finished_table = await _finished(services, table, caller)
    headers = {"content-disposition": f'attachment; filename="cartagena-{table}.json"'}
    return Response(finished_table.record(), headers=headers)


@get("/api/v1/tables/{table:str}/fairness", responses=PROBLEMS, security=ANYBODY)
async def fairness(table: TableName, services: Services, caller: Caller) -> Proof:
    """Return the commitment and the contributions and, once the game is over, the secret."""
    return Proof(**(await watchable_table(services, table, caller)).proof())


@get("/api/v1/tables/{table:str}/replay", responses=PROBLEMS, security=ANYBODY, opt=cost(5))
async def replay(
    table: TableName, services: Services, caller: Caller
) -> Response[list[ReplayPosition]]:
    """Return every position of a finished game with open hands: after the deal and after each move."""
    steps = await services.replays.of(await _finished(services, table, caller))
    body: Any = steps.body
    return Response(body, media_type="application/json")


@get(
    "/api/v1/tables/{table:str}/replay/stream",
    responses={**PROBLEMS, **_STREAM},
    security=ANYBODY,
    opt=cost(10),
)
async def replay_stream(
    table: TableName,
    services: Services,
    caller: Caller,
    last_event_id: LastEventId = None,
    after: Annotated[int | None, Parameter(ge=0, le=1_000_000_000)] = None,
    pace: Annotated[float, Parameter(ge=0, le=10)] = 0,
) -> ASGIApp:
    """Stream the positions of a finished game, one every `pace` seconds or all at once.

    The last event is `end`. `Last-Event-ID`, which browsers send when they reconnect, or `after`
    resumes after an event.
    """
    finished_table = await _finished(services, table, caller)
    resumed = resume_after(last_event_id, after)
    return ReplayStream(
        services.streams,
        replay=await services.replays.of(finished_table),
        holder=caller.holder,
        after=-1 if resumed is None else resumed,
        pace=pace,
    )


@post(
    "/api/v1/tables/{table:str}/analysis",
    status_code=202,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(2),
)
async def request_analysis(table: TableName, services: Services, caller: Caller) -> AnalysisState:
    """Request an analysis: winning chances after every move, better moves, luck and skill."""
    who = require_identity(caller)
    game = await _finished(services, table, caller)
    state = await services.analyses.state_of(game)
    if state.status not in ("none", "failed"):
        return state
    wait = services.limits.analyses.take(who.id, caller.network)
    if wait:
        raise TooMany("Too many games are waiting for analysis. Try again later.", wait)
    return await services.analyses.request(game, who)


@get("/api/v1/tables/{table:str}/analysis", responses=PROBLEMS, security=ANYBODY)
async def analysis(table: TableName, services: Services, caller: Caller) -> AnalysisState:
    """Return the progress of the analysis, and its result once it is done."""
    return await services.analyses.state_of(await _finished(services, table, caller))


HANDLERS = [record, fairness, replay, replay_stream, request_analysis, analysis]
