"""Handlers for OPTIONS requests."""

from collections import defaultdict
from collections.abc import Iterable

from litestar import Response, route
from litestar.handlers import HTTPRouteHandler


def options_handlers(handlers: Iterable[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """Return an OPTIONS handler for each path, which lists the methods of that path."""
    methods: defaultdict[str, set[str]] = defaultdict(set)
    for handler in handlers:
        for path in handler.paths:
            methods[path] |= {str(method) for method in handler.http_methods}
    return [_options(path, allowed) for path, allowed in methods.items()]


def _options(path: str, methods: set[str]) -> HTTPRouteHandler:
    allowed = ", ".join(sorted({*methods, "OPTIONS", *(["HEAD"] if "GET" in methods else [])}))

    @route(path, http_method="OPTIONS", include_in_schema=False, sync_to_thread=False)
    def options() -> Response[None]:
        return Response(None, status_code=204, headers={"allow": allowed})

    return options
