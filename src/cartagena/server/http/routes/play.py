"""Endpoints of a game: snapshot, event stream, moves, undo, chat and mute."""

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter
from litestar.types import ASGIApp

from cartagena.protocol.requests import EndTurn, Mute, Play, Say, Undo
from cartagena.protocol.table import Acknowledgement, Snapshot
from cartagena.server.errors import TooMany
from cartagena.server.http.access import count_event, require_identity, watchable_table
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
from cartagena.server.streams.event_stream import EventStream
from cartagena.server.tables import chat, moves
from cartagena.server.tables.decisions import Decision, handled_request
from cartagena.server.tables.views import snapshot

_STREAM = event_stream("Server-sent events: a snapshot, then every event.")


@get("/api/v1/tables/{table:str}", responses=PROBLEMS, security=ANYBODY, opt=cost(2))
async def look(table: TableName, services: Services, caller: Caller) -> Snapshot:
    """Return everything the caller may know about a table."""
    watched = await watchable_table(services, table, caller)
    muted = await services.mutes.muted_by(caller.identity_id)
    present = services.presence.of(table)
    return snapshot(watched, caller.identity_id, present, services.clock.now(), muted)


@get(
    "/api/v1/tables/{table:str}/stream",
    responses={**PROBLEMS, **_STREAM},
    security=ANYBODY,
    opt=cost(5, resumed=20),
)
async def stream(
    table: TableName,
    services: Services,
    caller: Caller,
    last_event_id: LastEventId = None,
    after: Annotated[int | None, Parameter(ge=0, le=1_000_000_000)] = None,
) -> ASGIApp:
    """Stream the events of a table for the caller's seats, or for a spectator.

    `Last-Event-ID`, which browsers send when they reconnect, or `after` resumes after an event.
    """
    await watchable_table(services, table, caller)
    return EventStream(
        services.registry,
        services.broadcaster,
        services.presence,
        services.streams,
        table=table,
        holder=caller.holder,
        after=resume_after(last_event_id, after),
        keep_alive=services.settings.keep_alive,
        muted=await services.mutes.muted_by(caller.identity_id),
    )


async def _act(
    services: Services, table: str, decision: Decision, caller: Caller, key: str | None
) -> Acknowledgement:
    """Run a decision and acknowledge it with the event number and, for a move, its text.

    A repeated request gets the response of the first one.
    """
    count_event(services, table, caller)
    after = await services.registry.act(table, decision)
    handled = handled_request(after, require_identity(caller), key)
    return (
        Acknowledgement(after.seq)
        if handled is None
        else Acknowledgement(handled.seq, handled.move)
    )


async def make_move(table: str, data: Play, services: Services, caller: Caller) -> Acknowledgement:
    """Make a move, for the framework and for `fast_moves`, which bypasses it."""
    who = require_identity(caller)
    return await _act(services, table, moves.play(data, who), caller, data.key)


@post("/api/v1/tables/{table:str}/moves", status_code=200, responses=PROBLEMS, security=IDENTITY)
async def play(table: TableName, data: Play, services: Services, caller: Caller) -> Acknowledgement:
    """Make a move. A repeated key has no second effect and gets the same response."""
    return await make_move(table, data, services, caller)


@post("/api/v1/tables/{table:str}/undo", status_code=200, responses=PROBLEMS, security=IDENTITY)
async def undo(table: TableName, data: Undo, services: Services, caller: Caller) -> Acknowledgement:
    """Undo the last move, within the turn and unless it revealed hidden cards."""
    who = require_identity(caller)
    return await _act(services, table, moves.undo(data, who), caller, data.key)


@post("/api/v1/tables/{table:str}/end-turn", status_code=200, responses=PROBLEMS, security=IDENTITY)
async def end_turn(
    table: TableName, data: EndTurn, services: Services, caller: Caller
) -> Acknowledgement:
    """End your turn before its undo window closes."""
    who = require_identity(caller)
    return await _act(services, table, moves.end_turn(data, who), caller, data.key)


@post(
    "/api/v1/tables/{table:str}/chat",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(2),
)
async def say(table: TableName, data: Say, services: Services, caller: Caller) -> Acknowledgement:
    """Send a chat message in plain text."""
    who = require_identity(caller)
    await watchable_table(services, table, caller)
    wait = services.limits.chat.take(who.id, caller.network)
    if wait:
        raise TooMany("You’re sending messages too fast. Wait a moment.", wait)
    return await _act(services, table, chat.say(data, who), caller, data.key)


@post(
    "/api/v1/tables/{table:str}/mute",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(3),
)
async def mute(table: TableName, data: Mute, services: Services, caller: Caller) -> Acknowledgement:
    """Mute or unmute a person, for yourself or, as the owner, for everybody."""
    who = require_identity(caller)
    watched = await watchable_table(services, table, caller)
    if data.for_all:
        return await _act(services, table, chat.mute_for_all(data, who), caller, data.key)
    chat.check_present(watched, data.whom, who)
    wait = services.limits.mutes.take(who.id, caller.network)
    if wait:
        raise TooMany("Too many requests. Wait a moment.", wait)
    await services.mutes.set_muted(who.id, data.whom, services.clock.now(), muted=data.muted)
    await services.read_mutes(who.id)
    return Acknowledgement(0)


HANDLERS = [look, stream, play, undo, end_turn, say, mute]
