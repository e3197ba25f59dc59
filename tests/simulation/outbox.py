"""The simulated outbox: its rows, and the port through which nodes use it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cartagena.server.storage.outbox import (
    ABOUT_TURN,
    LEASE_MS,
    Channel,
    News,
    Notice,
    NoticeKind,
)

if TYPE_CHECKING:
    from tests.simulation.database import Database


@dataclass(slots=True)
class NoticeRow:
    """A row of `outbox`."""

    id: str
    channel: str
    identity: str
    table: str
    kind: NoticeKind
    at: int
    due_at: int
    status: str = "waiting"
    attempts: int = 0
    worker: str = ""
    leased_until: int = 0


@dataclass
class OutboxRows:
    """The rows of `outbox` and `channels`. Each method is one transaction, or a part of one."""

    channels: dict[str, tuple[str, Channel]] = field(default_factory=dict)
    """The identity and the address of each channel, by its id."""
    notices: dict[str, NoticeRow] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)

    def subscribe(self, identity: str, channel: Channel) -> None:
        self.channels[channel.id] = (identity, channel)

    def record(self, table: str, seq: int, at: int, news: News) -> None:
        """Change the outbox for one piece of news, in the transaction of its event."""
        if news.kind == "done":
            for row in self.about(news.identity, table):
                if row.kind not in ABOUT_TURN:
                    continue
                is_new = not row.worker and not row.attempts
                if row.status == "held" or (row.status == "waiting" and is_new):
                    del self.notices[row.id]
                else:
                    row.kind, row.status, row.due_at = "clear", "waiting", at
                    row.attempts, row.worker = 0, ""
            return
        for channel, (identity, _) in self.channels.items():
            if identity == news.identity:
                name = f"{table}.{seq}.{news.kind}.{channel}"
                self.notices[name] = NoticeRow(
                    name, channel, identity, table, news.kind, at, news.due_at
                )

    def about(self, identity: str, table: str) -> list[NoticeRow]:
        rows = self.notices.values()
        return [row for row in rows if (row.identity, row.table) == (identity, table)]

    def due(self, at: int, limit: int) -> list[str]:
        rows = [row for row in self.notices.values() if _is_free(row, at)]
        return [row.id for row in sorted(rows, key=lambda row: row.due_at)][:limit]

    def lease(self, names: list[str], worker: str, at: int) -> list[Notice]:
        rows = [self.notices[name] for name in names if name in self.notices]
        rows = [row for row in rows if _is_free(row, at)]
        for row in rows:
            row.worker, row.leased_until = worker, at + LEASE_MS
        return [self._notice(row) for row in sorted(rows, key=lambda row: (row.due_at, row.id))]

    def _notice(self, row: NoticeRow) -> Notice:
        channel = self.channels[row.channel][1]
        about = (row.id, row.identity, row.table, row.kind, row.at, row.attempts)
        return Notice(*about, channel, 0, 0, "UTC")

    def _own(self, notice: Notice, worker: str) -> NoticeRow | None:
        row = self.notices.get(notice.id)
        return row if row is not None and row.worker == worker else None

    def discard(self, notice: Notice, worker: str, also: Sequence[Notice]) -> None:
        if self._own(notice, worker) is not None:
            del self.notices[notice.id]
        for one in self.held(notice.channel.id):
            if one in also:
                del self.notices[one.id]

    def hold(self, notice: Notice, worker: str, due_at: int) -> None:
        row = self._own(notice, worker)
        if row is not None:
            row.status, row.worker, row.leased_until = "held", "", 0
            name = f"digest.{row.channel}.{due_at}"
            digest = NoticeRow(name, row.channel, row.identity, "", "digest", due_at, due_at)
            self.notices.setdefault(name, digest)

    def held(self, channel: str) -> list[Notice]:
        rows = [row for row in self.notices.values() if row.status == "held"]
        rows.sort(key=lambda row: (row.due_at, row.id))
        return [self._notice(row) for row in rows if row.channel == channel]

    def keep(self, notice: Notice, worker: str) -> None:
        row = self._own(notice, worker)
        if row is not None:
            row.status, row.worker, row.leased_until = "shown", "", 0

    def postpone(self, notice: Notice, worker: str, due_at: int, attempts: int) -> None:
        row = self._own(notice, worker)
        if row is not None:
            row.due_at, row.attempts, row.worker, row.leased_until = due_at, attempts, "", 0

    def drop_channel(self, channel: str) -> None:
        self.channels.pop(channel, None)
        for row in [row for row in self.notices.values() if row.channel == channel]:
            del self.notices[row.id]

    def find_or_create_key(self, name: str, make: Callable[[], str]) -> str:
        if name not in self.keys:
            self.keys[name] = make()
        return self.keys[name]


def _is_free(row: NoticeRow, at: int) -> bool:
    return row.status == "waiting" and row.due_at <= at and row.leased_until <= at


class SimulatedOutbox:
    """The outbox, as one node uses it."""

    def __init__(self, server: "Database") -> None:
        self._server, self._rows = server, server.rows.outbox

    async def reachable(self) -> set[str]:
        identities = {identity for identity, _ in self._rows.channels.values()}
        return await self._server.call(lambda: identities, writes=False)

    async def key(self, name: str, make: Callable[[], str]) -> str:
        return await self._server.call(
            lambda: self._rows.find_or_create_key(name, make), writes=True
        )

    async def claim(self, worker: str, at: int, limit: int) -> list[Notice]:
        names = await self._server.call(lambda: self._rows.due(at, limit), writes=False)
        if not names:
            return []
        return await self._server.call(lambda: self._rows.lease(names, worker, at), writes=True)

    async def keep(self, notice: Notice, worker: str) -> None:
        await self._server.call(lambda: self._rows.keep(notice, worker), writes=True)

    async def discard(self, notice: Notice, worker: str, also: Sequence[Notice] = ()) -> None:
        await self._server.call(lambda: self._rows.discard(notice, worker, also), writes=True)

    async def hold(self, notice: Notice, worker: str, due_at: int) -> None:
        await self._server.call(lambda: self._rows.hold(notice, worker, due_at), writes=True)

    async def held(self, channel: str) -> list[Notice]:
        return await self._server.call(lambda: self._rows.held(channel), writes=False)

    async def postpone(self, notice: Notice, worker: str, due_at: int, attempts: int) -> None:
        await self._server.call(
            lambda: self._rows.postpone(notice, worker, due_at, attempts), writes=True
        )

    async def drop_channel(self, channel: str) -> None:
        await self._server.call(lambda: self._rows.drop_channel(channel), writes=True)
