"""Endpoints for identities, and the catalogue of rules and bots."""

from typing import Literal

import msgspec
from litestar import Response, get, post
from litestar.config.compression import CompressionConfig
from litestar.datastructures import Cookie
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware

from cartagena.protocol.people import Catalogue, Me
from cartagena.protocol.requests import NewIdentity, Rename
from cartagena.server.catalogue import whole_catalogue
from cartagena.server.errors import TooMany
from cartagena.server.http.access import Caller, require_identity
from cartagena.server.http.openapi import IDENTITY, PROBLEMS
from cartagena.server.services import Services
from cartagena.server.storage.identities import COOKIE, Identity
from cartagena.server.tables.sanitize import clean_name

_YEAR = 365 * 86_400
# The catalogue is the one answer of the API that is large, and the page waits for it.
_COMPRESSED = DefineMiddleware(CompressionMiddleware, config=CompressionConfig(backend="gzip"))


@post("/api/v1/identity", status_code=201, responses=PROBLEMS)
async def create_identity(data: NewIdentity, services: Services, caller: Caller) -> Response[Me]:
    """A new identity: a cookie for browsers, or a bearer token that is told this once."""
    wait = services.identity_limit.take(caller.address)
    if wait:
        raise TooMany("Too many new players from your network. Wait a moment.", wait)
    who, token = await services.identities.create(clean_name(data.name))
    return with_token(who, token, data.kind, services)


def with_token(
    who: Identity, token: str, kind: Literal["cookie", "token"], services: Services
) -> Response[Me]:
    """Tell somebody who they are, with their token as a cookie or in the body."""
    if kind == "token":
        return Response(Me(who.id, who.name, token), status_code=201)
    cookie = Cookie(
        key=COOKIE,
        value=token,
        max_age=_YEAR,
        httponly=True,
        samesite="strict",
        secure=services.settings.secure_cookies,
        path="/",
    )
    return Response(Me(who.id, who.name), status_code=201, cookies=[cookie])


@get("/api/v1/me", responses=PROBLEMS, security=IDENTITY)
async def me(caller: Caller) -> Me:
    """Who the sender is."""
    who = require_identity(caller)
    return Me(who.id, who.name)


@post("/api/v1/me", status_code=200, responses=PROBLEMS, security=IDENTITY)
async def rename(data: Rename, services: Services, caller: Caller) -> Me:
    """Go by another name from the next table on."""
    who = await services.identities.rename(require_identity(caller), clean_name(data.name))
    return Me(who.id, who.name)


@get("/api/v1/catalogue", responses=PROBLEMS, middleware=[_COMPRESSED])
async def catalogue(services: Services) -> Catalogue:
    """The presets, every option of the rules, and the bots."""
    return msgspec.structs.replace(whole_catalogue(), public_url=services.settings.public_url)


HANDLERS = [create_identity, me, rename, catalogue]
