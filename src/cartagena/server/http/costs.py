"""The cost of each request for rate limits. One unit is about a millisecond of the event loop.

Every handler declares its cost with `opt=cost(…)`. It is charged when the framework has chosen the
handler, so no other spelling of an address can make a request cheaper. Any other request costs one
unit. The middleware charges that unit before it knows the handler.
"""

from typing import Any, Final

from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler

from cartagena.server.http.request_limits import RequestLimits

BASE: Final = 1.0
"""The cost of any request, charged by the middleware."""
_UNITS: Final = "cost"
_RESUMED: Final = "cost_resumed"


def cost(units: float, *, resumed: float | None = None) -> dict[str, Any]:
    """Declare the cost of a handler. `resumed` is for a stream that resumes after an event."""
    return {_UNITS: units, _RESUMED: units if resumed is None else resumed}


def declared(handler: BaseRouteHandler, *, resumes: bool = False) -> float:
    """Return the cost that a handler declares."""
    return float(handler.opt.get(_RESUMED if resumes else _UNITS, BASE))


async def charge(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Charge the caller for a request, as a guard of the framework. Raises `TooMany`."""
    resumes = "last-event-id" in connection.headers or "after" in connection.query_params
    await charge_more(connection, declared(handler, resumes=resumes) - BASE)


async def charge_more(connection: ASGIConnection[Any, Any, Any, Any], units: float) -> None:
    """Charge the caller for the rest of a request's cost. Raises `TooMany`."""
    if units > 0:
        limits: RequestLimits = connection.scope["state"]["limits"]
        await limits.charge(connection.scope["state"]["caller"], units)
