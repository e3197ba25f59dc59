"""Endpoints for the recovery link, which brings an identity to another browser."""

from litestar import Response, get, post

from cartagena.protocol.people import IdentityInfo, NewRecovery, RecoveryState
from cartagena.protocol.requests import Recover
from cartagena.server.errors import NotFound, TooMany
from cartagena.server.http.access import require_identity
from cartagena.server.http.caller import Caller
from cartagena.server.http.costs import cost
from cartagena.server.http.openapi import IDENTITY, PROBLEMS
from cartagena.server.http.routes.people import with_token
from cartagena.server.services import Services
from cartagena.server.storage import recovery


@get("/api/v1/me/recovery", responses=PROBLEMS, security=IDENTITY)
async def recovery_state(services: Services, caller: Caller) -> RecoveryState:
    """Return when the recovery link was created, if there is one."""
    who = require_identity(caller)
    return RecoveryState(await recovery.link_created_at(services.database, who.id))


@post("/api/v1/me/recovery", status_code=201, responses=PROBLEMS, security=IDENTITY, opt=cost(5))
async def create_recovery(services: Services, caller: Caller) -> NewRecovery:
    """Create a recovery link and return its secret, only once. An older link stops working."""
    who = require_identity(caller)
    return NewRecovery(await recovery.create_link(services.database, who.id))


@post(
    "/api/v1/me/recovery/revoke",
    status_code=200,
    responses=PROBLEMS,
    security=IDENTITY,
    opt=cost(5),
)
async def revoke_recovery(services: Services, caller: Caller) -> RecoveryState:
    """Revoke the link, and sign out all other browsers of this identity."""
    who = require_identity(caller)
    await recovery.revoke_link(services.database, who.id, caller.token_hash)
    await services.forget_tokens(who.id)
    return RecoveryState(None)


@post("/api/v1/recovery", status_code=201, responses=PROBLEMS, opt=cost(20))
async def recover(data: Recover, services: Services, caller: Caller) -> Response[IdentityInfo]:
    """Sign in with a recovery link: with a cookie for browsers, or a bearer token."""
    wait = services.identity_limit.take(caller.network)
    if wait:
        raise TooMany("Too many attempts from your network. Wait a moment.", wait)
    identity = await recovery.redeem(services.database, data.secret)
    if identity is None:
        raise NotFound("This recovery link doesn’t work any more.")
    return with_token(*identity, data.kind, services)


HANDLERS = [recovery_state, create_recovery, revoke_recovery, recover]
