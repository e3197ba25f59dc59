"""The queue of analyses in the database."""

from contextlib import suppress
from typing import Any

from sqlalchemy import ColumnElement, and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.storage import database
from cartagena.server.storage.ports import Job
from cartagena.server.storage.schema import analyses


class SqlJobs:
    """Jobs, one for each table at most. A lease is the name of a worker and a time."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def find(self, table: str) -> Job | None:
        """Return the job for a table, or None."""
        columns = analyses.c
        query = select(columns.status, columns.done, columns.total, columns.result).where(
            columns.table_id == table
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else Job(*row)

    async def count(self, identity: str) -> tuple[int, int]:
        """Return the number of unfinished jobs, of all identities and of this one."""
        unfinished = analyses.c.status.in_(("waiting", "running"))
        count = select(func.count()).select_from(analyses).where(unfinished)
        own = count.where(analyses.c.asked_by == identity)
        async with self._engine.connect() as connection:
            return (
                (await connection.execute(count)).scalar_one(),
                (await connection.execute(own)).scalar_one(),
            )

    async def add(self, table: str, identity: str, at: int, total: int) -> None:
        """Add a job for a game of `total` moves, unless there is one that has not failed."""
        row: dict[str, Any] = {
            "status": "waiting",
            "asked_by": identity,
            "asked_at": at,
            "worker": "",
            "seen_at": 0,
            "done": 0,
            "total": total,
        }
        failed = and_(analyses.c.table_id == table, analyses.c.status == "failed")
        if not await self._update(failed, **row):
            statement = insert(analyses).values(table_id=table, **row)
            with suppress(IntegrityError):  # There is a job.
                await database.write(self._engine, lambda connection: connection.execute(statement))

    async def claim(self, worker: str, at: int, expired: int) -> str | None:
        """Lease the oldest job that is free or was last renewed before `expired`. Return its table."""
        columns = analyses.c
        lapsed = and_(columns.status == "running", columns.seen_at < expired)
        query = (
            select(columns.table_id, columns.status, columns.worker, columns.seen_at)
            .where(or_(columns.status == "waiting", lapsed))
            .order_by(columns.asked_at)
            .limit(1)
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return None
        table, status, owner, seen_at = row
        unchanged = and_(
            columns.table_id == table,
            columns.status == status,
            columns.worker == owner,
            columns.seen_at == seen_at,
        )
        is_ours = await self._update(unchanged, status="running", worker=worker, seen_at=at, done=0)
        return str(table) if is_ours else None

    async def renew(self, table: str, worker: str, at: int, done: int) -> bool:
        """Renew a lease and store the progress. Return False if another worker has the job."""
        return await self._update(_leased(table, worker), seen_at=at, done=done)

    async def release(self, table: str, worker: str) -> None:
        """Put a job back into the queue, unless another worker has it."""
        await self._update(_leased(table, worker), status="waiting", worker="", done=0)

    async def finish(self, table: str, worker: str, result: str | None, total: int) -> None:
        """Store a result, or None for a failure, unless another worker has the job."""
        values: dict[str, Any] = {"status": "failed"}
        if result is not None:
            values = {"status": "done", "done": total, "total": total, "result": result}
        await self._update(_leased(table, worker), **values)

    async def _update(self, where: ColumnElement[bool], **values: Any) -> bool:
        """Change a job. Return False if there is none like this."""
        statement = update(analyses).where(where).values(**values)
        return await database.write(
            self._engine, lambda connection: connection.execute(statement).rowcount == 1
        )


def _leased(table: str, worker: str) -> ColumnElement[bool]:
    return and_(
        analyses.c.table_id == table, analyses.c.worker == worker, analyses.c.status == "running"
    )
