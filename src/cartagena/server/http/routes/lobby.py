"""Endpoints of the lobby: public tables, your turns and the quick match."""

from typing import Annotated

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter

from cartagena.protocol.lobby import Lobby, MyTurns
from cartagena.protocol.requests import Join, QuickMatch
from cartagena.protocol.table import TableInfo
from cartagena.server.errors import Conflict, Forbidden, NotFound
from cartagena.server.http.access import require_identity
from cartagena.server.http.caller import Caller
from cartagena.server.http.costs import cost
from cartagena.server.http.openapi import IDENTITY, PROBLEMS
from cartagena.server.http.routes.tables import act_once, create_once
from cartagena.server.lobby import age
from cartagena.server.services import Services
from cartagena.server.storage.identities import Identity
from cartagena.server.tables import create, owner_actions, seats
from cartagena.server.tables.decisions import handled_request
from cartagena.server.tables.events import Joined
from cartagena.server.tables.views import table_info

_LOBBY = {
    200: ResponseSpec(Lobby, generate_examples=False, description="The lobby"),
    304: ResponseSpec(None, description="Unchanged since the version in `If-None-Match`"),
}


@get("/api/v1/lobby", responses={**PROBLEMS, **_LOBBY})
async def lobby(
    services: Services,
    if_none_match: Annotated[str | None, HeaderParameter(name="If-None-Match")] = None,
    accept_encoding: Annotated[str | None, HeaderParameter(name="Accept-Encoding")] = None,
) -> Response[bytes]:
    """Return public tables with an open seat, and public games to watch. May be seconds old."""
    snapshot = await services.lobby.snapshot()
    headers = {
        "etag": f'"{snapshot.tag}"',
        "cache-control": "no-cache",
        "vary": "accept-encoding",
    }
    if if_none_match is not None and snapshot.tag in if_none_match:
        return Response(b"", status_code=304, headers=headers)
    body = snapshot.body
    if accept_encoding is not None and "gzip" in accept_encoding:
        body = snapshot.compressed
        headers["content-encoding"] = "gzip"
    return Response(body, media_type="application/json", headers=headers)


@get("/api/v1/turns", responses=PROBLEMS, security=IDENTITY, opt=cost(5))
async def turns(services: Services, caller: Caller) -> MyTurns:
    """Return the tables where it is the caller's turn."""
    who = require_identity(caller)
    await services.friends.note_seen(who)
    return MyTurns(await services.lobby.turns(who))


@post("/api/v1/quick-match", status_code=200, responses=PROBLEMS, security=IDENTITY, opt=cost(10))
async def quick_match(data: QuickMatch, services: Services, caller: Caller) -> TableInfo:
    """Join the oldest public table that fits, or open a new one.

    A caller who waits at such a table may repeat the request. It moves them to an older table that
    fits, so that two people who opened tables at the same time find each other.
    """
    require_identity(caller)
    async with services.lobby.matching:
        return await _match(data, services, caller)


async def _match(data: QuickMatch, services: Services, caller: Caller) -> TableInfo:
    who = require_identity(caller)
    rules = None if data.rules is None else create.read_rules(data.rules)
    origin = create.origin("match", who, data.key)
    matched_table = await _matched_before(data, services, who, origin)
    if matched_table is not None:
        return matched_table
    waiting = await services.lobby.waiting_at(who, rules)
    candidates = await services.lobby.find_matches(who, rules)
    if waiting is not None:
        candidates = [table for table in candidates if age(table) < age(waiting)]
        if candidates and waiting.setup.owner == who.id:
            waiting = await services.registry.act(waiting.id, owner_actions.close_if_alone(who))
        if waiting.status != "closed":
            return table_info(waiting)
    for table in candidates:
        if not await services.friends.meets_nobody_blocked(who, table):
            continue
        decision = seats.join(Join(key=data.key), who)
        try:
            return await act_once(services, table.id, decision, caller, data.key)
        except (Conflict, Forbidden, NotFound):
            continue  # the seat was taken in the meantime
    event = create.new_table(create.quick_match(data), who, services.entropy)
    return table_info(await create_once(services, who, event, origin))


async def _matched_before(
    data: QuickMatch, services: Services, who: Identity, origin: str | None
) -> TableInfo | None:
    """Return the table that the same request led to, if it was handled before."""
    if data.key is None or origin is None:
        return None
    created = await services.storage.created_for(origin)
    if created is not None:
        return table_info(await services.registry.as_of(created, 1))
    for status in ("waiting", "running"):
        for table in await services.lobby.own(who, status):
            joined = handled_request(table, who, data.key)
            if joined is not None and joined.kind is Joined:
                return table_info(await services.registry.as_of(table.id, joined.seq))
    return None


HANDLERS = [lobby, turns, quick_match]
