"""Endpoints for the caller's profile: finished games and results."""

from typing import Annotated

from litestar import get
from litestar.params import Parameter

from cartagena.protocol.people import FinishedGames, ProfileResults
from cartagena.protocol.requests import END
from cartagena.server.http.access import require_identity
from cartagena.server.http.caller import Caller
from cartagena.server.http.costs import cost
from cartagena.server.http.openapi import IDENTITY, PROBLEMS
from cartagena.server.services import Services

_Before = Annotated[str | None, Parameter(pattern=rf"^\d{{1,15}}\.[A-Za-z0-9_-]{{1,32}}{END}")]


@get("/api/v1/me/games", responses=PROBLEMS, security=IDENTITY, opt=cost(10))
async def finished_games(
    services: Services,
    caller: Caller,
    before: _Before = None,
    limit: Annotated[int, Parameter(ge=1, le=50)] = 20,
) -> FinishedGames:
    """Return the caller's finished games, newest first. `before` is `next` of the previous page."""
    return await services.history.games(require_identity(caller), before, limit)


@get("/api/v1/me/results", responses=PROBLEMS, security=IDENTITY, opt=cost(10))
async def own_results(services: Services, caller: Caller) -> ProfileResults:
    """Return the caller's results, by preset and by level of bots."""
    return await services.history.results(require_identity(caller))


HANDLERS = [finished_games, own_results]
