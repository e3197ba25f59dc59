"""Endpoints for identities, and the catalogue of rules and bots."""

from typing import Literal

import msgspec
from litestar import Response, get, post
from litestar.config.compression import CompressionConfig
from litestar.datastructures import Cookie
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware

from cartagena.protocol.people import Catalogue, IdentityInfo
from cartagena.protocol.requests import NewIdentity, Rename
from cartagena.server.catalogue import whole_catalogue
from cartagena.server.errors import TooMany
from cartagena.server.http.access import require_identity
from cartagena.server.http.caller import Caller
from cartagena.server.http.costs import cost
from cartagena.server.http.openapi import IDENTITY, PROBLEMS
from cartagena.server.services import Services
from cartagena.server.storage.identities import COOKIE, Identity
from cartagena.server.tables.sanitize import clean_name

_YEAR = 365 * 86_400
# The catalogue is the only large response of the API, and the page waits for it.
_COMPRESSED = DefineMiddleware(CompressionMiddleware, config=CompressionConfig(backend="gzip"))


@post("/api/v1/identity", status_code=201, responses=PROBLEMS, opt=cost(2))
async def create_identity(
    data: NewIdentity, services: Services, caller: Caller
) -> Response[IdentityInfo]:
    """Create an identity: a cookie for browsers, or a bearer token that is returned only once."""
    wait = services.identity_limit.take(caller.network)
    if wait:
        raise TooMany("Too many new players from your network. Wait a moment.", wait)
    who, token = await services.identities.create(clean_name(data.name))
    return with_token(who, token, data.kind, services)


def with_token(
    who: Identity, token: str, kind: Literal["cookie", "token"], services: Services
) -> Response[IdentityInfo]:
    """Return an identity with its token, either in a cookie or in the body."""
    if kind == "token":
        return Response(IdentityInfo(who.id, who.name, token), status_code=201)
    cookie = Cookie(
        key=COOKIE,
        value=token,
        max_age=_YEAR,
        httponly=True,
        samesite="strict",
        secure=services.settings.secure_cookies,
        path="/",
    )
    return Response(IdentityInfo(who.id, who.name), status_code=201, cookies=[cookie])


@get("/api/v1/me", responses=PROBLEMS, security=IDENTITY)
async def me(caller: Caller) -> IdentityInfo:
    """Return the caller's identity."""
    who = require_identity(caller)
    return IdentityInfo(who.id, who.name)


@post("/api/v1/me", status_code=200, responses=PROBLEMS, security=IDENTITY)
async def rename(data: Rename, services: Services, caller: Caller) -> IdentityInfo:
    """Change the caller's name, from the next table on."""
    who = await services.identities.rename(require_identity(caller), clean_name(data.name))
    return IdentityInfo(who.id, who.name)


@get("/api/v1/catalogue", responses=PROBLEMS, middleware=[_COMPRESSED], opt=cost(2))
async def catalogue(services: Services) -> Catalogue:
    """Return the presets, all options of the rules and the bots."""
    return msgspec.structs.replace(whole_catalogue(), public_url=services.settings.public_url)


HANDLERS = [create_identity, me, rename, catalogue]
