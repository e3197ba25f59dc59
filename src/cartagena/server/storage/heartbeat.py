"""The heartbeat of the server: a stored time that every node renews, and the outages it shows."""

import asyncio
from functools import partial
from typing import Final, NamedTuple

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.storage import database
from cartagena.server.storage.schema import heartbeats, outages

INTERVAL_SECONDS: Final = 3.0
"""Interval between the heartbeats of a node."""
MIN_OUTAGE_MS: Final = 10_000
"""Time without a heartbeat of any node that counts as an outage, in milliseconds."""
_MEMORY_MS: Final = 62 * 86_400_000
"""How long outages are remembered: twice the longest time limit, in milliseconds."""
_NAME: Final = "server"


class Outage(NamedTuple):
    """A time in which no node ran or none could write, in milliseconds since 1970."""

    since: int
    until: int


class Heartbeat:
    """Renews the stored time and detects outages."""

    def __init__(self, engine: AsyncEngine, clock: Clock = SYSTEM_CLOCK) -> None:
        self._engine, self._clock = engine, clock
        self._last = 0
        self._lock = asyncio.Lock()
        self.outages: list[Outage] = []

    async def run(self) -> None:
        """Beat until cancelled."""
        while True:
            await self.beat()
            await asyncio.sleep(INTERVAL_SECONDS)

    async def outages_until(self, at: int) -> list[Outage]:
        """Return all outages before this time. Stores one that has just ended first."""
        if at - self._last > MIN_OUTAGE_MS:
            async with self._lock:
                if self._clock.now() - self._last > MIN_OUTAGE_MS:
                    await self.beat()
        return self.outages

    async def is_beating(self) -> bool:
        """Return True if any node is running."""
        query = select(heartbeats.c.at).where(heartbeats.c.name == _NAME)
        async with self._engine.connect() as connection:
            last = (await connection.execute(query)).scalar()
        return last is not None and self._clock.now() - last <= MIN_OUTAGE_MS

    async def beat(self) -> None:
        """Renew the stored time, and store an outage if it was too old."""
        self._last, self.outages = await database.write(
            self._engine, partial(_beat, at=self._clock.now())
        )


def _beat(connection: Connection, at: int) -> tuple[int, list[Outage]]:
    stored = select(heartbeats.c.at).where(heartbeats.c.name == _NAME).with_for_update()
    before = connection.execute(stored).scalar()
    if before is None:
        connection.execute(insert(heartbeats).values(name=_NAME, at=at))
    elif at > before:
        renew = update(heartbeats).where(heartbeats.c.name == _NAME)
        connection.execute(renew.values(at=at))
        if at - before > MIN_OUTAGE_MS:
            connection.execute(insert(outages).values(since=before, until=at))
    known = select(outages.c.since, outages.c.until).where(outages.c.until > at - _MEMORY_MS)
    rows = connection.execute(known.order_by(outages.c.until)).all()
    return at, [Outage(*row) for row in rows]
