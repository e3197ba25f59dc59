"""Endpoints for friends, blocked people, invitations and reports."""

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from cartagena.protocol.friends import FriendLink, Friends, Invitations
from cartagena.protocol.requests import END, Block, Invite, Report
from cartagena.protocol.table import Acknowledgement
from cartagena.server.errors import TooMany
from cartagena.server.http.access import require_identity, watchable_table
from cartagena.server.http.caller import Caller
from cartagena.server.http.costs import cost
from cartagena.server.http.openapi import IDENTITY, PROBLEMS, TableName
from cartagena.server.services import Services
from cartagena.server.storage import reports
from cartagena.server.storage.identities import Identity
from cartagena.server.tables import chat
from cartagena.server.tables.sanitize import clean_report

_Code = Annotated[
    str, Parameter(pattern=rf"^[A-Za-z0-9_-]{{10,40}}{END}", description="The code of a link")
]
_Person = Annotated[
    str, Parameter(pattern=rf"^[A-Za-z0-9_-]{{1,32}}{END}", description="The id of an identity")
]


def _counted(services: Services, caller: Caller) -> Identity:
    """Return the caller, and count a change. Raises `TooMany`."""
    who = require_identity(caller)
    wait = services.limits.friends.take(who.id, caller.network)
    if wait:
        raise TooMany("Too many requests. Wait a moment.", wait)
    return who


@get("/api/v1/me/friends", responses=PROBLEMS, security=IDENTITY, opt=cost(5))
async def own_friends(services: Services, caller: Caller) -> Friends:
    """Return your friends, who of them is online, and the people whom you have blocked."""
    return await services.friends.of(require_identity(caller))


@post(
    "/api/v1/me/friends/link", status_code=200, responses=PROBLEMS, security=IDENTITY, opt=cost(5)
)
async def renew_friend_link(services: Services, caller: Caller) -> Friends:
    """Create your friend link, or replace it. The previous one stops working."""
    return await services.friends.renew_link(_counted(services, caller))


@post(
    "/api/v1/me/friends/{person:str}/remove",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(5),
)
async def remove_friend(person: _Person, services: Services, caller: Caller) -> Friends:
    """End a friendship, for both."""
    return await services.friends.part(_counted(services, caller), person)


@get("/api/v1/friend-links/{code:str}", responses=PROBLEMS, security=IDENTITY, opt=cost(3))
async def friend_link(code: _Code, services: Services, caller: Caller) -> FriendLink:
    """Return the person whose friend link this is."""
    _counted(services, caller)
    return await services.friends.link(code)


@post(
    "/api/v1/friend-links/{code:str}",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(5),
)
async def accept_friend_link(code: _Code, services: Services, caller: Caller) -> Friends:
    """Become friends with the person whose link this is."""
    return await services.friends.accept(code, _counted(services, caller))


@post("/api/v1/me/blocks", status_code=200, responses=PROBLEMS, security=IDENTITY, opt=cost(5))
async def block(data: Block, services: Services, caller: Caller) -> Friends:
    """Block or unblock a person: no chat, no invitations, and no games together."""
    who = _counted(services, caller)
    result = await services.friends.set_blocked(who, data.whom, blocked=data.blocked)
    now = services.clock.now()
    await services.mutes.set_muted(who.id, data.whom, now, muted=data.blocked)
    await services.read_mutes(who.id)
    return result


@get("/api/v1/me/invitations", responses=PROBLEMS, security=IDENTITY, opt=cost(5))
async def own_invitations(services: Services, caller: Caller) -> Invitations:
    """Return your invitations to tables that wait for players."""
    return await services.friends.invitations(require_identity(caller))


@post(
    "/api/v1/me/invitations/{table:str}/decline",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(5),
)
async def decline_invitation(table: TableName, services: Services, caller: Caller) -> Invitations:
    """Delete an invitation."""
    return await services.friends.decline(require_identity(caller), table)


@post(
    "/api/v1/tables/{table:str}/invite",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(5),
)
async def invite(
    table: TableName, data: Invite, services: Services, caller: Caller
) -> Acknowledgement:
    """Invite a friend to a table that waits for players."""
    who = _counted(services, caller)
    waiting = await watchable_table(services, table, caller)
    await services.friends.invite(waiting, who, data.friend)
    return Acknowledgement(0)


@post(
    "/api/v1/tables/{table:str}/report",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(5),
)
async def report(
    table: TableName, data: Report, services: Services, caller: Caller
) -> Acknowledgement:
    """Report a player to the operator of the server, with their lines of chat as you see them."""
    who = require_identity(caller)
    watched = await watchable_table(services, table, caller)
    chat.check_present(watched, data.whom, who)
    wait = services.limits.reports.take(who.id, caller.network)
    if wait:
        raise TooMany("Too many requests. Wait a moment.", wait)
    said = [line for _, _, line in watched.chat if line.identity == data.whom]
    names = [seat.name for seat in watched.seats if seat.identity == data.whom]
    row = reports.ReportRow(
        0,
        services.clock.now(),
        who.id,
        data.whom,
        [*names, *(line.name for line in said)][0],
        table,
        data.reason,
        clean_report(data.text),
        "\n".join(line.text for line in said),
    )
    await reports.add(services.database, row)
    return Acknowledgement(0)


HANDLERS = [
    own_friends,
    renew_friend_link,
    remove_friend,
    friend_link,
    accept_friend_link,
    block,
    own_invitations,
    decline_invitation,
    invite,
    report,
]
