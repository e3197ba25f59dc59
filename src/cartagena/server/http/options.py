"""The answer to OPTIONS: which methods an address has."""

from collections import defaultdict
from collections.abc import Iterable

from litestar import Response, route
from litestar.handlers import HTTPRouteHandler


def options_handlers(handlers: Iterable[HTTPRouteHandler]) -> list[HTTPRouteHandler]:
    """For each address of these handlers, one that names the methods of all of them."""
    methods: defaultdict[str, set[str]] = defaultdict(set)
    for handler in handlers:
        for path in handler.paths:
            methods[path] |= {str(method) for method in handler.http_methods}
    return [_options(path, known) for path, known in methods.items()]


def _options(path: str, methods: set[str]) -> HTTPRouteHandler:
    allowed = ", ".join(sorted({*methods, "OPTIONS", *(["HEAD"] if "GET" in methods else [])}))

    @route(path, http_method="OPTIONS", include_in_schema=False, sync_to_thread=False)
    def options() -> Response[None]:
        return Response(None, status_code=204, headers={"allow": allowed})

    return options
