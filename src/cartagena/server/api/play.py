"""Looking at a table, playing at it, talking at it."""

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter
from litestar.types import ASGIApp

from cartagena.protocol.messages import Answer, Mute, Play, Say, Snapshot, TakeBack
from cartagena.server.api.middleware import Caller
from cartagena.server.api.openapi import (
    PROBLEMS,
    LastEventId,
    TableName,
    event_stream,
    resume_behind,
)
from cartagena.server.services import Services, require
from cartagena.server.tables import moves
from cartagena.server.tables.registry import now
from cartagena.server.tables.views import snapshot

_STREAM = event_stream("Server-sent events: a snapshot and then every event, without end.")


@get("/api/tables/{table:str}", responses=PROBLEMS)
async def look(table: TableName, services: Services, caller: Caller) -> Snapshot:
    """All that the sender may know of a table."""
    seen = await services.watchable(table, caller)
    identity = caller.identity.id if caller.identity else ""
    return snapshot(seen, identity, services.presence.of(table), now())


@get("/api/tables/{table:str}/stream", responses={**PROBLEMS, **_STREAM})
async def stream(
    table: TableName,
    services: Services,
    caller: Caller,
    last_event_id: LastEventId = None,
    after: Annotated[int | None, Parameter(ge=0, le=1_000_000_000)] = None,
) -> ASGIApp:
    """The events of a table for the sender's seats, or for a spectator.

    `Last-Event-ID`, which browsers send by themselves, or `after` resumes just behind a number.
    """
    seen = await services.watchable(table, caller)
    identity = caller.identity.id if caller.identity else ""
    return services.watch.stream(seen, identity, caller.name, resume_behind(last_event_id, after))


async def make_a_move(table: str, data: Play, services: Services, caller: Caller) -> Answer:
    """The answer to a move, whichever way it came: see `express`."""
    who = require(caller)
    played = await services.harbour.act(table, moves.play(data, who))
    return Answer(*moves.answer_of(played, who, data.key))


@post("/api/tables/{table:str}/moves", status_code=200, responses=PROBLEMS)
async def play(table: TableName, data: Play, services: Services, caller: Caller) -> Answer:
    """Make a move. The same key again has no second effect and gets the same answer."""
    return await make_a_move(table, data, services, caller)


@post("/api/tables/{table:str}/undo", status_code=200, responses=PROBLEMS)
async def undo(table: TableName, data: TakeBack, services: Services, caller: Caller) -> Answer:
    """Take the last move back, within the turn and as long as it showed nothing hidden."""
    who = require(caller)
    played = await services.harbour.act(table, moves.take_back(data, who))
    return Answer(*moves.answer_of(played, who, data.key))


@post("/api/tables/{table:str}/chat", status_code=200, responses=PROBLEMS)
async def say(table: TableName, data: Say, services: Services, caller: Caller) -> Answer:
    """Say something to the table, in plain text."""
    who = require(caller)
    await services.watchable(table, caller)
    services.may_talk(who)
    heard = await services.harbour.act(table, moves.say(data, who))
    known = heard.answers.get((who.id, data.key or ""))
    return Answer(heard.chat[-1][0] if known is None else known[0])


@post("/api/tables/{table:str}/mute", status_code=200, responses=PROBLEMS)
async def mute(table: TableName, data: Mute, services: Services, caller: Caller) -> Answer:
    """Hear somebody no more, or again."""
    await services.watchable(table, caller)
    who = require(caller)
    changed = await services.harbour.act(table, moves.mute(data, who))
    return Answer(changed.keyed.get((who.id, data.key or ""), (changed.seq,))[0])


HANDLERS = [look, stream, play, undo, say, mute]
