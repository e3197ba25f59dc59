"""Endpoints for ranks, results against each opponent, and the statistics of shuffles."""

from typing import Annotated

from litestar import get, post
from litestar.params import Parameter

from cartagena.protocol.ranks import Opponents, Ranks, ShuffleStatistics
from cartagena.protocol.requests import END, SetRanked
from cartagena.rules.presets import PRESETS
from cartagena.server.errors import NotFound, TooMany
from cartagena.server.http.access import require_identity
from cartagena.server.http.caller import Caller
from cartagena.server.http.costs import cost
from cartagena.server.http.openapi import ANYBODY, IDENTITY, PROBLEMS
from cartagena.server.services import Services

_Variant = Annotated[
    str, Parameter(pattern=rf"^[a-z-]{{1,40}}{END}", description="The name of a preset")
]


@get("/api/v1/ranks/{variant:str}", responses=PROBLEMS, security=ANYBODY, opt=cost(10))
async def ranks(variant: _Variant, services: Services, caller: Caller) -> Ranks:
    """Return the ranks of a variant. They name only people who want to be ranked."""
    if variant not in PRESETS:
        raise NotFound("There is no game with this name.")
    return await services.leaderboard.ranks(variant, caller.identity)


@post("/api/v1/me/ranked", status_code=200, responses=PROBLEMS, security=IDENTITY, opt=cost(5))
async def set_ranked(data: SetRanked, services: Services, caller: Caller) -> Opponents:
    """Start being ranked from your next game on, or stop. The response is that of `opponents`."""
    who = require_identity(caller)
    wait = services.limits.friends.take(who.id, caller.network)
    if wait:
        raise TooMany("Too many requests. Wait a moment.", wait)
    await services.leaderboard.set_ranked(who, ranked=data.ranked)
    return await services.leaderboard.opponents(who)


@get("/api/v1/me/opponents", responses=PROBLEMS, security=IDENTITY, opt=cost(10))
async def own_opponents(services: Services, caller: Caller) -> Opponents:
    """Return your results against each person, friends first."""
    return await services.leaderboard.opponents(require_identity(caller))


@get("/api/v1/shuffles", responses=PROBLEMS, opt=cost(10))
async def shuffles(services: Services) -> ShuffleStatistics:
    """Return the statistics of all shuffles in finished games, and the tests that they pass or fail."""
    return await services.shuffle_statistics()


HANDLERS = [ranks, set_ranked, own_opponents, shuffles]
