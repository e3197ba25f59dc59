"""The page that describes the API, made from openapi.json: plain HTML without scripts.

The pages of the framework load scripts from other sites, which our content security policy forbids.
"""

import json
from collections.abc import Iterable
from html import escape
from typing import Any, Final

from litestar import Request
from litestar.enums import MediaType
from litestar.openapi.plugins import OpenAPIRenderPlugin

from cartagena.server.http.openapi import complete
from cartagena.server.http.problems import MEDIA_TYPE as PROBLEM
from cartagena.server.http.routes.site import site

Described = dict[str, Any]
"""A part of the OpenAPI document."""

SOURCE: Final = "/api/v1/schema/openapi.json"
"""The address of the description."""
_LIMITS: Final = {
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "minimum": "at least {}",
    "maximum": "at most {}",
}


class SchemaPage(OpenAPIRenderPlugin):
    """The page at the root of the API's description."""

    def __init__(self) -> None:
        super().__init__(path="/", media_type=MediaType.HTML)

        self._page = b""

    def render(self, _request: Request[Any, Any, Any], openapi_schema: Described) -> bytes:
        """Return the page, which is rendered once: it takes 12 ms."""
        if not self._page:
            self._page = page(complete(openapi_schema), SOURCE).encode()
        return self._page


def page(document: Described, source: str) -> str:
    """Return the page for an OpenAPI document. `source` is the address of that document."""
    info, schemas = document["info"], document["components"]["schemas"]
    operations = [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    title = f"{escape(info['title'])} {escape(info['version'])}"
    description = info.get("description", "")
    static = f"/static/{site().version}"
    return "".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{title}: the HTTP API</title>",
            f'<link rel="icon" href="{static}/icon.svg" type="image/svg+xml">',
            f'<link rel="stylesheet" href="{static}/css/base.css">',
            f'<link rel="stylesheet" href="{static}/css/api.css"></head>',
            f'<body><main class="api"><h1>{title}: the HTTP API</h1>',
            f"<p>{escape(description)}</p>" if description else "",
            f'<p>For programs: <a href="{escape(source)}">openapi.json</a>.</p>',
            _security(document["components"].get("securitySchemes", {})),
            '<nav aria-label="Contents"><ul>',
            *(
                f'<li><a href="#{_anchor(path, method)}"><b>{method.upper()}</b> {escape(path)}</a></li>'
                for path, method, _ in operations
            ),
            "</ul></nav><h2>Requests</h2>",
            *(_operation(path, method, operation) for path, method, operation in operations),
            "<h2>Types</h2>",
            *(_schema(name, schema) for name, schema in schemas.items()),
            "</main></body></html>",
        ]
    )


def _anchor(path: str, method: str) -> str:
    return escape(f"{method}-{path.strip('/').translate(str.maketrans('/', '-', '{}'))}")


def _security(schemes: Described) -> str:
    if not schemes:
        return ""
    lines = [
        f"<dt><code>{escape(name)}</code></dt><dd>{escape(scheme.get('description', ''))}</dd>"
        for name, scheme in schemes.items()
    ]
    return f"<h2>Identity</h2><dl>{''.join(lines)}</dl>"


def _operation(path: str, method: str, operation: Described) -> str:
    parts = [
        f'<section><h3 id="{_anchor(path, method)}"><b>{method.upper()}</b> {escape(path)}</h3>',
        _paragraphs(operation.get("description", "")),
        _identity(operation.get("security")),
    ]
    if operation.get("parameters"):
        rows = (
            (
                f"<code>{escape(one['name'])}</code>",
                escape(one["in"]),
                _type(one["schema"]),
                _remarks(one["schema"], one["required"], one.get("description", "")),
            )
            for one in operation["parameters"]
        )
        parts.append(_table(("parameter", "in", "type", ""), rows))
    if body := operation.get("requestBody"):
        optional = "" if body.get("required", False) else " (optional)"
        types = (_type(content["schema"]) for content in body["content"].values())
        parts.append(f"<p>Body{optional}: {', '.join(types)}</p>")
    return "".join(
        [*parts, _table(("status", "meaning", "type"), _responses(operation)), "</section>"]
    )


def _identity(security: list[Described] | None) -> str:
    if not security:
        return ""
    names = [f"<code>{escape(name)}</code>" for one in security for name in one]
    needed = "optional" if {} in security else "required"
    return f'<p class="quiet">Identity ({needed}): {" or ".join(names)}.</p>'


def _responses(operation: Described) -> list[tuple[str, str, str]]:
    """Return a row for each response. All problems share one."""
    rows: list[tuple[str, str, str]] = []
    problems = []
    for status, response in operation["responses"].items():
        meaning = escape(response.get("description", ""))
        types = ", ".join(
            f"{_type(content.get('schema', {}))} as <code>{escape(kind)}</code>"
            for kind, content in response.get("content", {}).items()
        )
        if PROBLEM in response.get("content", {}):
            problems.append((escape(status), types))
        else:
            rows.append((escape(status), meaning, types))
    if problems:
        rows.append((", ".join(status for status, _ in problems), "a problem", problems[0][1]))
    return rows


def _schema(name: str, schema: Described) -> str:
    required = schema.get("required", [])
    rows = [
        (
            f"<code>{escape(field)}</code>",
            _type(inner),
            _remarks(inner, field in required, inner.get("description", "")),
        )
        for field, inner in schema.get("properties", {}).items()
    ]
    return "".join(
        [
            f'<section><h3 id="{escape(name)}">{escape(name)}</h3>',
            _paragraphs(schema.get("description", "")),
            _table(("field", "type", ""), rows) if rows else f"<p>{_type(schema)}</p>",
            "</section>",
        ]
    )


def _type(schema: Described) -> str:
    """Describe a type in words, with links to named types."""
    if reference := schema.get("$ref"):
        name = escape(reference.rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    if "contentSchema" in schema.get("properties", {}).get("data", {}):
        event = schema["properties"]
        return f"{_type(event['event'])} with {_type(event['data']['contentSchema'])}"
    for either in ("oneOf", "anyOf"):
        if either in schema:
            return " or ".join(_type(one) for one in schema[either])
    if "const" in schema:
        return f"<code>{escape(json.dumps(schema['const']))}</code>"
    if "enum" in schema:
        return " or ".join(f"<code>{escape(json.dumps(one))}</code>" for one in schema["enum"])
    kinds = schema.get("type", "anything")
    if kinds == "array":
        return f"list of {_type(schema.get('items', {}))}"
    if kinds == "object" and schema.get("additionalProperties"):
        return f"object of {_type(schema['additionalProperties'])}"
    return escape(" or ".join(kinds) if isinstance(kinds, list) else kinds)


def _remarks(schema: Described, required: bool, description: str) -> str:
    remarks = ["required"] if required else []
    remarks += [
        text.format(f"{schema[name]:g}") for name, text in _LIMITS.items() if name in schema
    ]
    if "pattern" in schema:
        remarks.append(f"pattern <code>{escape(schema['pattern'])}</code>")
    if "default" in schema:
        remarks.append(f"default <code>{escape(json.dumps(schema['default']))}</code>")
    limits = "; ".join(remarks)
    return " ".join(part for part in (escape(description), limits) if part)


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(part)}</p>" for part in text.split("\n\n") if part.strip())


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
