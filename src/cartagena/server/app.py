"""The application: handlers, errors as problem documents, and the guard around it all."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

from litestar import Litestar, Request, Response
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.types import ASGIApp

import cartagena
from cartagena.server.api import finished, hints, operations, people, play, site, tables
from cartagena.server.api.fast_moves import Express
from cartagena.server.api.middleware import Caller, Guard
from cartagena.server.api.problems import MEDIA_TYPE, Problem, ProblemDocument
from cartagena.server.services import Services, services_of

log = logging.getLogger("cartagena.server")


def _caller(request: Request[Any, Any, Any], services: Services) -> Caller:  # noqa: ARG001
    # It asks for the services only to come after them: what is wanted side by side, the framework
    # gathers in a task group, which takes longer than the move that is asked for.
    caller = request.scope["state"]["caller"]
    assert isinstance(caller, Caller)
    return caller


def _document(problem: Problem) -> Response[ProblemDocument]:
    headers = {}
    if problem.document.retry_after is not None:
        headers["retry-after"] = str(int(problem.document.retry_after) + 1)
    return Response(
        problem.document, status_code=problem.status, media_type=MEDIA_TYPE, headers=headers
    )


def _on_problem(_: Request[Any, Any, Any], problem: Problem) -> Response[ProblemDocument]:
    return _document(problem)


def _on_http(
    request: Request[Any, Any, Any], error: HTTPException
) -> Response[ProblemDocument] | Response[bytes]:
    """Whatever the framework refuses: unknown paths, wrong methods, values of wrong types."""
    status = error.status_code
    if status == 404 and "text/html" in request.headers.get("accept", ""):
        # Somebody who follows a link is told in their language, by the page.
        return site.nowhere(request)
    detail = error.detail if status < 500 else "Something went wrong on the server."
    if isinstance(error, ValidationException):
        parts = error.extra if isinstance(error.extra, list) else []
        reasons = [
            f"{part.get('key', '')}: {part['message']}" for part in parts if "message" in part
        ]
        detail = "; ".join(reasons) or "What was sent is not as it should be."
    response = _document(Problem(status, "request", HTTPStatus(status).phrase, detail[:500]))
    for name, value in (error.headers or {}).items():
        response.set_header(name, value)
    return response


def _on_nonsense(_: Request[Any, Any, Any], __: Exception) -> Response[ProblemDocument]:
    """Bytes that are no text, or brackets within brackets without end."""
    return _document(Problem(400, "request", "Bad Request", "The request isn’t valid JSON."))


def _on_error(request: Request[Any, Any, Any], error: Exception) -> Response[ProblemDocument]:
    log.error("a request failed", exc_info=error, extra={"path": request.url.path})
    return _document(
        Problem(500, "error", "Something went wrong", "Something went wrong on the server.")
    )


@asynccontextmanager
async def _lifespan(app: Litestar) -> AsyncIterator[None]:
    services = services_of(app.state)
    await services.open()
    try:
        yield
    finally:
        await services.close()


def build(services: Services) -> ASGIApp:
    """The whole application around these services."""
    handlers = [
        *people.HANDLERS,
        *tables.HANDLERS,
        *play.HANDLERS,
        *finished.HANDLERS,
        *hints.HANDLERS,
        *operations.HANDLERS,
        *site.HANDLERS,
    ]
    inner = Litestar(
        route_handlers=handlers,
        dependencies={
            "services": Provide(lambda: services, sync_to_thread=False),
            "caller": Provide(_caller, sync_to_thread=False),
        },
        exception_handlers={
            Problem: _on_problem,
            HTTPException: _on_http,
            UnicodeDecodeError: _on_nonsense,
            RecursionError: _on_nonsense,
            Exception: _on_error,
        },
        lifespan=[_lifespan],
        state=State({"services": services}),
        request_max_body_size=services.settings.body_bytes,
        openapi_config=OpenAPIConfig(
            title="Cartagena", version=cartagena.__version__, path="/api/schema"
        ),
        logging_config=None,
        debug=False,
    )
    express = Express(inner, services)
    return Guard(express, services.identities, services.metrics, services.settings)
