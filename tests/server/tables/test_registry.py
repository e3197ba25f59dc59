"""The tables of one node: what listeners hear and in which order, and what the cache keeps."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from cartagena.fairness import scheme
from cartagena.server.storage import database
from cartagena.server.storage.notices import StoredEvent
from cartagena.server.storage.queries import Storage
from cartagena.server.streams.broadcaster import Broadcaster
from cartagena.server.streams.listener import Listener
from cartagena.server.tables.events import Created, Event, Moved, SeatPlan, Started, encode
from cartagena.server.tables.feed import TableFeed
from cartagena.server.tables.registry import TableRegistry
from cartagena.server.tables.table import Table

SEATS = ("blue", "red")


class Node:
    """A registry with its listeners."""

    def __init__(self, storage: Storage, idle_tables: int = 10) -> None:
        feed = TableFeed()
        self.broadcaster = Broadcaster(feed, backlog=10)
        self.registry = TableRegistry(storage, feed, self.broadcaster.has_listeners, idle_tables)
        self.registry.playable.set()
        self.registry.ready.set()

    async def running_table(self, name: str = "a-table") -> Table:
        """A running game at a table."""
        seats = [SeatPlan(colour, "player", identity=colour, name=colour) for colour in SEATS]
        created = Created(
            owner="blue",
            name="A table",
            rules={"preset": "short"},
            seats=seats,
            public=False,
            spectators=True,
            seconds=0,
            standin="deckhand",
            secret=scheme.new_secret(),
        )
        table = await self.registry.create(name, created)
        given = {colour: secrets.token_hex(32) for colour in SEATS}
        return await self.registry.act(table.id, lambda _table, _now: Started(given, []))

    def listen(self, table: Table) -> Listener:
        listener = Listener(table.id, "blue", self.broadcaster.backlog)
        listener.seq = table.seq
        self.broadcaster.add(listener)
        return listener


@asynccontextmanager
async def opened(tmp_path: Path) -> AsyncIterator[Storage]:
    storage = Storage(database.read_url(str(tmp_path / "test.db")))
    await database.migrate(storage.engine)
    storage.open()
    try:
        yield storage
    finally:
        await storage.close()


def next_move(table: Table, _now: int = 0) -> Event:
    assert table.game is not None
    return Moved(table.game.decider, table.game.legal_moves[0].text, "player")


def test_a_notice_waits_until_listeners_know_what_happened_here(tmp_path: Path) -> None:
    """The response to a move goes out first, then listeners are told: a notice may come between."""

    async def scene() -> None:
        async with opened(tmp_path) as storage:
            node = Node(storage)
            table = await node.running_table()
            await asyncio.sleep(0)
            listener = node.listen(table)
            table = await node.registry.act(table.id, next_move)
            theirs = StoredEvent(table.seq + 1, 0, encode(next_move(table)))
            assert not node.registry.receive(table.id, theirs.seq, theirs)
            await asyncio.sleep(0)
            assert node.registry.receive(table.id, theirs.seq, theirs)
            listener.close()
            sent = b""

            async def send(data: bytes) -> None:
                nonlocal sent
                sent += data

            await listener.send_all(b"\n", send, 60.0)
            numbers = [line for line in sent.split(b"\n") if line.startswith(b"id: ")]
            assert numbers == [b"id: %d" % (theirs.seq - 1), b"id: %d" % theirs.seq]

    asyncio.run(scene())


def test_a_table_in_use_is_never_changed_under_its_reader(tmp_path: Path) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as storage:
            node = Node(storage)
            before = await node.running_table()
            assert before.game is not None
            position, seq = before.game.position(), before.seq
            after = await node.registry.act(before.id, next_move)
            assert node.registry.cached(before.id) is after
            assert (before.game.position(), before.seq, before.movers) == (position, seq, [])
            assert after.game is not None
            assert after.game.position() != position

    asyncio.run(scene())


def test_the_cache_drops_the_table_that_was_idle_longest_and_none_that_is_watched(
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        async with opened(tmp_path) as storage:
            node = Node(storage, idle_tables=2)
            watched = await node.running_table("watched")
            node.listen(watched)
            for name in ("first", "second"):
                await node.running_table(name)
            assert node.registry.cached("watched") is not None
            assert node.registry.cached("first") is None
            again = await node.registry.table("first")
            assert again.status == "running"
            assert node.registry.cached("second") is None

    asyncio.run(scene())
