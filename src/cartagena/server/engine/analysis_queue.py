"""The queue of analyses: a database table of jobs, shared by all nodes.

Each node works on one job at a time. A job is leased: its node renews the lease while it works.
After a restart or the death of a node, another node takes over a job whose lease has expired.
"""

import asyncio
import json
import logging
from contextlib import suppress
from typing import Any, Final, Literal, cast

from sqlalchemy import ColumnElement, Insert, Update, and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.protocol.finished import AnalysisState
from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.engine.engine import Engine
from cartagena.server.entropy import SYSTEM_ENTROPY, Entropy
from cartagena.server.errors import TooMany
from cartagena.server.storage.database import write
from cartagena.server.storage.identities import Identity
from cartagena.server.storage.schema import analyses
from cartagena.server.tables.registry import TableRegistry
from cartagena.server.tables.table import Table

MAX_JOBS: Final = 50
"""Unfinished jobs on all nodes together."""
MAX_JOBS_EACH: Final = 3
"""Unfinished jobs that one identity asked for."""
_POLL_SECONDS: Final = 3.0
"""Poll interval for jobs that were added at other nodes, or left by them."""
_RENEW_SECONDS: Final = 2.0
"""Interval at which a lease is renewed."""
_LEASE_MS: Final = 10_000
"""Time after which a lease expires that was not renewed."""
_TIMEOUT_SECONDS: Final = 3600.0
"""Maximum time for one game."""

log = logging.getLogger("cartagena.server")


class LeaseLost(Exception):  # noqa: N818
    """Another node has taken the job over."""


class AnalysisQueue:
    """Adds jobs for all nodes, and works on them."""

    def __init__(
        self,
        database: AsyncEngine,
        registry: TableRegistry,
        engine: Engine,
        clock: Clock = SYSTEM_CLOCK,
        entropy: Entropy = SYSTEM_ENTROPY,
    ) -> None:
        self._database, self._registry, self._engine = database, registry, engine
        self._clock, self._node = clock, entropy.hex(8)
        self._added = asyncio.Event()

    # For requests.

    async def state_of(self, table: Table) -> AnalysisState:
        """Return the state of the analysis of a finished game, and its result if there is one."""
        query = select(
            analyses.c.status, analyses.c.done, analyses.c.total, analyses.c.result
        ).where(analyses.c.table_id == table.id)
        async with self._database.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return AnalysisState("none")
        status, done, total, result = row
        public_status = cast(
            Literal["running", "done", "failed"], "running" if status == "waiting" else status
        )
        return AnalysisState(public_status, done, total, json.loads(result) if result else None)

    async def request(self, table: Table, who: Identity) -> AnalysisState:
        """Add a job for a finished game, unless there is one or it is done."""
        state = await self.state_of(table)
        if state.status not in ("none", "failed"):
            return state
        await self._check_limits(who)
        row: dict[str, Any] = {
            "status": "waiting",
            "asked_by": who.id,
            "asked_at": self._clock.now(),
            "worker": "",
            "seen_at": 0,
            "done": 0,
            "total": len(table.movers),
        }
        statement: Insert | Update = insert(analyses).values(table_id=table.id, **row)
        if state.status != "none":
            failed = and_(analyses.c.table_id == table.id, analyses.c.status == "failed")
            statement = update(analyses).where(failed).values(**row)
        with suppress(IntegrityError):  # Another request has added it at the same time.
            await write(self._database, lambda connection: connection.execute(statement))
        self._added.set()
        return await self.state_of(table)

    async def _check_limits(self, who: Identity) -> None:
        unfinished = analyses.c.status.in_(("waiting", "running"))
        count = select(func.count()).select_from(analyses).where(unfinished)
        async with self._database.connect() as connection:
            all_jobs = (await connection.execute(count)).scalar_one()
            own_jobs = (
                await connection.execute(count.where(analyses.c.asked_by == who.id))
            ).scalar_one()
        if all_jobs >= MAX_JOBS or own_jobs >= MAX_JOBS_EACH:
            raise TooMany("Too many games are waiting for analysis. Try again later.", 30.0)

    # Working on jobs.

    async def work_forever(self) -> None:
        """Work on jobs, one at a time, until cancelled. An interrupted job goes back into the queue."""
        await self._registry.ready.wait()
        while True:
            try:
                name = await self._claim()
                if name is not None:
                    await self._work_on(name)
                    continue
            except Exception:
                log.exception("the analysis queue failed")
            self._added.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(_POLL_SECONDS):
                    await self._added.wait()

    async def _claim(self) -> str | None:
        """Lease the oldest free job and return its table. Return None if there is none."""
        free = or_(
            analyses.c.status == "waiting",
            and_(
                analyses.c.status == "running", analyses.c.seen_at < self._clock.now() - _LEASE_MS
            ),
        )
        query = (
            select(analyses.c.table_id, analyses.c.worker, analyses.c.seen_at)
            .where(free)
            .order_by(analyses.c.asked_at)
            .limit(1)
        )
        async with self._database.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return None
        name, worker, seen_at = row
        unchanged = and_(
            analyses.c.table_id == name,
            analyses.c.worker == worker,
            analyses.c.seen_at == seen_at,
        )
        is_ours = await self._update_leased(unchanged, status="running", worker=self._node, done=0)
        return str(name) if is_ours else None

    async def _update_leased(self, where: ColumnElement[bool], **values: Any) -> bool:
        """Change a job and renew its lease. Return False if another node has it now."""
        statement = update(analyses).where(where).values(seen_at=self._clock.now(), **values)
        return await write(
            self._database, lambda connection: connection.execute(statement).rowcount == 1
        )

    async def _work_on(self, name: str) -> None:
        mine = and_(analyses.c.table_id == name, analyses.c.worker == self._node)
        record = (await self._registry.table(name)).record()
        try:
            async with asyncio.timeout(_TIMEOUT_SECONDS):
                result = await self._analyse(record, mine)
        except asyncio.CancelledError:
            await self._update_leased(mine, status="waiting", worker="", done=0)
            raise
        except LeaseLost:
            return
        except Exception as error:
            log.warning("an analysis failed: %s", error, extra={"table": name})
            await self._update_leased(mine, status="failed")
            return
        total = len(record["moves"])
        await self._update_leased(
            mine, status="done", done=total, total=total, result=json.dumps(result)
        )

    async def _analyse(self, record: dict[str, Any], mine: ColumnElement[bool]) -> dict[str, Any]:
        """Let the engine analyse a game. Renew the lease and store the progress while it works."""
        done = 0

        def note(moves: int) -> None:
            nonlocal done
            done = moves

        analysis = asyncio.create_task(self._engine.analyse(record, note))
        try:
            while not analysis.done():
                if not await self._update_leased(mine, done=done):
                    raise LeaseLost
                await asyncio.wait([analysis], timeout=_RENEW_SECONDS)
            return await analysis
        finally:
            analysis.cancel()
            await asyncio.gather(analysis, return_exceptions=True)
