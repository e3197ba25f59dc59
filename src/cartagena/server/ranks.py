"""Ranks: the strength of people in a variant, from their games with each other, for those who want it."""

import asyncio
from itertools import groupby
from typing import Final

from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.protocol.ranks import Opponent, Opponents, RankedPerson, Ranks
from cartagena.server.clock import Clock
from cartagena.server.rating import Rating, rate
from cartagena.server.storage import game_index
from cartagena.server.storage.game_index import RankedSeat
from cartagena.server.storage.identities import Identity

_FRESH_MS: Final = 10_000
"""Maximum age of the computed ranks in milliseconds."""
_LISTED: Final = 100
"""People that a page of ranks lists."""
_OPPONENTS: Final = 50
"""Opponents that a profile lists."""
_SCALE: Final = 40
"""Factor from the model's numbers to those that people see: 1000 for a newcomer."""
_INTERVAL: Final = 2
"""Half the width of the interval in standard deviations: about 95 %."""


class Leaderboard:
    """The ranks of each variant."""

    def __init__(self, engine: AsyncEngine, clock: Clock) -> None:
        self._engine, self._clock = engine, clock
        self._ratings: dict[str, tuple[int, dict[str, Rating]]] = {}

    async def ranks(self, variant: str, who: Identity | None) -> Ranks:
        """Return the ranks of a variant. They name only people who want to be ranked."""
        people = await game_index.ranked_people(self._engine)
        ratings = await self._rated(variant)
        rows = [
            RankedPerson(
                name=name,
                you=who is not None and who.id == identity,
                rating=round(_SCALE * rating.mean),
                low=round(_SCALE * (rating.mean - _INTERVAL * rating.deviation)),
                high=round(_SCALE * (rating.mean + _INTERVAL * rating.deviation)),
                games=rating.games,
            )
            for identity, name in people.items()
            if (rating := ratings.get(identity)) is not None
        ]
        # Those who have played little must not lead by luck.
        rows.sort(key=lambda one: (-one.low, one.name))
        return Ranks(variant, who is not None and who.id in people, rows[:_LISTED], len(rows))

    async def _rated(self, variant: str) -> dict[str, Rating]:
        now = self._clock.now()
        at, ratings = self._ratings.get(variant, (0, {}))
        if now - at >= _FRESH_MS:
            seats = await game_index.ranked_seats(self._engine, variant)
            ratings = await asyncio.to_thread(rated, seats)
            self._ratings[variant] = now, ratings
        return ratings

    async def set_ranked(self, who: Identity, *, ranked: bool) -> None:
        """Rank a person from their next game on, or stop ranking them."""
        since = self._clock.now() if ranked else None
        await game_index.set_ranked(self._engine, who.id, since)

    async def opponents(self, who: Identity) -> Opponents:
        """Return the games of a person against each other one, friends first."""
        rows = await game_index.opponents(self._engine, who.id, _OPPONENTS)
        return Opponents([Opponent(*row) for row in rows])


def rated(seats: list[RankedSeat]) -> dict[str, Rating]:
    """Return the ratings after these games. Games with a single ranked person do not count."""
    games = [list(game) for _, game in groupby(seats, key=lambda seat: seat.table)]
    last = 10
    return rate(
        [(seat.identity, last if seat.left else seat.place) for seat in game]
        for game in games
        if len(game) > 1
    )
