"""Endpoints of the daily escape."""

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from cartagena.protocol.daily import DailyDay
from cartagena.protocol.requests import DailyMoves
from cartagena.server.http.access import require_identity
from cartagena.server.http.caller import Caller
from cartagena.server.http.costs import cost
from cartagena.server.http.openapi import IDENTITY, PROBLEMS
from cartagena.server.services import Services

_Day = Annotated[int, Parameter(ge=0, le=1_000_000, description="Days since 1970, in UTC")]


@get("/api/v1/daily/{day:int}", responses=PROBLEMS, opt=cost(5))
async def daily_day(day: _Day, services: Services, caller: Caller) -> DailyDay:
    """Return the deal and the results of a day. Future days are not found."""
    return await services.daily.day(day, caller.identity)


@post(
    "/api/v1/daily/{day:int}", status_code=200, responses=PROBLEMS, security=IDENTITY, opt=cost(20)
)
async def play_daily(day: _Day, data: DailyMoves, services: Services, caller: Caller) -> DailyDay:
    """Send in the moves of a finished daily escape. The server plays them again.

    Rivals must have played as they do with this deal. Only the first result of a day counts.
    """
    return await services.daily.submit(day, data.moves, require_identity(caller))


HANDLERS = [daily_day, play_daily]
