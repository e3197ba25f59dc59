"""The lobby: public tables to join or to watch, which of them fits somebody, and whose turn it is.

What everybody sees of it is written once every few seconds, however many people look.
"""

import asyncio
import gzip
import hashlib
import time
from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from cartagena.protocol import lobby as protocol
from cartagena.protocol.table import TableStatus
from cartagena.rules.options import Rules
from cartagena.server.clock import now
from cartagena.server.errors import Refusal
from cartagena.server.storage.identities import Identity
from cartagena.server.storage.queries import Storage
from cartagena.server.streams.presence import Presence
from cartagena.server.tables.registry import TableRegistry
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import table_info

FRESH: Final = 2.0
"""Seconds for which the written lobby is good."""
MAX_WAITING: Final = 40
MAX_RUNNING: Final = 20
MAX_OWN: Final = 50
"""How many tables of one person are looked at."""
_ARRIVAL: Final = 10_000
"""Milliseconds in which the owner of a new table may still be on the way to it."""
_SLOW_TURN: Final = 300
_SLOW_GAME: Final = 3600
"""Seconds: with a longer time limit nobody is expected to sit and wait."""


class LobbySnapshot(NamedTuple):
    """The lobby as it is sent."""

    body: bytes
    compressed: bytes
    tag: str
    """Changes whenever the body does."""


class Lobby:
    """Knows the public tables of all nodes."""

    def __init__(self, storage: Storage, registry: TableRegistry, presence: Presence) -> None:
        self._storage, self._registry, self._presence = storage, registry, presence
        self._writing = asyncio.Lock()
        self._written: LobbySnapshot | None = None
        self._written_at = 0.0
        self.matching = asyncio.Lock()
        """Held while somebody is matched: of two at once, the second finds the first one's table."""

    async def written(self) -> LobbySnapshot:
        """The lobby for everybody, at most `FRESH` seconds old."""
        async with self._writing:
            if self._written is None or time.monotonic() - self._written_at >= FRESH:
                body = msgspec.json.encode(await self._whole())
                tag = hashlib.sha256(body).hexdigest()[:16]
                if self._written is None or self._written.tag != tag:
                    self._written = LobbySnapshot(body, gzip.compress(body, 6, mtime=0), tag)
                self._written_at = time.monotonic()
            return self._written

    async def _whole(self) -> protocol.Lobby:
        waiting = await self._public("waiting", MAX_WAITING)
        running = await self._public("running", MAX_RUNNING)
        return protocol.Lobby(
            waiting=[self._shown(table) for table in waiting if _open_seats(table)],
            running=[self._shown(table) for table in running if table.setup.spectators],
        )

    def _shown(self, table: Table) -> protocol.LobbyTable:
        return protocol.LobbyTable(
            **msgspec.structs.asdict(table_info(table)), owner_present=self._owner_is_there(table)
        )

    def _owner_is_there(self, table: Table) -> bool:
        return table.setup.owner in self._presence.of(table.id)

    async def _public(self, status: TableStatus, limit: int) -> list[Table]:
        return await self._loaded(
            await self._storage.find(status=status, public=True, limit=limit), status
        )

    async def _loaded(self, names: Iterable[str], status: TableStatus) -> list[Table]:
        """The tables of these names that still have this status."""
        found = []
        for name in names:
            try:
                table = await self._registry.table(name, fresh=False)
            except Refusal:
                continue  # deleted meanwhile, or of an earlier version
            if table.status == status:
                found.append(table)
        return found

    async def own(self, who: Identity, status: TableStatus) -> list[Table]:
        """The tables with this status at which somebody sits or sat, the newest first."""
        names = await self._storage.find(status=status, identity=who.id, limit=MAX_OWN)
        return await self._loaded(names, status)

    async def turns(self, who: Identity) -> list[str]:
        """Where somebody must choose; a game from a position, which counts for nothing, waits quietly."""
        waiting_for = [table for table in await self.own(who, "running") if _waits_for(table, who)]
        return [one.id for one in sorted(waiting_for, key=lambda table: table.choice_changed_at)]

    async def fitting(self, who: Identity, rules: Rules | None) -> list[Table]:
        """The public tables where somebody could play soon, the fullest first, then the oldest.

        Without rules any game is right. The owner must be there, since only they can start.
        """
        found = [
            table
            for table in await self._public("waiting", MAX_WAITING)
            if _open_seats(table)
            and _fits(table, rules)
            and who.id not in table.removed
            and not table.seats_of(who.id)
            and (now() - table.created_at < _ARRIVAL or self._owner_is_there(table))
        ]
        return sorted(found, key=lambda table: (_open_seats(table), *age(table)))

    async def waiting_at(self, who: Identity, rules: Rules | None) -> Table | None:
        """The table at which somebody waits for the start already, if there is one that fits."""
        own = await self.own(who, "waiting")
        return next((one for one in own if one.seats_of(who.id) and _fits(one, rules)), None)


def age(table: Table) -> tuple[int, str]:
    """What orders tables by age, the same on every node."""
    return table.created_at, table.id


def _open_seats(table: Table) -> int:
    return sum(seat.kind == "open" for seat in table.seats)


def _fits(table: Table, rules: Rules | None) -> bool:
    setup = table.setup
    return (
        setup.public
        and (rules is None or table.rules == rules)
        and setup.seconds <= _SLOW_TURN
        and setup.budget <= _SLOW_GAME
    )


def _waits_for(table: Table, who: Identity) -> bool:
    seat = table.decider
    return (
        seat is not None
        and seat.identity == who.id
        and not seat.substitute
        and not table.paused_at
        and not table.undo_window
        and not table.from_position
    )
