"""The lobby: public tables to join or watch, tables for a quick match, and a player's turns.

Its public part is written once every few seconds, no matter how many clients ask for it.
"""

import asyncio
import gzip
import hashlib
from collections.abc import Callable, Iterable
from itertools import zip_longest
from typing import Final, NamedTuple

import msgspec

from cartagena.protocol import lobby as protocol
from cartagena.protocol.table import TableStatus
from cartagena.rules.options import Rules
from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.errors import Refusal
from cartagena.server.storage.identities import Identity
from cartagena.server.storage.ports import TableStore
from cartagena.server.streams.presence import Presence
from cartagena.server.tables.registry import TableRegistry
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import table_info

FRESH_SECONDS: Final = 2.0
"""Maximum age of the public part."""
MAX_WAITING: Final = 40
"""Waiting tables that are listed."""
MAX_RUNNING: Final = 20
"""Running tables that are listed."""
MAX_PUBLIC_EACH: Final = 3
"""Public tables of one identity that are listed."""
_CANDIDATES: Final = 1000
"""Newest public tables from which the listed ones are chosen."""
MAX_OWN: Final = 50
"""Tables of one identity that are searched."""
_ARRIVAL_MS: Final = 10_000
"""Time in which the owner of a new table may still be loading its page."""
_MAX_TURN_SECONDS: Final = 300
"""Longest time limit per turn for a quick match: with more, players do not sit and wait."""
_MAX_GAME_SECONDS: Final = 3600
"""Longest time limit per game for a quick match."""


class LobbySnapshot(NamedTuple):
    """The public part of the lobby, ready to be sent."""

    body: bytes
    compressed: bytes
    tag: str
    """An entity tag, which changes whenever the body does."""


class Lobby:
    """The public tables of all nodes, and the tables of each identity."""

    def __init__(
        self,
        storage: TableStore,
        registry: TableRegistry,
        presence: Presence,
        clock: Clock = SYSTEM_CLOCK,
        network_of: Callable[[str], str] = str,
    ) -> None:
        """Build the lobby. `network_of` returns the network from which an identity last came."""
        self._clock, self._network_of = clock, network_of
        self._storage, self._registry, self._presence = storage, registry, presence
        self._snapshot_lock = asyncio.Lock()
        self._snapshot: LobbySnapshot | None = None
        self._snapshot_at = 0.0
        self.matching = asyncio.Lock()
        """Held during a quick match, so that the second of two players finds the first one's table."""

    async def snapshot(self) -> LobbySnapshot:
        """Return the public part, at most `FRESH_SECONDS` old."""
        async with self._snapshot_lock:
            age = self._clock.steady() - self._snapshot_at
            if self._snapshot is None or age >= FRESH_SECONDS:
                body = msgspec.json.encode(await self._public_lobby())
                tag = hashlib.sha256(body).hexdigest()[:16]
                if self._snapshot is None or self._snapshot.tag != tag:
                    self._snapshot = LobbySnapshot(body, gzip.compress(body, 6, mtime=0), tag)
                self._snapshot_at = self._clock.steady()
            return self._snapshot

    async def _public_lobby(self) -> protocol.Lobby:
        waiting = await self._public_tables("waiting", MAX_WAITING)
        running = await self._public_tables("running", MAX_RUNNING)
        return protocol.Lobby(
            waiting=[self._lobby_table(table) for table in waiting if _open_seats(table)],
            running=[self._lobby_table(table) for table in running if table.setup.spectators],
        )

    def _lobby_table(self, table: Table) -> protocol.LobbyTable:
        return protocol.LobbyTable(
            **msgspec.structs.asdict(table_info(table)), owner_present=self._is_owner_present(table)
        )

    def _is_owner_present(self, table: Table) -> bool:
        return table.setup.owner in self._presence.of(table.id)

    async def _public_tables(self, status: TableStatus, limit: int) -> list[Table]:
        newest = await self._storage.newest_public(status, MAX_PUBLIC_EACH, _CANDIDATES)
        networks: dict[str, dict[str, list[str]]] = {}
        for name, owner in newest:
            owners = networks.setdefault(self._network_of(owner), {})
            owners.setdefault(owner, []).append(name)
        # Nobody can fill the list alone.
        fair = _in_turn([_in_turn(owners.values()) for owners in networks.values()])
        return await self._load(fair[:limit], status)

    async def _load(self, names: Iterable[str], status: TableStatus) -> list[Table]:
        """Return the tables with these names that still have this status."""
        tables = []
        for name in names:
            try:
                table = await self._registry.table(name, fresh=False)
            except Refusal:
                continue  # It was deleted.
            if table.status == status:
                tables.append(table)
        return tables

    async def own(self, who: Identity, status: TableStatus) -> list[Table]:
        """Return the tables of this status where an identity has or had a seat, newest first."""
        names = await self._storage.find(status=status, identity=who.id, limit=MAX_OWN)
        return await self._load(names, status)

    async def turns(self, who: Identity) -> list[str]:
        """Return the tables where an identity must choose, longest wait first.

        Games from a position are left out, because they do not count.
        """
        tables = [table for table in await self.own(who, "running") if _waits_for(table, who)]
        return [table.id for table in sorted(tables, key=lambda table: table.choice_changed_at)]

    async def find_matches(self, who: Identity, rules: Rules | None) -> list[Table]:
        """Return public tables for a quick match, the fullest first, then the oldest.

        Without rules, any game will do. The owner must be present, because only they can start.
        """
        matches = [
            table
            for table in await self._public_tables("waiting", MAX_WAITING)
            if _open_seats(table)
            and _fits(table, rules)
            and who.id not in table.removed
            and not table.seats_of(who.id)
            and (
                self._clock.now() - table.created_at < _ARRIVAL_MS or self._is_owner_present(table)
            )
        ]
        return sorted(
            matches,
            key=lambda table: (not self._is_owner_present(table), _open_seats(table), *age(table)),
        )

    async def waiting_at(self, who: Identity, rules: Rules | None) -> Table | None:
        """Return the matching table where an identity already waits for the start, if any."""
        own = await self.own(who, "waiting")
        return next(
            (table for table in own if table.seats_of(who.id) and _fits(table, rules)), None
        )


def _in_turn(groups: Iterable[list[str]]) -> list[str]:
    """Return the first of each group, then the second of each, and so on."""
    rounds = zip_longest(*groups)
    return [name for names in rounds for name in names if name is not None]


def age(table: Table) -> tuple[int, str]:
    """Return a sort key by age that is the same on every node."""
    return table.created_at, table.id


def _open_seats(table: Table) -> int:
    return sum(seat.kind == "open" for seat in table.seats)


def _fits(table: Table, rules: Rules | None) -> bool:
    setup = table.setup
    return (
        setup.public
        and (rules is None or table.rules == rules)
        and setup.seconds <= _MAX_TURN_SECONDS
        and setup.budget <= _MAX_GAME_SECONDS
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
