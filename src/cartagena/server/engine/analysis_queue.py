"""The queue of analyses: a database table of jobs, shared by all nodes.

Each node works on one job at a time. A job is leased: its node renews the lease while it works.
After a restart or the death of a node, another node takes over a job whose lease has expired.
"""

import asyncio
import json
import logging
from contextlib import suppress
from typing import Any, Final, Literal, cast

from cartagena.protocol.finished import AnalysisState
from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.engine.engine import Engine
from cartagena.server.entropy import SYSTEM_ENTROPY, Entropy
from cartagena.server.errors import TooMany
from cartagena.server.storage.identities import Identity
from cartagena.server.storage.ports import JobStore
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
"""Time after which a lease expires unless it is renewed."""
_TIMEOUT_SECONDS: Final = 3600.0
"""Maximum time for one game."""

log = logging.getLogger("cartagena.server")


class LeaseLost(Exception):  # noqa: N818
    """Another node has taken the job over."""


class AnalysisQueue:
    """Adds jobs for all nodes, and works on them."""

    def __init__(
        self,
        jobs: JobStore,
        registry: TableRegistry,
        engine: Engine,
        clock: Clock = SYSTEM_CLOCK,
        entropy: Entropy = SYSTEM_ENTROPY,
    ) -> None:
        self._jobs, self._registry, self._engine = jobs, registry, engine
        self._clock, self._node = clock, entropy.hex(8)
        self._added = asyncio.Event()

    # For requests.

    async def state_of(self, table: Table) -> AnalysisState:
        """Return the state of the analysis of a finished game, and its result if there is one."""
        job = await self._jobs.find(table.id)
        if job is None:
            return AnalysisState("none")
        status = "running" if job.status == "waiting" else job.status
        public_status = cast(Literal["running", "done", "failed"], status)
        result = json.loads(job.result) if job.result else None
        return AnalysisState(public_status, job.done, job.total, result)

    async def request(self, table: Table, who: Identity) -> AnalysisState:
        """Add a job for a finished game, unless there is one or it is done."""
        state = await self.state_of(table)
        if state.status not in ("none", "failed"):
            return state
        all_jobs, own_jobs = await self._jobs.count(who.id)
        if all_jobs >= MAX_JOBS or own_jobs >= MAX_JOBS_EACH:
            raise TooMany("Too many games are waiting for analysis. Try again later.", 30.0)
        await self._jobs.add(table.id, who.id, self._clock.now(), len(table.movers))
        self._added.set()
        return await self.state_of(table)

    # Working on jobs.

    async def work_forever(self) -> None:
        """Work on jobs, one at a time, until cancelled. An interrupted job goes back into the queue."""
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
        at = self._clock.now()
        return await self._jobs.claim(self._node, at, at - _LEASE_MS)

    async def _work_on(self, name: str) -> None:
        record = (await self._registry.table(name)).record()
        total = len(record["moves"])
        try:
            async with asyncio.timeout(_TIMEOUT_SECONDS):
                result = await self._analyse(name, record)
        except asyncio.CancelledError:
            await self._jobs.release(name, self._node)
            raise
        except LeaseLost:
            return
        except Exception as error:
            log.warning("an analysis failed: %s", error, extra={"table": name})
            await self._jobs.finish(name, self._node, None, total)
            return
        await self._jobs.finish(name, self._node, json.dumps(result), total)

    async def _analyse(self, name: str, record: dict[str, Any]) -> dict[str, Any]:
        """Let the engine analyse a game. Renew the lease and store the progress while it works."""
        done = 0

        def note(moves: int) -> None:
            nonlocal done
            done = moves

        analysis = asyncio.create_task(self._engine.analyse(record, note))
        try:
            while not analysis.done():
                if not await self._jobs.renew(name, self._node, self._clock.now(), done):
                    raise LeaseLost
                await asyncio.wait([analysis], timeout=_RENEW_SECONDS)
            return await analysis
        finally:
            analysis.cancel()
            await asyncio.gather(analysis, return_exceptions=True)
