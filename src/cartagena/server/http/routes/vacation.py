"""Endpoints for vacations: days on which a player's own clock stands still."""

from litestar import get, post

from cartagena.protocol.people import Vacation
from cartagena.protocol.requests import SetVacation
from cartagena.server.errors import TooMany
from cartagena.server.http.access import require_identity
from cartagena.server.http.caller import Caller
from cartagena.server.http.costs import cost
from cartagena.server.http.openapi import IDENTITY, PROBLEMS
from cartagena.server.services import Services
from cartagena.server.storage.vacations import StoredVacation


def _info(services: Services, one: StoredVacation) -> Vacation:
    days, now = services.vacations.days, services.clock.now()
    return Vacation(days, one.left_ms(days, now), one.since, one.until)


@get("/api/v1/me/vacation", responses=PROBLEMS, security=IDENTITY, opt=cost(2))
async def vacation(services: Services, caller: Caller) -> Vacation:
    """Return the caller's days off."""
    return _info(services, await services.vacations.of(require_identity(caller).id))


@post("/api/v1/me/vacation", status_code=200, responses=PROBLEMS, security=IDENTITY, opt=cost(4))
async def set_vacation(data: SetVacation, services: Services, caller: Caller) -> Vacation:
    """Begin or end a vacation.

    At tables with a day or more per turn, the caller's own clock then stands still. A vacation
    ends by itself when the days of the year are used up.
    """
    who = require_identity(caller)
    wait = services.limits.vacations.take(who.id, caller.network)
    if wait:
        raise TooMany("Too many requests. Wait a moment.", wait)
    return _info(services, await services.vacations.set_away(who.id, away=data.away))


HANDLERS = [vacation, set_vacation]
