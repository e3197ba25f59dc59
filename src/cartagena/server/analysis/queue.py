"""Analyses of finished games, made on request: asked for at one node, made and told at any.

What was asked for is a row of the database. Each node works on one at a time, in a process of its
own that gives way to everything else, and says that it is alive while it does; a row whose worker
has fallen silent is taken over, after a restart or by another node.
"""

import asyncio
import json
import logging
import secrets
import sys
from contextlib import suppress
from typing import Any, Final, Literal, cast

from sqlalchemy import ColumnElement, and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.protocol.messages import AnalysisState
from cartagena.server.api.problems import too_many
from cartagena.server.storage.identities import Identity
from cartagena.server.storage.schema import analyses
from cartagena.server.tables.registry import Harbour, now
from cartagena.server.tables.table import Table

WAITING: Final = 50
"""How many games may wait to be looked at, on all nodes together."""
EACH: Final = 3
"""How many of them for one identity."""
_LOOK: Final = 3.0
"""Seconds between two looks for what others have asked for or left."""
_BEAT: Final = 2.0
_SILENCE: Final = 10_000
"""Milliseconds after which a worker that says nothing is taken for dead."""
_PATIENCE: Final = 3600.0
"""Seconds that one game may take."""
_LINE: Final = 64 * 1024 * 1024

log = logging.getLogger("cartagena.server")


class Lost(Exception):  # noqa: N818
    """Somebody else works on it now."""


class Studies:
    """What was asked for, and the one game that this node looks at."""

    def __init__(self, engine: AsyncEngine, harbour: Harbour) -> None:
        self._engine, self._harbour = engine, harbour
        self._name = secrets.token_hex(8)
        self._asked = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to work."""
        self._task = asyncio.create_task(self._work_for_ever(), name="studies")

    async def close(self) -> None:
        """Stop; what is under way is left to others, or to the next start."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    # What handlers ask.

    async def of(self, table: Table) -> AnalysisState:
        """How far the analysis of a finished game is, and what it found."""
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

    async def begin(self, table: Table, who: Identity) -> AnalysisState:
        """Have a finished game looked at, unless that is done or under way."""
        known = await self.of(table)
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
        try:
            async with self._engine.begin() as connection:
                if known.status == "none":
                    await connection.execute(insert(analyses).values(table_id=table.id, **row))
                else:
                    mine = and_(analyses.c.table_id == table.id, analyses.c.status == "failed")
                    await connection.execute(update(analyses).where(mine).values(**row))
        except IntegrityError:
            pass  # somebody asked at the same time
        self._asked.set()
        return await self.of(table)

    async def _check_limits(self, who: Identity) -> None:
        unfinished = analyses.c.status.in_(("waiting", "running"))
        count = select(func.count()).select_from(analyses).where(unfinished)
        async with self._engine.connect() as connection:
            everybody = (await connection.execute(count)).scalar_one()
            own = (
                await connection.execute(count.where(analyses.c.asked_by == who.id))
            ).scalar_one()
        if everybody >= WAITING or own >= EACH:
            raise too_many("Too many games are waiting for analysis. Try again later.", 30.0)

    # The work.

    async def _work_for_ever(self) -> None:
        await self._harbour.ready.wait()
        while True:
            try:
                name = await self._claim()
                if name is not None:
                    await self._look_at(name)
                    continue
            except Exception:
                log.exception("an analysis could not be made")
            self._asked.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(_LOOK):
                    await self._asked.wait()

    async def _claim(self) -> str | None:
        """The game that has waited longest; it is this node's now."""
        free = or_(
            analyses.c.status == "waiting",
            and_(analyses.c.status == "running", analyses.c.seen_at < now() - _SILENCE),
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
        taken = await self._write(as_seen, status="running", worker=self._name, done=0)
        return str(name) if taken else None

    async def _write(self, where: ColumnElement[bool], **values: Any) -> bool:
        """Change one row and say that its worker is alive; whether it was there to be changed."""
        changed = update(analyses).where(where).values(seen_at=now(), **values)
        async with self._engine.begin() as connection:
            return (await connection.execute(changed)).rowcount == 1

    async def _look_at(self, name: str) -> None:
        mine = and_(analyses.c.table_id == name, analyses.c.worker == self._name)
        record = (await self._harbour.table(name)).record()
        try:
            async with asyncio.timeout(_PATIENCE):
                result = await self._result_of(record, mine)
        except asyncio.CancelledError:
            await self._write(mine, status="waiting", worker="", done=0)
            raise
        except Lost:
            return
        except Exception as error:
            log.warning("an analysis failed: %s", error, extra={"table": name})
            await self._write(mine, status="failed")
            return
        total = len(record["moves"])
        await self._write(mine, status="done", done=total, total=total, result=json.dumps(result))

    async def _result_of(self, record: dict[str, Any], mine: ColumnElement[bool]) -> Any:
        """What the process found, its progress written down meanwhile."""
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "cartagena.server.analysis.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=_LINE,
        )
        assert child.stdin is not None
        assert child.stdout is not None
        done, told = 0, 0.0
        clock = asyncio.get_running_loop()
        reading = asyncio.ensure_future(child.stdout.readline())
        try:
            child.stdin.write(json.dumps(record).encode() + b"\n")
            await child.stdin.drain()
            while True:
                ready, _ = await asyncio.wait([reading], timeout=_BEAT)
                if ready:
                    line = json.loads(reading.result() or b'{"error": "it ended without a word"}')
                    if "result" in line:
                        return line["result"]
                    if "error" in line:
                        raise RuntimeError(line["error"])
                    done = line["done"]
                    reading = asyncio.ensure_future(child.stdout.readline())
                if clock.time() - told >= _BEAT:
                    told = clock.time()
                    if not await self._write(mine, done=done):
                        raise Lost
        finally:
            reading.cancel()
            with suppress(ProcessLookupError):
                child.kill()
            await child.wait()
