"""Endpoints for the recovery link, by which somebody is themselves again in another browser."""

from litestar import Response, get, post

from cartagena.protocol.people import Me, NewRecovery, RecoveryState
from cartagena.protocol.requests import Recover
from cartagena.server.errors import NotFound, TooMany
from cartagena.server.http.access import Caller, require_identity
from cartagena.server.http.openapi import IDENTITY, PROBLEMS
from cartagena.server.http.routes.people import with_token
from cartagena.server.services import Services
from cartagena.server.storage import recovery


@get("/api/v1/me/recovery", responses=PROBLEMS, security=IDENTITY)
async def recovery_state(services: Services, caller: Caller) -> RecoveryState:
    """Whether there is a recovery link, and since when."""
    who = require_identity(caller)
    return RecoveryState(await recovery.link_created_at(services.engine, who.id))


@post("/api/v1/me/recovery", status_code=201, responses=PROBLEMS, security=IDENTITY)
async def create_recovery(services: Services, caller: Caller) -> NewRecovery:
    """The secret of a new recovery link, told this once; an older link stops working."""
    who = require_identity(caller)
    return NewRecovery(await recovery.create_link(services.engine, who.id))


@post("/api/v1/me/recovery/revoke", status_code=200, responses=PROBLEMS, security=IDENTITY)
async def revoke_recovery(services: Services, caller: Caller) -> RecoveryState:
    """Revoke the link, and sign out everybody who is this identity but the sender."""
    who = require_identity(caller)
    await recovery.revoke_link(services.engine, who.id, caller.token_hash)
    services.identities.forget(who.id)
    return RecoveryState(None)


@post("/api/v1/recovery", status_code=201, responses=PROBLEMS)
async def recover(data: Recover, services: Services, caller: Caller) -> Response[Me]:
    """Be the one whose recovery link this is: with a cookie for browsers, or a bearer token."""
    wait = services.identity_limit.take(caller.address)
    if wait:
        raise TooMany("Too many attempts from your network. Wait a moment.", wait)
    found = await recovery.redeem(services.engine, data.secret)
    if found is None:
        raise NotFound("This recovery link doesn’t work any more.")
    return with_token(*found, data.kind, services)


HANDLERS = [recovery_state, create_recovery, revoke_recovery, recover]
