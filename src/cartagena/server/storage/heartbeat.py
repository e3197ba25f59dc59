"""The heartbeat of the server: a stored time, which any node renews, and the outages it shows."""

import asyncio
from typing import Final, NamedTuple

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.clock import now
from cartagena.server.storage import database
from cartagena.server.storage.schema import heartbeats, outages

INTERVAL: Final = 3.0
"""Seconds between two heartbeats of a node."""
GAP: Final = 10_000
"""Milliseconds without a heartbeat of any node that count as an outage."""
_KEPT: Final = 62 * 86_400_000
"""Milliseconds for which outages are remembered: twice the longest time limit."""
_NAME: Final = "server"


class Outage(NamedTuple):
    """A time in which no node ran, or none could write; in milliseconds since 1970."""

    since: int
    until: int


class Heartbeat:
    """Renews the stored time, and knows when nobody did."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._last = 0
        self._lock = asyncio.Lock()
        self.outages: list[Outage] = []

    async def run(self) -> None:
        """Beat for ever."""
        while True:
            await self.beat()
            await asyncio.sleep(INTERVAL)

    async def outages_until(self, at: int) -> list[Outage]:
        """All outages before this moment; one that has only just ended is written down first."""
        if at - self._last > GAP:
            async with self._lock:
                if now() - self._last > GAP:
                    await self.beat()
        return self.outages

    async def is_beating(self) -> bool:
        """Whether some node runs."""
        query = select(heartbeats.c.at).where(heartbeats.c.name == _NAME)
        async with self._engine.connect() as connection:
            last = (await connection.execute(query)).scalar()
        return last is not None and now() - last <= GAP

    async def beat(self) -> None:
        """Renew the time; if that was too long ago, write the outage down."""
        self._last, self.outages = await database.write(self._engine, _beat)


def _beat(connection: Connection) -> tuple[int, list[Outage]]:
    at = now()
    stored = select(heartbeats.c.at).where(heartbeats.c.name == _NAME).with_for_update()
    before = connection.execute(stored).scalar()
    if before is None:
        connection.execute(insert(heartbeats).values(name=_NAME, at=at))
    elif at > before:
        renew = update(heartbeats).where(heartbeats.c.name == _NAME)
        connection.execute(renew.values(at=at))
        if at - before > GAP:
            connection.execute(insert(outages).values(since=before, until=at))
    known = select(outages.c.since, outages.c.until).where(outages.c.until > at - _KEPT)
    rows = connection.execute(known.order_by(outages.c.until)).all()
    return at, [Outage(*row) for row in rows]
