"""A probe that writes to the database to find out whether it is writable."""

import asyncio
import logging
from typing import Final

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.storage import database

INTERVAL_SECONDS: Final = 2.0
"""Interval between probes."""
STALE_SECONDS: Final = 10.0
"""Time after the timeout when an old result is no longer valid."""

# It changes nothing, but the row is written and committed like any other.
_WRITE: Final = text("UPDATE alembic_version SET version_num = version_num")


def _write(connection: Connection) -> None:
    connection.execute(_WRITE)


log = logging.getLogger("cartagena.server")


class WriteProbe:
    """Writes every few seconds and remembers the result."""

    def __init__(
        self,
        engine: AsyncEngine,
        timeout: float = database.TIMEOUT,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        self._engine, self._timeout, self._clock = engine, timeout, clock
        self._guard = database.FileGuard(engine.url)
        self._checked_at: float | None = None
        self._reason = "the database has not been probed yet"

    @property
    def age(self) -> float | None:
        """Return the seconds since the last probe, or None before the first one."""
        return None if self._checked_at is None else self._clock.steady() - self._checked_at

    @property
    def reason(self) -> str:
        """Return why nothing can be saved, or an empty string."""
        age = self.age
        if age is not None and age > self._timeout + STALE_SECONDS:
            return "the database does not answer"
        return self._reason

    async def run(self) -> None:
        """Probe until cancelled."""
        while True:
            await self.check()
            await asyncio.sleep(INTERVAL_SECONDS)

    async def check(self) -> None:
        """Probe once."""
        try:
            self._guard.check()
            async with asyncio.timeout(self._timeout):
                await database.write(self._engine, _write, self._timeout)
                current = await database.is_current(self._engine)
            reason = "" if current else "the database schema is out of date"
        except database.DatabaseReplaced as error:
            reason = str(error)
        except TimeoutError:
            reason = "the database does not answer"
        except Exception as error:
            reason = f"the database cannot be written ({type(error).__name__})"
        # When the first probe succeeds, nothing had failed before.
        recovered = not reason and self._checked_at is not None
        if reason != self._reason and (reason or recovered):
            log.log(
                logging.ERROR if reason else logging.INFO,
                reason or "the database is writable again",
            )
        self._reason, self._checked_at = reason, self._clock.steady()
