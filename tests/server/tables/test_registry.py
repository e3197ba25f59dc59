"""The registry: the order in which events are published, and what is cached."""

import asyncio
import secrets
import threading
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from cartagena.fairness.scheme import SECRET_BYTES
from cartagena.server.entropy import SYSTEM_ENTROPY
from cartagena.server.errors import Conflict, Unavailable
from cartagena.server.storage import database, queries
from cartagena.server.storage.beats import MIN_OUTAGE_MS, SqlBeats
from cartagena.server.storage.heartbeat import Heartbeat
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.storage.queries import Storage
from cartagena.server.storage.writer import Append
from cartagena.server.streams.broadcaster import Broadcaster
from cartagena.server.streams.listener import Listener
from cartagena.server.tables import moves, reducer, registry
from cartagena.server.tables.bus import TableBus
from cartagena.server.tables.events import (
    Created,
    Entry,
    Event,
    Moved,
    Said,
    SeatPlan,
    Started,
    encode,
)
from cartagena.server.tables.registry import TableRegistry
from cartagena.server.tables.table import Table
from tests.support.clocks import ManualClock

SEATS = ("blue", "red")


class Node:
    """A registry with its listeners."""

    def __init__(
        self,
        storage: Storage,
        idle_tables: int = 10,
        seconds: int = 0,
        *,
        spectators: bool = True,
    ) -> None:
        feed = TableBus()
        self.broadcaster = Broadcaster(feed, backlog=10)
        self.seconds, self.spectators = seconds, spectators
        self.clock = ManualClock()
        self.heartbeat = Heartbeat(SqlBeats(storage.engine), self.clock)
        self.registry = TableRegistry(
            storage, feed, self.heartbeat, self.broadcaster.has_listeners, idle_tables, self.clock
        )

    async def new_table(self, name: str = "a-table") -> Table:
        """Create a table with all its players."""
        seats = [SeatPlan(colour, "player", identity=colour, name=colour) for colour in SEATS]
        created = Created(
            owner="blue",
            name="A table",
            rules={"preset": "short"},
            seats=seats,
            public=False,
            spectators=self.spectators,
            seconds=self.seconds,
            substitute="deckhand",
            secret=SYSTEM_ENTROPY.hex(SECRET_BYTES),
        )
        return await self.registry.create(name, created)

    async def running_table(self, name: str = "a-table") -> Table:
        """Create a table with a running game."""
        table = await self.new_table(name)
        entropy = {colour: secrets.token_hex(32) for colour in SEATS}
        return await self.registry.act(table.id, lambda _table, _now: Started(entropy, []))

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


async def numbers_sent(listener: Listener) -> list[int]:
    """Return the numbers of the events that a listener got."""
    listener.close()
    sent = b""

    async def send(data: bytes) -> None:
        nonlocal sent
        sent += data

    await listener.send_all(b"\n", send, 60.0)
    return [int(line[4:]) for line in sent.split(b"\n") if line.startswith(b"id: ")]


async def test_a_notification_waits_until_local_events_are_published(tmp_path: Path) -> None:
    """A notification may arrive between the response to a move and its publication."""

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
        assert await numbers_sent(listener) == [theirs.seq - 1, theirs.seq]


async def test_refresh_reads_only_tables_with_new_events(tmp_path: Path) -> None:
    """After missed notifications, one query finds the tables with new events."""

    async with opened(tmp_path) as storage:
        here, there = Node(storage), Node(storage)
        names = ["one", "two", "three"]
        for name in names:
            listener = here.listen(await here.running_table(name))
            await there.registry.table(name)
        after = await there.registry.act("three", next_move)
        with patch.object(storage, "read", wraps=storage.read) as read:
            await here.registry.refresh_all()
        assert [call.args[0] for call in read.call_args_list] == ["three"]
        assert await numbers_sent(listener) == [after.seq]


async def test_an_event_does_not_change_the_table_before_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as storage:
        node = Node(storage)
        before = await node.running_table()
        assert before.game is not None
        position, seq = before.game.position(), before.seq
        after = await node.registry.act(before.id, next_move)
        assert node.registry.cached(before.id) is after
        assert (before.game.position(), before.seq, list(before.movers)) == (position, seq, [])
        assert after.game is not None
        assert after.game.position() != position


async def test_the_cache_drops_the_oldest_idle_table_but_none_that_is_watched(
    tmp_path: Path,
) -> None:
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


@pytest.mark.parametrize("saved", [True, False])
async def test_the_log_decides_whether_a_doubtful_event_was_saved(
    tmp_path: Path, saved: bool
) -> None:
    """The database breaks during a commit, which may have succeeded."""

    async with opened(tmp_path) as storage:
        node = Node(storage)
        table = await node.running_table(f"saved-{saved}")
        await asyncio.sleep(0)
        listener = node.listen(table)
        append = storage.append

        async def fail(what: Append) -> None:
            if saved:
                await append(what)
            raise ConnectionError

        def broken(what: Append) -> asyncio.Future[None]:
            return asyncio.ensure_future(fail(what))

        with patch.object(storage, "append", broken), pytest.raises(Unavailable):
            await node.registry.act(table.id, next_move)
        current = await node.registry.table(table.id, fresh=False)
        assert current.seq == table.seq + saved
        after = await node.registry.act(table.id, next_move)
        await asyncio.sleep(0)
        assert after.seq == current.seq + 1
        numbers = await numbers_sent(listener)
        assert numbers == list(range(table.seq + 1, after.seq + 1))


async def test_a_new_table_survives_a_doubtful_commit(tmp_path: Path) -> None:
    """A commit that succeeded is repeated, and conflicts with itself."""

    async with opened(tmp_path) as storage:
        append = storage.append

        async def twice(what: Append) -> None:
            await append(what)
            await append(what)

        with patch.object(storage, "append", twice):
            table = await Node(storage).new_table()
        assert [stored.seq for stored in await storage.read(table.id)] == [1]


async def test_refunds_an_outage_before_anything_else_happens(tmp_path: Path) -> None:
    minute = 60_000
    async with opened(tmp_path) as storage:
        node = Node(storage, seconds=60)
        await node.heartbeat.beat()
        table = await node.running_table()
        deadline = table.deadline()
        assert deadline is not None
        # The server stands still for longer than the limit, without timers or heartbeats.
        later = table.decision_started_at + 5 * minute
        node.clock.seconds = later / 1000
        after = await node.registry.act(table.id, moves.time_out(table.game_seq))
        extended = after.deadline()
        assert extended is not None
        assert later + minute - MIN_OUTAGE_MS < extended <= later + minute
        assert not any(seat.substitute for seat in after.seats)
        again = await node.registry.act(table.id, moves.time_out(table.game_seq))
        assert again.seq == after.seq, "once"
        # There is no gap in the heartbeat, so this time the player runs out of time.
        for moment in (*range(later, extended, MIN_OUTAGE_MS), extended):
            node.clock.seconds = moment / 1000
            await node.heartbeat.beat()
        timed_out = await node.registry.act(table.id, moves.time_out(table.game_seq))
        assert any(seat.substitute for seat in timed_out.seats)


async def test_nothing_is_read_for_a_doubtful_table_that_is_no_longer_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "DOUBT_SECONDS", 0.01)

    async def fail(_: Append) -> None:
        raise ConnectionError

    async with opened(tmp_path) as storage:
        node = Node(storage)
        table = await node.running_table()
        before = asyncio.all_tasks()
        with (
            patch.object(storage, "append", lambda append: asyncio.ensure_future(fail(append))),
            pytest.raises(Unavailable),
        ):
            await node.registry.act(table.id, next_move)
        await node.registry.forget(table.id)
        (resolving,) = asyncio.all_tasks() - before
        with patch.object(storage, "read", wraps=storage.read) as read:
            async with asyncio.timeout(30):
                await resolving
        assert read.call_args_list == []
        assert node.registry.open_tables == 0


async def test_a_new_table_is_not_read_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as storage:
        node = Node(storage)
        table = await node.new_table()
        assert node.registry.cached(table.id) is table


async def test_a_log_has_a_maximum_length(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "MAX_EVENTS", 4)
    async with opened(tmp_path) as storage:
        node = Node(storage)
        table = await node.running_table()

        def say(_table: Table, _now: int) -> Event:
            return Said("blue", "Blue", "Hello")

        for _ in range(2):
            await node.registry.act(table.id, say)
        with pytest.raises(Conflict, match="too long"):
            await node.registry.act(table.id, say)


async def test_only_the_beginning_of_a_log_is_read_for_the_past(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repeated request used to read and replay the whole log, on the event loop."""
    async with opened(tmp_path) as storage:
        node = Node(storage)
        table = await node.running_table()

        def say(_table: Table, _now: int) -> Event:
            return Said("blue", "Blue", "Hello")

        for _ in range(60):
            await node.registry.act(table.id, say)
        monkeypatch.setattr(queries, "PAGE", 7)
        assert [event.seq for event in await storage.read(table.id)] == list(range(1, 63))
        assert [event.seq for event in await storage.read(table.id, 3, 20)] == list(range(4, 21))
        replayed: list[tuple[int, bool]] = []
        replay_events = reducer.replay_events

        def observe(name: str, entries: Iterable[Entry]) -> Table:
            after = replay_events(name, entries)
            on_loop = threading.current_thread() is threading.main_thread()
            replayed.append((after.seq, on_loop))
            return after

        monkeypatch.setattr(registry, "replay_events", observe)
        assert (await node.registry.as_of(table.id, 2)).seq == 2
        assert len((await node.registry.as_of(table.id, 50)).chat) == 48
        assert replayed == [(2, True), (50, False)]
