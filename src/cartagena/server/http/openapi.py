"""The OpenAPI description: the parts that handlers share or that the framework lacks."""

import inspect
from functools import cache
from http import HTTPStatus
from importlib import import_module
from pkgutil import iter_modules
from typing import Annotated, Any, Final

import msgspec
from litestar import Request
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import HeaderParameter, Parameter

from cartagena import protocol
from cartagena.protocol import requests
from cartagena.protocol.events import REPLAY_EVENTS, TABLE_EVENTS
from cartagena.protocol.field_docs import field_docs
from cartagena.protocol.problems import ProblemDocument
from cartagena.protocol.requests import END
from cartagena.rules.notation.position import types
from cartagena.rules.options import Rules, option_help
from cartagena.server.http.problems import MEDIA_TYPE
from cartagena.server.storage.identities import COOKIE

DESCRIPTION: Final = (
    "HTTP to act, server-sent events to listen, JSON throughout. Within /api/v1 nothing is removed or"
    " changes its meaning, but fields, events and requests may be added."
)

TableName = Annotated[
    str,
    Parameter(pattern=rf"^[A-Za-z0-9_-]{{16}}{END}", description="The id of the table."),
]

PROBLEMS: Final = {
    status: ResponseSpec(
        ProblemDocument,
        generate_examples=False,
        description=HTTPStatus(status).phrase,
        media_type=MEDIA_TYPE,
    )
    for status in (400, 401, 403, 404, 405, 409, 413, 422, 429, 500, 503)
}

LastEventId = Annotated[str | None, HeaderParameter(name="Last-Event-ID")]

IDENTITY: Final[list[dict[str, list[str]]]] = [{"token": []}, {"cookie": []}]
"""Security of requests that need an identity."""
ANYBODY: Final[list[dict[str, list[str]]]] = [{}, *IDENTITY]
"""Security of requests for which an identity is optional."""
SECURITY: Final = Components(
    security_schemes={
        "token": SecurityScheme(
            type="http",
            scheme="bearer",
            description="The token of an identity, which `POST /api/v1/identity` returns once.",
        ),
        "cookie": SecurityScheme(
            type="apiKey",
            name=COOKIE,
            security_scheme_in="cookie",
            description="The same token as a cookie, for browsers.",
        ),
    }
)


def event_stream(description: str) -> dict[int, ResponseSpec]:
    """Describe a response that is an event stream. `complete` adds the events."""
    return {
        200: ResponseSpec(
            str, generate_examples=False, description=description, media_type=EVENT_STREAM
        )
    }


EVENT_STREAM: Final = "text/event-stream"
_MODULES: Final = [module.name for module in iter_modules(protocol.__path__)]


def resume_after(last_event_id: str | None, after: int | None) -> int | None:
    """Return the event number to resume after. `Last-Event-ID` overrides the query."""
    if last_event_id is not None and last_event_id.isascii() and last_event_id.isdigit():
        return int(last_event_id[:12])
    return after


class Description(JsonRenderPlugin):
    """Renders openapi.json with everything that `complete` adds."""

    def __init__(self) -> None:
        super().__init__()
        self._document = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Return the whole document, which is rendered once: it takes 6 ms."""
        if not self._document:
            self._document = super().render(request, complete(openapi_schema))
        return self._document


def complete(document: dict[str, Any]) -> dict[str, Any]:
    """Add the parts that the framework lacks. Completing a document twice changes nothing."""
    schemas = document["components"]["schemas"]
    for name, kind in vars(requests).items():
        if isinstance(kind, type) and issubclass(kind, requests.Request) and name in schemas:
            schemas[name]["additionalProperties"] = False
            _limit_items(kind, schemas[name])
    for path, methods in document["paths"].items():
        for operation in methods.values():
            body = operation.get("requestBody")
            if body is not None:
                body["required"] = not any(
                    {"type": "null"} in content["schema"].get("oneOf", [])
                    for content in body["content"].values()
                )
            stream = operation["responses"].get("200", {}).get("content", {}).get(EVENT_STREAM)
            if stream is not None:
                events = REPLAY_EVENTS if "/replay/" in path else TABLE_EVENTS
                stream["schema"] = _events(events, schemas)
    _describe(schemas)
    return document


def _describe(schemas: dict[str, dict[str, Any]]) -> None:
    """Add the docstrings of types and of their fields, which the framework leaves out."""
    for name, kind in _described_types().items():
        if name not in schemas:
            continue
        schemas[name]["description"] = inspect.getdoc(kind)
        docs = field_docs(kind)
        if kind is Rules:
            docs = {option: help_text for option, (help_text, _) in option_help().items()}
        for field, text in docs.items():
            schemas[name]["properties"][field]["description"] = text


@cache
def _described_types() -> dict[str, type]:
    """Return all types of the protocol by name, including those from the rules."""
    modules = [types, *(import_module(f"{protocol.__name__}.{name}") for name in _MODULES)]
    return {
        name: kind
        for module in modules
        for name, kind in vars(module).items()
        if isinstance(kind, type) and kind.__module__.startswith("cartagena.")
    }


def _limit_items(kind: type[msgspec.Struct], schema: dict[str, Any]) -> None:
    """Add the limits of texts in lists, which the framework leaves out."""
    _, described = msgspec.json.schema_components([kind])
    for name, field in described[kind.__name__]["properties"].items():
        if field.get("items", {}).get("type") == "string":
            schema["properties"][name]["items"] = field["items"]


def _events(
    events: dict[str, type[msgspec.Struct]], schemas: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    """Describe a server-sent event as one of these, each with the type of its data."""
    kinds = list(dict.fromkeys(events.values()))
    references, described = msgspec.json.schema_components(
        kinds, ref_template="#/components/schemas/{name}"
    )
    for name, schema in described.items():
        schemas.setdefault(name, schema)
    data = dict(zip(kinds, references, strict=True))
    return {"oneOf": [_event(name, data[kind]) for name, kind in events.items()]}


def _event(name: str, data: dict[str, Any]) -> dict[str, Any]:
    """Describe one server-sent event, whose data is JSON in text form."""
    text = {"type": "string", "contentMediaType": "application/json", "contentSchema": data}
    return {
        "type": "object",
        "properties": {
            "event": {"const": name},
            "data": text,
            "id": {"type": "string", "description": "The number to resume after, if it has one."},
            "retry": {"type": "integer"},
        },
        "required": ["event", "data"],
    }
