"""The stored heartbeat of all nodes, and the outages that it shows."""

from typing import Final

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.storage import database
from cartagena.server.storage.ports import Outage
from cartagena.server.storage.schema import heartbeats, outages

MIN_OUTAGE_MS: Final = 10_000
"""Time without a heartbeat of any node that counts as an outage, in milliseconds."""
MEMORY_MS: Final = 62 * 86_400_000
"""Time for which outages are remembered, in milliseconds: twice the longest time limit."""
_NAME: Final = "server"


class SqlBeats:
    """The heartbeat in the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def renew(self, at: int) -> list[Outage]:
        """Renew the stored time, store an outage if it was too old, and return all outages."""
        return await database.write(self._engine, lambda connection: _renew(connection, at))

    async def last(self) -> int | None:
        """Return the stored time, or None before the first heartbeat."""
        query = select(heartbeats.c.at).where(heartbeats.c.name == _NAME)
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar()


def _renew(connection: Connection, at: int) -> list[Outage]:
    query = select(heartbeats.c.at).where(heartbeats.c.name == _NAME).with_for_update()
    before = connection.execute(query).scalar()
    if before is None:
        connection.execute(insert(heartbeats).values(name=_NAME, at=at))
    elif at > before:
        renew = update(heartbeats).where(heartbeats.c.name == _NAME)
        connection.execute(renew.values(at=at))
        if at - before > MIN_OUTAGE_MS:
            connection.execute(insert(outages).values(since=before, until=at))
    recent = select(outages.c.since, outages.c.until).where(outages.c.until > at - MEMORY_MS)
    rows = connection.execute(recent.order_by(outages.c.until)).all()
    return [Outage(*row) for row in rows]
