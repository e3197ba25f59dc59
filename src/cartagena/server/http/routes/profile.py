"""Endpoints for one's own profile: finished games, and results in numbers."""

from typing import Annotated

from litestar import get
from litestar.params import Parameter

from cartagena.protocol.people import PastGames, Results
from cartagena.protocol.requests import END
from cartagena.server.http.access import Caller, require_identity
from cartagena.server.http.openapi import IDENTITY, PROBLEMS
from cartagena.server.services import Services

_Before = Annotated[str | None, Parameter(pattern=rf"^\d{{1,15}}\.[A-Za-z0-9_-]{{1,32}}{END}")]


@get("/api/v1/me/games", responses=PROBLEMS, security=IDENTITY)
async def past_games(
    services: Services,
    caller: Caller,
    before: _Before = None,
    limit: Annotated[int, Parameter(ge=1, le=50)] = 20,
) -> PastGames:
    """The sender's finished games, the newest first; `before` is `next` of the page before."""
    return await services.history.games(require_identity(caller), before, limit)


@get("/api/v1/me/results", responses=PROBLEMS, security=IDENTITY)
async def own_results(services: Services, caller: Caller) -> Results:
    """The sender's finished games in numbers: by preset, and by level of bots."""
    return await services.history.results(require_identity(caller))


HANDLERS = [past_games, own_results]
