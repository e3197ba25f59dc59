"""Whether the database can be written just now, found out by writing to it."""

import asyncio
import logging
import time
from typing import Final

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.storage import database

INTERVAL: Final = 2.0
"""Seconds between two probes."""
STALE: Final = 10.0
"""Seconds beyond the timeout after which an old result counts for nothing."""

# It changes nothing, and yet the row is written and committed like any other.
_WRITE: Final = text("UPDATE alembic_version SET version_num = version_num")


def _write(connection: Connection) -> None:
    connection.execute(_WRITE)


log = logging.getLogger("cartagena.server")


class WriteProbe:
    """Writes every few seconds, and remembers how that went."""

    def __init__(self, engine: AsyncEngine, timeout: float = database.TIMEOUT) -> None:
        self._engine, self._timeout = engine, timeout
        self._checked_at: float | None = None
        self._reason = "the database was not tried yet"

    @property
    def age(self) -> float | None:
        """Seconds since the last probe ended; None before the first."""
        return None if self._checked_at is None else time.monotonic() - self._checked_at

    @property
    def reason(self) -> str:
        """Why nothing can be saved; empty if everything is well."""
        age = self.age
        if age is not None and age > self._timeout + STALE:
            return "the database does not answer"
        return self._reason

    async def run(self) -> None:
        """Probe for ever."""
        while True:
            await self.check()
            await asyncio.sleep(INTERVAL)

    async def check(self) -> None:
        """Write once."""
        try:
            async with asyncio.timeout(self._timeout):
                await database.write(self._engine, _write, self._timeout)
                current = await database.is_current(self._engine)
            reason = "" if current else "the database schema is out of date"
        except TimeoutError:
            reason = "the database does not answer"
        except Exception as error:
            reason = f"the database cannot be written ({type(error).__name__})"
        if reason != self._reason:
            log.log(logging.ERROR if reason else logging.INFO, reason or "the database is well")
        self._reason, self._checked_at = reason, time.monotonic()
