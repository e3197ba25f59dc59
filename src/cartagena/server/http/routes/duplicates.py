"""Endpoints of contests: several tables with equal deals."""

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from cartagena.protocol.duplicates import DuplicateInfo, DuplicateListing
from cartagena.protocol.requests import END, JoinDuplicate, NewDuplicate
from cartagena.server.errors import TooMany
from cartagena.server.http.access import require_identity
from cartagena.server.http.caller import Caller
from cartagena.server.http.costs import cost
from cartagena.server.http.openapi import ANYBODY, IDENTITY, PROBLEMS
from cartagena.server.services import Services
from cartagena.server.storage.identities import Identity
from cartagena.server.tables import create

_Name = Annotated[
    str,
    Parameter(pattern=rf"^[A-Za-z0-9_-]{{1,32}}{END}", description="The id of a contest"),
]


def _counted(services: Services, caller: Caller) -> Identity:
    """Return the caller, and count a change of a contest. Raises `TooMany`."""
    who = require_identity(caller)
    wait = services.limits.duplicates.take(who.id, caller.network)
    if wait:
        raise TooMany("Too many requests. Wait a moment.", wait)
    return who


@post("/api/v1/duplicates", status_code=201, responses=PROBLEMS, security=IDENTITY, opt=cost(5))
async def create_duplicate(data: NewDuplicate, services: Services, caller: Caller) -> DuplicateInfo:
    """Create a contest: several tables with equal deals. Its link invites others."""
    who = require_identity(caller)
    origin = create.origin("duplicate", who, data.key)
    earlier = None if origin is None else await services.duplicates.created_for(origin)
    if earlier is not None:
        return await services.duplicates.info(earlier, who)
    wait = services.limits.tables.take(who.id, caller.network)
    if wait:
        raise TooMany("Too many requests. Wait a moment.", wait)
    return await services.duplicates.create(data, who)


@get("/api/v1/duplicates", responses=PROBLEMS, security=IDENTITY, opt=cost(20))
async def own_duplicates(services: Services, caller: Caller) -> DuplicateListing:
    """Return the contests in which the caller takes part, newest first."""
    return await services.duplicates.listing(require_identity(caller))


@get("/api/v1/duplicates/{duplicate:str}", responses=PROBLEMS, security=ANYBODY, opt=cost(5))
async def one_duplicate(duplicate: _Name, services: Services, caller: Caller) -> DuplicateInfo:
    """Return a contest: who takes part, who has finished and, once all have, the ranking."""
    return await services.duplicates.info(duplicate, caller.identity)


@post(
    "/api/v1/duplicates/{duplicate:str}/join",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(5),
)
async def join_duplicate(
    duplicate: _Name, data: JoinDuplicate, services: Services, caller: Caller
) -> DuplicateInfo:
    """Take part in a contest that has not begun."""
    who = _counted(services, caller)
    owner = (await services.duplicates.info(duplicate, who)).owner
    await services.friends.check_welcome(who, [owner])
    return await services.duplicates.join(duplicate, who, data.contribution)


@post(
    "/api/v1/duplicates/{duplicate:str}/leave",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(5),
)
async def leave_duplicate(duplicate: _Name, services: Services, caller: Caller) -> DuplicateInfo:
    """Leave a contest before it begins."""
    return await services.duplicates.leave(duplicate, _counted(services, caller))


@post(
    "/api/v1/duplicates/{duplicate:str}/start",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(20),
)
async def start_duplicate(duplicate: _Name, services: Services, caller: Caller) -> DuplicateInfo:
    """Deal the same cards at all tables. Only for the host."""
    return await services.duplicates.start(duplicate, _counted(services, caller))


@post(
    "/api/v1/duplicates/{duplicate:str}/close",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(5),
)
async def close_duplicate(duplicate: _Name, services: Services, caller: Caller) -> DuplicateInfo:
    """Close a contest before it begins. Only for the host."""
    return await services.duplicates.end(duplicate, _counted(services, caller))


HANDLERS = [
    create_duplicate,
    own_duplicates,
    one_duplicate,
    join_duplicate,
    leave_duplicate,
    start_duplicate,
    close_duplicate,
]
