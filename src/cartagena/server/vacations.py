"""Vacations: tells the tables of a person that they are away, or back.

What holds is in the database. Tables learn it as an event, so that clocks follow from their logs
alone. If a node dies in between, any node tells the rest of the tables.
"""

import asyncio
import logging
from typing import Final

from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.clock import Clock
from cartagena.server.errors import Refusal
from cartagena.server.storage import vacations
from cartagena.server.storage.vacations import StoredVacation
from cartagena.server.tables.away import allows_vacations, set_away
from cartagena.server.tables.bus import TableBus
from cartagena.server.tables.events import Entry, Started
from cartagena.server.tables.registry import TableRegistry
from cartagena.server.tables.table import Table

_POLL_SECONDS: Final = 5.0
"""Interval in seconds at which a node looks for what other nodes have left undone."""
_MAX_TABLES: Final = 1000
"""Tables of one person that learn of a vacation, the newest first."""
_BATCH: Final = 20

log = logging.getLogger("cartagena.server")


class Vacations:
    """Announces vacations at all tables that they are about."""

    def __init__(
        self, engine: AsyncEngine, registry: TableRegistry, bus: TableBus, days: int, clock: Clock
    ) -> None:
        """Build it. `days` is the number of days of a year."""
        self._engine, self._registry, self._clock = engine, registry, clock
        self.days = days
        self._wake = asyncio.Event()
        self._started: set[str] = set()
        """Tables whose game has just started here. Some players may be away."""
        bus.subscribe(on_event=self._on_event)

    async def of(self, identity: str) -> StoredVacation:
        """Return the vacation of a person."""
        return await vacations.vacation_of(self._engine, identity, self._clock.now())

    async def set_away(self, identity: str, *, away: bool) -> StoredVacation:
        """Begin or end a vacation. Tables learn it a moment later."""
        now = self._clock.now()
        one = await vacations.set_away(self._engine, identity, self.days, now, away=away)
        self._wake.set()
        return one

    def _on_event(self, table: Table, entry: Entry) -> None:
        if isinstance(entry.event, Started) and allows_vacations(table):
            self._started.add(table.id)
            self._wake.set()

    async def run(self) -> None:
        """Announce what is new until cancelled."""
        while True:
            for one in await vacations.unannounced(self._engine, _BATCH):
                if await self._announce(one):
                    await vacations.note_announced(self._engine, one)
            while self._started:
                await self._announce_at(next(iter(self._started)))
            try:
                await asyncio.wait_for(self._wake.wait(), _POLL_SECONDS)
            except TimeoutError:
                continue
            self._wake.clear()

    async def _announce(self, one: StoredVacation) -> bool:
        """Tell all tables of a person. Return False if one of them could not learn it now."""
        names = await self._registry.storage.find(
            status="running", identity=one.identity, limit=_MAX_TABLES
        )
        is_complete = True
        for name in names:
            try:
                table = await self._registry.table(name)
                if allows_vacations(table):
                    await self._registry.act(name, set_away(one.identity, one.until))
            except Refusal as refusal:
                # A table that was deleted, or began under other rules, never learns it.
                is_complete = is_complete and refusal.kind in (
                    "not-found",
                    "other-rules",
                    "too-long",
                )
        return is_complete

    async def _announce_at(self, name: str) -> None:
        """Tell a table whose game has just started who is away."""
        table = await self._registry.table(name)
        for one in await vacations.away_among(self._engine, table.people(), self._clock.now()):
            await self._registry.act(name, set_away(one.identity, one.until))
        self._started.discard(name)
