"""The heartbeat of the server: a stored time that every node renews, and the outages it shows."""

import asyncio
from typing import Final

from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.storage.beats import MIN_OUTAGE_MS
from cartagena.server.storage.ports import BeatStore, Outage

INTERVAL_SECONDS: Final = 3.0
"""Interval between the heartbeats of a node."""


class Heartbeat:
    """Renews the stored time and detects outages."""

    def __init__(self, store: BeatStore, clock: Clock = SYSTEM_CLOCK) -> None:
        self._store, self._clock = store, clock
        self._last = 0
        self._lock = asyncio.Lock()
        self.outages: list[Outage] = []

    async def run(self) -> None:
        """Beat until cancelled."""
        while True:
            await self.beat()
            await asyncio.sleep(INTERVAL_SECONDS)

    async def outages_until(self, at: int) -> list[Outage]:
        """Return all outages before this time. Stores one that has just ended first."""
        if at - self._last > MIN_OUTAGE_MS:
            async with self._lock:
                if self._clock.now() - self._last > MIN_OUTAGE_MS:
                    await self.beat()
        return self.outages

    async def is_beating(self) -> bool:
        """Return True if any node is running."""
        last = await self._store.last()
        return last is not None and self._clock.now() - last <= MIN_OUTAGE_MS

    async def beat(self) -> None:
        """Renew the stored time, and store an outage if it was too old."""
        at = self._clock.now()
        self.outages = await self._store.renew(at)
        self._last = at
