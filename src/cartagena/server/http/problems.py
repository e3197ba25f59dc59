"""HTTP responses for refusals and errors: problem documents (RFC 9457), never stack traces."""

import logging
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, InternalServerException, ValidationException
from litestar.types import ExceptionHandlersMap, Send

from cartagena.protocol.problems import ProblemDocument
from cartagena.server import errors
from cartagena.server.http.routes import site
from cartagena.server.storage import database

_CUT_OFF: Final = "client disconnected"
"""The framework's message about a client that disconnects before it has sent its whole request."""
MEDIA_TYPE: Final = "application/problem+json"

_STATUS: Final[dict[type[errors.Refusal], tuple[int, str]]] = {
    errors.Unauthorized: (401, "Who are you?"),
    errors.Forbidden: (403, "Not allowed"),
    errors.NotFound: (404, "Not found"),
    errors.Conflict: (409, "Not now"),
    errors.TooLarge: (413, "Too large"),
    errors.Invalid: (422, "Not possible"),
    errors.TooMany: (429, "Too many"),
    errors.Unavailable: (503, "Busy"),
}
"""The HTTP status and title of each class of refusal."""

log = logging.getLogger("cartagena.server")


def problem(status: int, kind: str, title: str, detail: str) -> ProblemDocument:
    """Return a problem document that is not about a refusal."""
    return ProblemDocument(
        type=f"urn:cartagena:problem:{kind}", title=title, status=status, detail=detail
    )


def document(refusal: errors.Refusal) -> ProblemDocument:
    """Return the problem document of a refusal."""
    status, title = _STATUS[type(refusal)]
    return ProblemDocument(
        type=f"urn:cartagena:problem:{refusal.kind}",
        title=title,
        status=status,
        detail=refusal.detail,
        says=refusal.sentence if refusal.names else None,
        names=refusal.names or None,
        legal=refusal.legal,
        expected_seq=refusal.expected_seq,
        retry_after=refusal.retry_after,
    )


def fault(error: Exception) -> ProblemDocument:
    """Return the problem document of an unexpected error. The log has the details."""
    if isinstance(error, database.FAILURES):
        return document(errors.cannot_save())
    return internal_error()


def internal_error() -> ProblemDocument:
    """Return the problem document of an error in the server."""
    return problem(500, "error", "Something went wrong", "Something went wrong on the server.")


def _headers(problem_document: ProblemDocument) -> dict[str, str]:
    if problem_document.retry_after is None:
        return {}
    return {"retry-after": str(int(problem_document.retry_after) + 1)}


async def send_problem(problem_document: ProblemDocument, send: Send) -> None:
    """Send a problem document as an ASGI response, for refusals outside of the framework."""
    body = msgspec.json.encode(problem_document)
    headers = {
        "content-type": MEDIA_TYPE,
        "content-length": str(len(body)),
        **_headers(problem_document),
    }
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": problem_document.status, "headers": raw})
    await send({"type": "http.response.body", "body": body, "more_body": False})


# Exception handlers of the framework.


def _response(problem_document: ProblemDocument) -> Response[ProblemDocument]:
    return Response(
        problem_document,
        status_code=problem_document.status,
        media_type=MEDIA_TYPE,
        headers=_headers(problem_document),
    )


def _on_refusal(_: Request[Any, Any, Any], refusal: errors.Refusal) -> Response[ProblemDocument]:
    return _response(document(refusal))


def _on_http_exception(
    request: Request[Any, Any, Any], error: HTTPException
) -> Response[ProblemDocument] | Response[bytes]:
    """Handle refusals of the framework: unknown paths, wrong methods, values of wrong types."""
    if isinstance(error, InternalServerException) and _CUT_OFF in error.detail:
        # Nobody reads this, but operators count the errors of the server.
        return _response(problem(400, "request", "Bad Request", "The request was cut off."))
    status = error.status_code
    if status == 404 and "text/html" in request.headers.get("accept", ""):
        # People who follow a link get a page in their language.
        return site.not_found_page(request)
    detail = error.detail if status < 500 else internal_error().detail
    if isinstance(error, ValidationException):
        parts = error.extra if isinstance(error.extra, list) else []
        reasons = [
            f"{part.get('key', '')}: {part['message']}" for part in parts if "message" in part
        ]
        detail = "; ".join(reasons) or "The request failed validation."
    response = _response(problem(status, "request", HTTPStatus(status).phrase, detail[:500]))
    for name, value in (error.headers or {}).items():
        if name == "allow" and "GET" in value:
            value = ", ".join(sorted({*value.split(", "), "HEAD"}))
        response.set_header(name, value)
    return response


def _on_bad_json(_: Request[Any, Any, Any], __: Exception) -> Response[ProblemDocument]:
    """Handle bytes that are not UTF-8, and JSON that is nested too deeply."""
    return _response(problem(400, "request", "Bad Request", "The request isn’t valid JSON."))


def _on_error(request: Request[Any, Any, Any], error: Exception) -> Response[ProblemDocument]:
    log.error("a request failed", exc_info=error, extra={"path": request.url.path})
    return _response(fault(error))


EXCEPTION_HANDLERS: Final[ExceptionHandlersMap] = {
    errors.Refusal: _on_refusal,
    HTTPException: _on_http_exception,
    UnicodeDecodeError: _on_bad_json,
    RecursionError: _on_bad_json,
    Exception: _on_error,
}
"""The exception handlers of the framework."""
