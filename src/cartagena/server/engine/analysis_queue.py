"""The queue of analyses of finished games: a table of jobs in the database, shared by all nodes.

Each node works on one job at a time, in a process of its own with a lower priority. A job is leased:
its worker renews the lease while it works, and a job whose lease has run out is taken over, after
a restart or by another node.
"""

import asyncio
import json
import logging
import secrets
import sys
from contextlib import suppress
from typing import Any, Final, Literal, cast

from sqlalchemy import ColumnElement, Insert, Update, and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.protocol.finished import AnalysisState
from cartagena.server.clock import now
from cartagena.server.errors import TooMany
from cartagena.server.storage import database
from cartagena.server.storage.identities import Identity
from cartagena.server.storage.schema import analyses
from cartagena.server.tables.registry import TableRegistry
from cartagena.server.tables.table import Table

MAX_JOBS: Final = 50
"""How many games may wait for their analysis, on all nodes together."""
MAX_JOBS_EACH: Final = 3
"""How many of them for one identity."""
_POLL: Final = 3.0
"""Seconds between two looks for jobs that came in, or were left, at other nodes."""
_RENEW: Final = 2.0
"""Seconds after which a lease is renewed."""
_LEASE: Final = 10_000
"""Milliseconds for which a lease holds."""
_TIMEOUT: Final = 3600.0
"""Seconds that one game may take."""
_MAX_LINE: Final = 64 * 1024 * 1024

log = logging.getLogger("cartagena.server")


class LeaseLost(Exception):  # noqa: N818
    """Another worker has taken the job over."""


class AnalysisQueue:
    """The jobs of all nodes, and the one that this node works on."""

    def __init__(self, engine: AsyncEngine, registry: TableRegistry) -> None:
        self._engine, self._registry = engine, registry
        self._worker = secrets.token_hex(8)
        self._added = asyncio.Event()

    # For requests.

    async def state_of(self, table: Table) -> AnalysisState:
        """The state of the analysis of a finished game, with its result when there is one."""
        query = select(
            analyses.c.status, analyses.c.done, analyses.c.total, analyses.c.result
        ).where(analyses.c.table_id == table.id)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return AnalysisState("none")
        status, done, total, result = row
        shown = cast(
            Literal["running", "done", "failed"], "running" if status == "waiting" else status
        )
        return AnalysisState(shown, done, total, json.loads(result) if result else None)

    async def request(self, table: Table, who: Identity) -> AnalysisState:
        """Add a job for a finished game, unless there is one or it is done."""
        known = await self.state_of(table)
        if known.status not in ("none", "failed"):
            return known
        await self._check_limits(who)
        row: dict[str, Any] = {
            "status": "waiting",
            "asked_by": who.id,
            "asked_at": now(),
            "worker": "",
            "seen_at": 0,
            "done": 0,
            "total": len(table.movers),
        }
        wanted: Insert | Update = insert(analyses).values(table_id=table.id, **row)
        if known.status != "none":
            mine = and_(analyses.c.table_id == table.id, analyses.c.status == "failed")
            wanted = update(analyses).where(mine).values(**row)
        with suppress(IntegrityError):  # somebody else asked for it at the same time
            await database.write(self._engine, lambda connection: connection.execute(wanted))
        self._added.set()
        return await self.state_of(table)

    async def _check_limits(self, who: Identity) -> None:
        unfinished = analyses.c.status.in_(("waiting", "running"))
        count = select(func.count()).select_from(analyses).where(unfinished)
        async with self._engine.connect() as connection:
            everybody = (await connection.execute(count)).scalar_one()
            own = (
                await connection.execute(count.where(analyses.c.asked_by == who.id))
            ).scalar_one()
        if everybody >= MAX_JOBS or own >= MAX_JOBS_EACH:
            raise TooMany("Too many games are waiting for analysis. Try again later.", 30.0)

    # The worker.

    async def work_forever(self) -> None:
        """Work on jobs, one at a time; one that is broken off goes back into the queue."""
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
                async with asyncio.timeout(_POLL):
                    await self._added.wait()

    async def _claim(self) -> str | None:
        """Lease the job that has waited longest; None if there is none."""
        free = or_(
            analyses.c.status == "waiting",
            and_(analyses.c.status == "running", analyses.c.seen_at < now() - _LEASE),
        )
        query = (
            select(analyses.c.table_id, analyses.c.worker, analyses.c.seen_at)
            .where(free)
            .order_by(analyses.c.asked_at)
            .limit(1)
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return None
        name, worker, seen_at = row
        as_seen = and_(
            analyses.c.table_id == name,
            analyses.c.worker == worker,
            analyses.c.seen_at == seen_at,
        )
        taken = await self._update_leased(as_seen, status="running", worker=self._worker, done=0)
        return str(name) if taken else None

    async def _update_leased(self, where: ColumnElement[bool], **values: Any) -> bool:
        """Change a job and renew its lease; False if it is not this worker's any more."""
        changed = update(analyses).where(where).values(seen_at=now(), **values)
        return await database.write(
            self._engine, lambda connection: connection.execute(changed).rowcount == 1
        )

    async def _work_on(self, name: str) -> None:
        mine = and_(analyses.c.table_id == name, analyses.c.worker == self._worker)
        record = (await self._registry.table(name)).record()
        try:
            async with asyncio.timeout(_TIMEOUT):
                result = await self._result_of(record, mine)
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

    async def _result_of(self, record: dict[str, Any], mine: ColumnElement[bool]) -> Any:
        """The result of the worker process; its progress is written down meanwhile."""
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "cartagena.server.engine.analysis_worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=_MAX_LINE,
        )
        assert child.stdin is not None
        assert child.stdout is not None
        done, renewed = 0, 0.0
        clock = asyncio.get_running_loop()
        reading = asyncio.ensure_future(child.stdout.readline())
        try:
            child.stdin.write(json.dumps(record).encode() + b"\n")
            await child.stdin.drain()
            while True:
                ready, _ = await asyncio.wait([reading], timeout=_RENEW)
                if ready:
                    line = json.loads(
                        reading.result() or b'{"error": "the process ended without a result"}'
                    )
                    if "result" in line:
                        return line["result"]
                    if "error" in line:
                        raise RuntimeError(line["error"])
                    done = line["done"]
                    reading = asyncio.ensure_future(child.stdout.readline())
                if clock.time() - renewed >= _RENEW:
                    renewed = clock.time()
                    if not await self._update_leased(mine, done=done):
                        raise LeaseLost
        finally:
            reading.cancel()
            with suppress(ProcessLookupError):
                child.kill()
            await child.wait()
