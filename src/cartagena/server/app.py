"""The application: all handlers in the framework, with the middleware around it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp

import cartagena
from cartagena.server.http.bodies import StrictRequest
from cartagena.server.http.caller import Caller
from cartagena.server.http.costs import charge
from cartagena.server.http.fast_moves import FastMoves
from cartagena.server.http.head_requests import HeadRequests
from cartagena.server.http.metrics_port import MetricsPort
from cartagena.server.http.middleware import Middleware
from cartagena.server.http.openapi import DESCRIPTION, SECURITY, Description
from cartagena.server.http.options import options_handlers
from cartagena.server.http.problems import EXCEPTION_HANDLERS
from cartagena.server.http.routes import (
    daily,
    duplicates,
    embed,
    finished,
    friends,
    hints,
    invitations,
    lobby,
    mail,
    notices,
    operations,
    people,
    play,
    positions,
    profile,
    ranks,
    recovery,
    site,
    tables,
    vacation,
)
from cartagena.server.http.schema_page import SchemaPage
from cartagena.server.services import Services


def _caller(request: Request[Any, Any, Any]) -> Caller:
    caller = request.scope["state"]["caller"]
    assert isinstance(caller, Caller)
    return caller


def framework(services: Services) -> Litestar:
    """Return all handlers in the framework."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        metrics = MetricsPort(services)
        await services.open()
        await metrics.open()
        try:
            yield
        finally:
            metrics.close()
            await services.close()

    handlers = [
        *people.HANDLERS,
        *recovery.HANDLERS,
        *profile.HANDLERS,
        *notices.HANDLERS,
        *mail.HANDLERS,
        *vacation.HANDLERS,
        *tables.HANDLERS,
        *lobby.HANDLERS,
        *positions.HANDLERS,
        *play.HANDLERS,
        *finished.HANDLERS,
        *hints.HANDLERS,
        *daily.HANDLERS,
        *duplicates.HANDLERS,
        *friends.HANDLERS,
        *ranks.HANDLERS,
        *embed.HANDLERS,
        *operations.HANDLERS,
        *site.HANDLERS,
        *invitations.HANDLERS,
    ]
    return Litestar(
        # First, because the framework's own handlers would miss methods that are added later.
        route_handlers=[*options_handlers(handlers), *handlers],
        request_class=StrictRequest,
        dependencies={
            "services": Provide(lambda: services, sync_to_thread=False),
            "caller": Provide(_caller, sync_to_thread=False),
        },
        guards=[charge],
        exception_handlers=EXCEPTION_HANDLERS,
        lifespan=[lifespan],
        request_max_body_size=services.settings.body_bytes,
        openapi_config=OpenAPIConfig(
            title="Cartagena",
            version=cartagena.__version__,
            path="/api/v1/schema",
            description=DESCRIPTION,
            components=SECURITY,
            use_handler_docstrings=True,
            render_plugins=[SchemaPage(), Description()],
        ),
        logging_config=None,
        debug=False,
    )


def build(services: Services) -> ASGIApp:
    """Return the application: the framework, with the middleware around it."""
    return HeadRequests(
        Middleware(
            FastMoves(framework(services), services),
            services.identities,
            services.networks,
            services.admin_commands.banned,
            services.metrics,
            services.settings,
            services.clock,
            services.entropy,
        )
    )
