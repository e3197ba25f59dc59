"""Vacations in the database: a year's days of each person, and who is away."""

from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.errors import Conflict
from cartagena.server.storage import database
from cartagena.server.storage.schema import vacations

DAY_MS: Final = 86_400_000
_MIN_LEFT_MS: Final = 3_600_000
"""Minimum rest of a year's days, in milliseconds, with which a vacation can begin."""


class StoredVacation(NamedTuple):
    """The vacation of a person."""

    identity: str
    year: int = 0
    used_ms: int = 0
    """The part of the year's days that earlier vacations have used up, in milliseconds."""
    since: int = 0
    until: int = 0
    announced: bool = True

    def at(self, now: int) -> "StoredVacation":
        """Return what holds now: a vacation may have ended, and another year may have begun."""
        if self.since and self.until <= now:
            return self.ended(now)
        year = datetime.fromtimestamp(now / 1000, UTC).year
        return self if self.since or self.year == year else self._replace(year=year, used_ms=0)

    def left_ms(self, days: int, now: int) -> int:
        """Return what is left of a year's days, in milliseconds."""
        used = self.used_ms + (now - self.since if self.since else 0)
        return max(0, days * DAY_MS - used)

    def ended(self, now: int) -> "StoredVacation":
        """Return this vacation after its end."""
        used = self.used_ms + min(now, self.until) - self.since
        return self._replace(used_ms=used, since=0, until=0).at(now)


async def vacation_of(engine: AsyncEngine, identity: str, now: int) -> StoredVacation:
    """Return the vacation of a person."""
    async with engine.connect() as connection:
        row = (await connection.execute(_of(identity))).first()
    return (StoredVacation(identity) if row is None else StoredVacation(*row)).at(now)


def _of(identity: str) -> Any:
    return select(vacations).where(vacations.c.identity == identity)


async def set_away(
    engine: AsyncEngine, identity: str, days: int, now: int, *, away: bool
) -> StoredVacation:
    """Begin or end the vacation of a person. Raises `Conflict` if no days are left."""

    def write(connection: Connection) -> StoredVacation:
        row = connection.execute(_of(identity)).first()
        old = (StoredVacation(identity) if row is None else StoredVacation(*row)).at(now)
        if away == bool(old.since):
            return old
        left = old.left_ms(days, now)
        if away and left < _MIN_LEFT_MS:
            raise Conflict("no-days-left", "You’ve used up your days off for this year.")
        new = old._replace(since=now, until=now + left) if away else old.ended(now)
        values = new._replace(announced=False)._asdict()
        if row is None:
            connection.execute(insert(vacations).values(**values))
        else:
            change = update(vacations).where(vacations.c.identity == identity)
            connection.execute(change.values(**values))
        return new

    return await database.write(engine, write)


async def unannounced(engine: AsyncEngine, limit: int) -> list[StoredVacation]:
    """Return vacations that some tables may not know of."""
    query = select(vacations).where(~vacations.c.announced).limit(limit)
    async with engine.connect() as connection:
        return [StoredVacation(*row) for row in await connection.execute(query)]


async def note_announced(engine: AsyncEngine, one: StoredVacation) -> None:
    """Note that all tables know a vacation, unless it has changed."""
    own = (vacations.c.identity == one.identity) & (vacations.c.since == one.since)
    change = update(vacations).where(own, vacations.c.until == one.until).values(announced=True)
    await database.write(engine, lambda connection: connection.execute(change))


async def away_among(engine: AsyncEngine, people: set[str], now: int) -> list[StoredVacation]:
    """Return the vacations of those of these people who are away."""
    query = select(vacations).where(vacations.c.identity.in_(people), vacations.c.until > now)
    async with engine.connect() as connection:
        return [StoredVacation(*row) for row in await connection.execute(query)]
