"""Finished games: the record, the replay, and the proof that the shuffles were fair."""

import asyncio
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from litestar.types import ASGIApp

from cartagena.protocol.messages import AnalysisState, Proof
from cartagena.server.api.middleware import Caller
from cartagena.server.api.openapi import (
    PROBLEMS,
    LastEventId,
    TableName,
    event_stream,
    resume_behind,
)
from cartagena.server.api.problems import conflict
from cartagena.server.services import Services, require
from cartagena.server.tables.replay import ReplayStream, steps
from cartagena.server.tables.table import Table

_STREAM = {
    **event_stream("Server-sent events: every position of the game, then `end`."),
    204: ResponseSpec(None, generate_examples=False, description="The end was told already."),
}


def _finished(table: Table) -> Table:
    if table.status != "finished":
        raise conflict("running", "The game isn’t over yet, so hidden cards stay hidden.")
    return table


@get("/api/tables/{table:str}/record", responses=PROBLEMS)
async def record(table: TableName, services: Services, caller: Caller) -> Response[dict[str, Any]]:
    """The finished game as a file for `cartagena verify` and `cartagena analyse`."""
    done = _finished(await services.watchable(table, caller))
    headers = {"content-disposition": f'attachment; filename="cartagena-{table}.json"'}
    return Response(done.record(), headers=headers)


@get("/api/tables/{table:str}/fairness", responses=PROBLEMS)
async def fairness(table: TableName, services: Services, caller: Caller) -> Proof:
    """The commitment and the contributions; after the end also the secret."""
    return Proof(**(await services.watchable(table, caller)).proof())


@get("/api/tables/{table:str}/replay", responses=PROBLEMS)
async def replay(table: TableName, services: Services, caller: Caller) -> list[dict[str, Any]]:
    """Every position of a finished game, with open hands: the deal, and after each move."""
    done = _finished(await services.watchable(table, caller))
    return await asyncio.to_thread(lambda: list(steps(done)))


@get("/api/tables/{table:str}/replay/stream", responses={**PROBLEMS, **_STREAM})
async def replay_stream(
    table: TableName,
    services: Services,
    caller: Caller,
    last_event_id: LastEventId = None,
    after: Annotated[int | None, Parameter(ge=0, le=1_000_000_000)] = None,
    pace: Annotated[float, Parameter(ge=0, le=10)] = 0,
) -> ASGIApp:
    """The same as events, one every `pace` seconds or all at once, and then the end.

    `Last-Event-ID`, which browsers send by themselves, or `after` resumes just behind a number.
    """
    done = _finished(await services.watchable(table, caller))
    services.watch.admit(caller.name)
    behind = resume_behind(last_event_id, after)
    return ReplayStream(services.watch, done, caller.name, -1 if behind is None else behind, pace)


@post("/api/tables/{table:str}/analysis", status_code=202, responses=PROBLEMS)
async def begin_analysis(table: TableName, services: Services, caller: Caller) -> AnalysisState:
    """Have a finished game looked at: chances after every move, better moves, luck and play."""
    who = require(caller)
    return await services.studies.begin(_finished(await services.watchable(table, caller)), who)


@get("/api/tables/{table:str}/analysis", responses=PROBLEMS)
async def analysis(table: TableName, services: Services, caller: Caller) -> AnalysisState:
    """How far the analysis has come, and what it found."""
    return await services.studies.of(_finished(await services.watchable(table, caller)))


HANDLERS = [record, fairness, replay, replay_stream, begin_analysis, analysis]
