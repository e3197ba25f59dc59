"""The tables of one node: what listeners hear, and in which order."""

import asyncio
import secrets
from pathlib import Path

from cartagena.fairness import scheme
from cartagena.server.storage import database
from cartagena.server.storage.queries import Storage
from cartagena.server.streams.listeners import Streams
from cartagena.server.tables.events import Created, Entry, Moved, SeatPlan, Started
from cartagena.server.tables.registry import Harbour, Step
from cartagena.server.tables.table import Table

SEATS = ("blue", "red")


async def laid(harbour: Harbour) -> Table:
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
    table = await harbour.create("a-table", created, ())
    given = {colour: secrets.token_hex(32) for colour in SEATS}
    return await harbour.act(table.id, lambda _: Step(Started(given, [])))


def next_move(table: Table) -> Moved:
    assert table.game is not None
    return Moved(table.game.decider, table.game.legal_moves[0].text, "player")


def test_word_from_another_node_waits_until_listeners_know_what_happened_here(
    tmp_path: Path,
) -> None:
    """The answer to a move goes out first, then listeners are told: just then, word may come."""

    async def scene() -> None:
        storage = Storage(database.read_url(str(tmp_path / "test.db")))
        await database.migrate(storage.engine)
        storage.open()
        harbour = Harbour(storage, Streams(backlog=10), 10)
        harbour.ready.set()
        table = await laid(harbour)
        await asyncio.sleep(0)
        listener = harbour.streams.listen(table.id, "blue")
        listener.seq = table.seq
        await harbour.act(table.id, lambda table: Step(next_move(table)))
        theirs = Entry(table.seq + 1, 0, next_move(table))
        assert not harbour.hear(table.id, theirs.seq, theirs)
        await asyncio.sleep(0)
        assert harbour.hear(table.id, theirs.seq, theirs)
        listener.close()
        told = b""

        async def send(data: bytes) -> None:
            nonlocal told
            told += data

        assert await listener.send_all(b"\n", send, 60.0)
        numbers = [line for line in told.split(b"\n") if line.startswith(b"id: ")]
        assert numbers == [b"id: %d" % (theirs.seq - 1), b"id: %d" % theirs.seq]
        await storage.close()

    asyncio.run(scene())
