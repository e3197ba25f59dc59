"""Every store behaves the same: SQLite, PostgreSQL, and the simulated one."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.clock import SYSTEM_CLOCK
from cartagena.server.metrics import Metrics
from cartagena.server.storage import database
from cartagena.server.storage.admin_commands import SqlCommands, issue
from cartagena.server.storage.beats import MIN_OUTAGE_MS, SqlBeats
from cartagena.server.storage.identities import SqlTokens, revoke
from cartagena.server.storage.jobs import SqlJobs
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.storage.outbox import LEASE_MS, Channel, News, Notice, SqlOutbox
from cartagena.server.storage.ports import (
    BeatStore,
    CommandStore,
    Job,
    JobStore,
    Outage,
    OutboxStore,
    TableStore,
    TokenStore,
)
from cartagena.server.storage.queries import Storage
from cartagena.server.storage.schema import channels, identities
from cartagena.server.storage.writer import Append, WriteConflict
from tests.simulation.database import Database
from tests.simulation.loop import SimulatedLoop
from tests.simulation.outbox import SimulatedOutbox
from tests.simulation.pace import draw_pace
from tests.simulation.rows import Rows
from tests.simulation.stores import (
    SimulatedBeats,
    SimulatedCommands,
    SimulatedJobs,
    SimulatedStorage,
    SimulatedTokens,
)
from tests.support.postgres import postgres


class Stores(NamedTuple):
    """The stores of one database."""

    tables: TableStore
    beats: BeatStore
    jobs: JobStore
    tokens: TokenStore
    commands: CommandStore
    outbox: OutboxStore
    subscribe: Callable[[str, Channel], Awaitable[None]]
    """Stores a channel of an identity."""
    sign_up: Callable[[str, str, str], Awaitable[None]]
    """Stores a token of an identity, by its hash."""
    revoke: Callable[[str], Awaitable[None]]
    """Revokes all tokens of an identity, as an operator does."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with postgres() as address:
        with ThreadPoolExecutor(1) as thread:  # this thread may have a loop
            thread.submit(lambda: asyncio.run(_migrate(address))).result()
        yield address


async def _migrate(address: str) -> None:
    engine = database.connect(database.read_url(address))
    await database.migrate(engine)
    await engine.dispose()


class RealTimeLoop(SimulatedLoop):
    """A simulated database in a real event loop."""

    def time(self) -> float:
        return asyncio.get_running_loop().time()

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.get_running_loop().create_future()

    def call_at(self, when: float, callback: Any, *args: Any, context: Any = None) -> Any:
        return asyncio.get_running_loop().call_at(when, callback, *args, context=context)

    def call_soon(self, callback: Any, *args: Any, context: Any = None) -> Any:
        return asyncio.get_running_loop().call_soon(callback, *args, context=context)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow), "simulated"])
async def stores(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Stores]:
    if request.param == "simulated":
        server = Database(RealTimeLoop(), Rows(), Random(1), 5.0, draw_pace(Random(1)))
        storage = SimulatedStorage(server, Metrics(), SYSTEM_CLOCK, notifies=True)
        stores = Stores(
            storage,
            SimulatedBeats(server),
            SimulatedJobs(server),
            SimulatedTokens(server),
            SimulatedCommands(server),
            SimulatedOutbox(server),
            partial(_subscribe_simulated, server.rows),
            partial(_sign_up_simulated, server.rows),
            partial(_revoke_simulated, server.rows),
        )
    else:
        is_sqlite = request.param == "sqlite"
        text = str(tmp_path / "test.db") if is_sqlite else request.getfixturevalue("address")
        real = Storage(database.read_url(text))
        if is_sqlite:
            await database.migrate(real.engine)
        stores = Stores(
            real,
            SqlBeats(real.engine),
            SqlJobs(real.engine),
            SqlTokens(real.engine),
            SqlCommands(real.engine),
            SqlOutbox(real.engine),
            partial(_subscribe, real.engine),
            partial(_sign_up, real.engine),
            partial(_revoke, real.engine),
        )
    stores.tables.open()
    yield stores
    await stores.tables.close()


async def _subscribe_simulated(rows: Rows, identity: str, channel: Channel) -> None:
    rows.outbox.subscribe(identity, channel)


async def _subscribe(engine: AsyncEngine, identity: str, channel: Channel) -> None:
    row = {**channel._asdict(), "identity": identity, "table_id": "", "label": "", "created_at": 1}
    async with engine.begin() as connection:
        await connection.execute(insert(channels).values(**row))


async def _sign_up_simulated(rows: Rows, digest: str, identity: str, name: str) -> None:
    rows.sign_up(digest, identity, name)


async def _revoke_simulated(rows: Rows, identity: str) -> None:
    rows.revoke(identity, rows.next_command())


async def _sign_up(engine: AsyncEngine, digest: str, identity: str, name: str) -> None:
    row = {"id": identity, "token_hash": digest, "name": name, "created_at": 1}
    async with engine.begin() as connection:
        await connection.execute(insert(identities).values(**row))


async def _revoke(engine: AsyncEngine, identity: str) -> None:
    await revoke(engine, identity)
    await issue(engine, "revoke", identity)


def event(table: str, seq: int, **more: Any) -> Append:
    return Append(table, seq, 1000 + seq, f'{{"number":{seq}}}', **more)


def opening(table: str, origin: str | None = None, **more: Any) -> Append:
    row = {
        "id": table,
        "public": True,
        "owner": "anna",
        "created_at": 1000,
        "origin": origin,
        "status": "waiting",
        "due_at": None,
        **more,
    }
    return event(table, 1, new_row=row, new_members=("anna",))


async def conflicts(store: TableStore, append: Append) -> bool:
    try:
        await store.append(append)
    except (WriteConflict, IntegrityError):
        return True
    return False


async def test_events_are_numbered_once_and_read_in_order(stores: Stores) -> None:
    store = stores.tables
    await store.append(opening("one"))
    await asyncio.gather(*(store.append(event("one", seq)) for seq in (2, 3, 4)))
    assert await conflicts(store, event("one", 3))
    assert await conflicts(store, opening("one"))
    assert [row.seq for row in await store.read("one")] == [1, 2, 3, 4]
    assert await store.read("one", 3) == [StoredEvent(4, 1004, '{"number":4}')]
    assert await store.read("none") == []
    assert await store.last_numbers(["one", "none"]) == {"one": 4}


async def test_of_several_waiting_events_only_those_in_conflict_fail(stores: Stores) -> None:
    store = stores.tables
    await store.append(opening("several"))
    waiting = [event("several", 2), event("several", 2), event("several", 3)]
    outcomes = await asyncio.gather(*(conflicts(store, append) for append in waiting))
    assert sorted(outcomes[:2]) == [False, True]
    assert not outcomes[2]
    assert [row.seq for row in await store.read("several")] == [1, 2, 3]


async def test_a_request_creates_one_table(stores: Stores) -> None:
    store = stores.tables
    await store.append(opening("first", origin="request"))
    assert await conflicts(store, opening("second", origin="request"))
    assert await store.read("second") == []
    assert await store.created_for("request") == "first"
    assert await store.created_for("other request") is None


async def test_finds_tables_by_their_columns(stores: Stores) -> None:
    store = stores.tables
    await store.append(opening("old", created_at=1, owner="bert"))
    await store.append(opening("new", created_at=2, owner="bert", public=False))
    await store.append(event("new", 2, changes={"status": "running"}, new_members=("carl",)))
    await store.append(event("new", 3, new_members=("carl",)))
    assert await store.find(identity="carl") == ["new"]
    assert await store.find(status="running", public=False) == ["new"]
    assert (await store.find(identity="anna", limit=100))[-2:] == ["new", "old"]
    assert len(await store.find(identity="anna", limit=1)) == 1
    assert await store.count_owned("bert", 10) == 2
    assert await store.count_owned("bert", 1) == 1
    await store.append(event("new", 4, changes={"status": "finished"}))
    assert await store.count_owned("bert", 10) == 1
    assert await store.opening("new") == ("finished", StoredEvent(1, 1001, '{"number":1}'))
    assert await store.opening("none") is None


async def test_lists_public_tables_of_each_owner_in_turn(stores: Stores) -> None:
    store = stores.tables
    for number, owner in enumerate(("dora", "dora", "dora", "emil")):
        more: dict[str, Any] = {"status": "ranked", "created_at": 100 + number, "owner": owner}
        await store.append(opening(f"table {number}", **more))
    await store.append(opening("hidden", status="ranked", public=False))
    newest = [("table 3", "emil"), ("table 2", "dora"), ("table 1", "dora")]
    assert await store.newest_public("ranked", 2, 10) == newest
    assert await store.newest_public("ranked", 2, 2) == newest[:2]


async def test_lists_what_is_due(stores: Stores) -> None:
    store = stores.tables
    await store.append(opening("later", due_at=60))
    await store.append(opening("sooner", due_at=50))
    assert await store.due(49, 10) == []
    assert await store.due(60, 10) == ["sooner", "later"]
    assert await store.due(60, 1) == ["sooner"]
    await store.clear_due("sooner", 49)
    assert await store.due(60, 10) == ["sooner", "later"]
    await store.clear_due("sooner", 50)
    assert await store.due(60, 10) == ["later"]
    await store.append(event("later", 2, changes={"due_at": None}))
    assert await store.due(60, 10) == []


async def test_a_gap_between_heartbeats_is_an_outage(stores: Stores) -> None:
    beats = stores.beats
    assert await beats.last() is None
    assert await beats.renew(100_000) == []
    assert await beats.renew(99_000) == [], "of a node whose clock is behind"
    assert await beats.last() == 100_000
    assert await beats.renew(100_000 + MIN_OUTAGE_MS) == []
    late = 200_000 + MIN_OUTAGE_MS
    assert await beats.renew(late) == [Outage(100_000 + MIN_OUTAGE_MS, late)]


async def test_a_job_belongs_to_one_worker_until_its_lease_expires(stores: Stores) -> None:
    jobs = stores.jobs
    assert await jobs.find("game") is None
    assert await jobs.claim("one", 1, 0) is None
    await jobs.add("game", "anna", 10, 30)
    await jobs.add("game", "bert", 11, 30)
    await jobs.add("next game", "anna", 12, 40)
    assert await jobs.count("anna") == (2, 2)
    assert await jobs.count("bert") == (2, 0)
    assert await jobs.claim("one", 20, 0) == "game"
    assert await jobs.renew("game", "one", 21, 5)
    assert await jobs.find("game") == Job("running", 5, 30, None)
    assert await jobs.claim("two", 22, 21) == "next game"
    assert await jobs.claim("two", 23, 21) is None
    assert await jobs.claim("two", 30, 22) == "game", "its lease has expired"
    assert not await jobs.renew("game", "one", 31, 6)
    await jobs.finish("game", "one", "{}", 30)
    assert await jobs.find("game") == Job("running", 0, 30, None)
    await jobs.release("game", "two")
    assert await jobs.claim("three", 32, 0) == "game"
    await jobs.finish("game", "three", "{}", 30)
    assert await jobs.find("game") == Job("done", 30, 30, "{}")
    await jobs.finish("next game", "two", None, 40)
    assert await jobs.find("next game") == Job("failed", 0, 40, None)
    await jobs.add("next game", "bert", 50, 40)
    assert await jobs.count("bert") == (1, 1)


async def test_a_token_proves_an_identity_until_it_is_revoked(stores: Stores) -> None:
    await stores.sign_up("digest", "anna", "Anna")
    assert await stores.tokens.find("digest") == ("anna", "Anna")
    assert await stores.tokens.find("other digest") is None
    assert await stores.commands.after(0) == []
    await stores.revoke("anna")
    await stores.revoke("bert")
    assert await stores.tokens.find("digest") is None
    first, second = await stores.commands.after(-10)
    assert (first.kind, first.target) == ("revoke", "anna")
    assert (second.kind, second.target) == ("revoke", "bert")
    assert await stores.commands.after(first.number) == [second]


async def turn_of(stores: Stores, identity: str) -> None:
    """Let it be the turn of an identity, which is notified on two devices after a second."""
    table = f"{identity}'s"
    await stores.tables.append(opening(table))
    for name in ("phone", "laptop"):
        channel = Channel(f"{identity} {name}", "push", f"https://{name}", "", "en")
        await stores.subscribe(identity, channel)
    news = (News(identity, "turn", 3000), News("nobody", "turn", 3000))
    await stores.tables.append(event(table, 2, news=news))


async def end_of_turn(stores: Stores, identity: str) -> None:
    news = (News(identity, "done", 4000),)
    await stores.tables.append(event(f"{identity}'s", 3, news=news))


async def leased(stores: Stores, identity: str, worker: str, at: int) -> list[Notice]:
    """Lease everything that is due, and return the notices of an identity."""
    notices = await stores.outbox.claim(worker, at, 99)
    return [notice for notice in notices if notice.identity == identity]


async def test_a_notice_belongs_to_one_node_until_its_lease_expires(stores: Stores) -> None:
    await turn_of(stores, "anna")
    box = stores.outbox
    assert "anna" in await box.reachable()
    assert await leased(stores, "anna", "one", 2999) == []
    first, second = await leased(stores, "anna", "one", 3000)
    assert (first.identity, first.table, first.kind) == ("anna", "anna's", "turn")
    assert await leased(stores, "anna", "two", 3000) == []
    # One notice was postponed. The node with the other one has died.
    await box.postpone(second, "one", 9000, 1)
    assert await leased(stores, "anna", "two", 9000) == [second._replace(attempts=1)]
    assert await leased(stores, "anna", "two", 3000 + LEASE_MS - 1) == []
    assert await leased(stores, "anna", "two", 3000 + LEASE_MS) == [first]
    # Its old owner can no longer change it.
    await box.discard(first, "one")
    await box.postpone(first, "two", 3000 + LEASE_MS, 1)
    assert await leased(stores, "anna", "two", 3000 + LEASE_MS) == [first._replace(attempts=1)]
    await box.discard(first, "two")
    await box.drop_channel(second.channel.id)
    assert await leased(stores, "anna", "two", 10**6) == []
    assert await box.key("test", lambda: "key") == await box.key("test", lambda: "other")


async def test_the_end_of_a_turn_removes_notices_that_were_not_sent(stores: Stores) -> None:
    await turn_of(stores, "bob")
    await end_of_turn(stores, "bob")
    assert await leased(stores, "bob", "one", 10**6) == []


async def test_a_notice_may_wait_for_the_email_of_the_day(stores: Stores) -> None:
    await turn_of(stores, "emma")
    box = stores.outbox
    first, second = await leased(stores, "emma", "one", 3000)
    await box.hold(first, "one", 8000)
    await box.hold(second, "one", 8000)
    assert await box.held(first.channel.id) == [first]
    digest = next(
        one for one in await leased(stores, "emma", "one", 8000) if one.channel == first.channel
    )
    assert (digest.kind, digest.table) == ("digest", "")
    await box.discard(digest, "one", [first])
    assert await box.held(first.channel.id) == []
    assert await box.held(second.channel.id) == [second]
    await end_of_turn(stores, "emma")
    assert await box.held(second.channel.id) == []


async def test_the_end_of_a_turn_takes_back_what_may_have_been_sent(stores: Stores) -> None:
    await turn_of(stores, "carl")
    sent, tried = await leased(stores, "carl", "one", 3000)
    await stores.outbox.keep(sent, "one")
    await stores.outbox.postpone(tried, "one", 9000, 1)
    assert await leased(stores, "carl", "one", 8999) == []
    await end_of_turn(stores, "carl")
    clears = await leased(stores, "carl", "one", 4000)
    assert {notice.id for notice in clears} == {sent.id, tried.id}
    assert {(notice.kind, notice.attempts) for notice in clears} == {("clear", 0)}


async def test_the_end_of_a_turn_waits_for_a_notice_that_is_being_sent(stores: Stores) -> None:
    """Otherwise the notification would appear after it was taken back, and stay."""
    await turn_of(stores, "dora")
    sending = await leased(stores, "dora", "one", 3000)
    await end_of_turn(stores, "dora")
    for notice in sending:
        await stores.outbox.keep(notice, "one")
    assert await leased(stores, "dora", "two", 3000 + LEASE_MS - 1) == []
    clears = await leased(stores, "dora", "two", 3000 + LEASE_MS)
    assert [notice.kind for notice in clears] == ["clear", "clear"]
