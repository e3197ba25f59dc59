"""The daily escape on a server: the deal of each day, and the results that people send in."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.daily.check import Rejection
from cartagena.daily.deal import FIRST_DAY, SECRET_BYTES, commitment, server_seed
from cartagena.protocol.daily import DailyDay, DailyEntry
from cartagena.server.clock import Clock
from cartagena.server.engine.engine import Engine
from cartagena.server.entropy import Entropy
from cartagena.server.errors import Invalid, NotFound
from cartagena.server.storage import daily
from cartagena.server.storage.friends import friends_of
from cartagena.server.storage.identities import Identity
from cartagena.server.storage.server_keys import find_or_create

_DAY_MS: Final = 86_400_000
_LISTED: Final = 50
"""Number of results in the list of a day."""


class DailyEscape:
    """The days of this server."""

    def __init__(
        self, database: AsyncEngine, engine: Engine, clock: Clock, entropy: Entropy
    ) -> None:
        self._database, self._engine, self._clock, self._entropy = database, engine, clock, entropy
        self._secret = ""

    async def day(self, day: int, who: Identity | None) -> DailyDay:
        """Return the deal and the results of a day. Raises `NotFound` before the day begins."""
        seed = await self._seed(day)
        own = None if who is None else await daily.of_person(self._database, day, who.id)
        best = await daily.best(self._database, day, _LISTED)
        return DailyDay(
            day=day,
            seed=seed,
            next_commitment=commitment(server_seed(self._secret, day + 1)),
            players=await daily.count(self._database, day),
            results=[_entry(day, row, who) for row in best],
            you=None if own is None else _entry(day, own, who),
            friends=await self._friends(day, who),
        )

    async def _friends(self, day: int, who: Identity | None) -> list[DailyEntry]:
        """Return the results of a person's friends and their own, unless they have no friends."""
        known = [] if who is None else await friends_of(self._database, who.id)
        if who is None or not known:
            return []
        people = [who.id, *(friend.identity for friend in known)]
        rows = await daily.of_people(self._database, day, people)
        return [_entry(day, row, who) for row in rows]

    async def submit(self, day: int, moves: list[str], who: Identity) -> DailyDay:
        """Play the moves of a person again and store the result. Only the first one of a day counts."""
        seed = await self._seed(day)
        if await daily.of_person(self._database, day, who.id) is None:
            at = self._clock.now()
            result = await self._engine.check_daily(day, seed, moves, who.id)
            if isinstance(result, Rejection):
                raise Invalid(
                    "Move {move} doesn’t fit the game of this day.", "not-played", move=result.move
                )
            await daily.add(self._database, day, who.id, at, result)
        return await self.day(day, who)

    async def _seed(self, day: int) -> str:
        if not FIRST_DAY <= day <= self._clock.now() // _DAY_MS:
            raise NotFound("There is no daily escape on this day.")
        if not self._secret:
            self._secret = await find_or_create(
                self._database, "daily escape", lambda: self._entropy.hex(SECRET_BYTES)
            )
        return server_seed(self._secret, day)


def _entry(day: int, row: daily.DailyRow, who: Identity | None) -> DailyEntry:
    is_own = who is not None and row.identity == who.id
    return DailyEntry(row.name, is_own, row.at // _DAY_MS > day, row.result)
