"""The tasks of `cartagena admin`: migrations, export, pruning, lists and commands to all nodes."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.engine import URL

from cartagena.errors import CartagenaError
from cartagena.server.clock import SYSTEM_CLOCK
from cartagena.server.errors import NotFound
from cartagena.server.networks import network
from cartagena.server.storage import admin_commands, database, reports
from cartagena.server.storage.beats import SqlBeats
from cartagena.server.storage.erasure import erase_from_log
from cartagena.server.storage.heartbeat import Heartbeat
from cartagena.server.storage.identities import revoke as revoke_token
from cartagena.server.storage.queries import Storage
from cartagena.server.storage.schema import events, identities, members, outbox, tables
from cartagena.server.tables import owner_actions
from cartagena.server.tables.bus import TableBus
from cartagena.server.tables.events import decode
from cartagena.server.tables.reducer import replay_events
from cartagena.server.tables.registry import TableRegistry


async def migrate(url: URL) -> None:
    """Migrate the database schema to the newest version."""
    engine = database.connect(url)
    try:
        await database.migrate(engine)
    finally:
        await engine.dispose()


@asynccontextmanager
async def _opened(url: URL) -> AsyncIterator[Storage]:
    """Open the storage of an existing database, with its schema up to date."""
    if database.is_sqlite(url) and not Path(url.database or "").is_file():
        raise CartagenaError(f"There is no database {url.database!r}.")
    await database.prepare(url)
    storage = Storage(url, timeout=None)
    try:
        yield storage
    finally:
        await storage.close()


async def export(url: URL, folder: Path) -> int:
    """Write the record of each finished game to its own file and return the number of files."""
    async with _opened(url) as storage:
        names = await storage.find(status="finished", limit=1_000_000_000)
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            record = replay_events(name, map(decode, await storage.read(name))).record()
            (folder / f"cartagena-{name}.json").write_text(json.dumps(record), encoding="utf-8")
    return len(names)


async def prune(
    url: URL, days: float, finished_days: float | None = None, people_days: float | None = None
) -> list[str]:
    """Delete old data and return a sentence for each kind.

    Deletes unfinished tables unused for `days` days, games finished `finished_days` ago, and
    identities older than `people_days` without a table. None skips a kind.
    """
    async with _opened(url) as storage:
        deleted = await storage.prune(_ago(days))
        lines = [f"{len(deleted)} abandoned tables deleted."]
        if finished_days is not None:
            finished = await storage.prune(_ago(finished_days), finished=True)
            lines.append(f"{len(finished)} finished games deleted.")
            deleted += finished
        await admin_commands.issue(storage.engine, "forget", *deleted)
        await admin_commands.prune(storage.engine, _ago(1))
        if people_days is not None:
            people = await storage.prune_people(_ago(people_days))
            lines.append(f"{people} identities without a table deleted.")
    return lines


def _ago(days: float) -> int:
    return SYSTEM_CLOCK.now() - int(86_400_000 * days)


async def erase(url: URL, identity: str) -> int:
    """Erase a person's name and chat from the log and return the number of changed tables.

    Moves and contributions stay, so that records still verify.
    """
    async with _opened(url) as storage:
        if not await revoke_token(storage.engine, identity):
            raise CartagenaError(f"There is no identity {identity!r}.")
        await admin_commands.issue(storage.engine, "revoke", identity)
        if await Heartbeat(SqlBeats(storage.engine)).is_beating():
            # A running node may accept messages of this person until it has polled the command.
            await asyncio.sleep(admin_commands.PROPAGATION_SECONDS)
        changed = await erase_from_log(storage.engine, identity)
        await admin_commands.issue(storage.engine, "forget", *changed)
        return len(changed)


async def list_tables(url: URL) -> list[str]:
    """Return a line for each table, newest first: id, status, owner, created, last used."""
    last = func.max(events.c.at)
    query = (
        select(tables.c.id, tables.c.status, tables.c.owner, tables.c.created_at, last)
        .join(events, events.c.table_id == tables.c.id)
        .group_by(tables.c.id, tables.c.status, tables.c.owner, tables.c.created_at)
        .order_by(tables.c.created_at.desc())
    )
    rows = await _rows(url, query)
    return [
        f"{name}  {status:8}  {owner}  {_time(created)}  {_time(used)}"
        for name, status, owner, created, used in rows
    ]


async def list_people(url: URL) -> list[str]:
    """Return a line for each identity, newest first: id, created, number of tables, name."""
    query = (
        select(identities.c.id, identities.c.created_at, func.count(members.c.table_id))
        .add_columns(identities.c.name)
        .outerjoin(members, members.c.identity == identities.c.id)
        .group_by(identities.c.id, identities.c.created_at, identities.c.name)
        .order_by(identities.c.created_at.desc())
    )
    rows = await _rows(url, query)
    return [f"{one}  {_time(created)}  {count:4}  {name}" for one, created, count, name in rows]


async def list_reports(url: URL) -> list[str]:
    """Return the open reports, oldest first: number, time, table, who, whom, reason, and the words."""
    async with _opened(url) as storage:
        rows = await reports.unfinished(storage.engine)
    lines = []
    for row in rows:
        lines.append(
            f"{row.id:4}  {_time(row.at)}  table {row.table}  {row.reporter} reports {row.whom} "
            f"({row.name}): {row.reason}"
        )
        lines += [f"      {line}" for line in row.text.splitlines()]
        lines += [f"      chat: {line}" for line in row.lines.splitlines()]
    return lines or ["There are no open reports."]


async def close_report(url: URL, number: int) -> None:
    """Close a report."""
    async with _opened(url) as storage:
        if not await reports.close(storage.engine, number, SYSTEM_CLOCK.now()):
            raise CartagenaError(f"There is no open report {number}.")


async def load(url: URL) -> list[str]:
    """Count tables by status, identities, notices, and events of the last minute and hour."""
    by_status = select(tables.c.status, func.count()).group_by(tables.c.status)
    lines = [f"{count:8}  tables {status}" for status, count in await _rows(url, by_status)]
    people = select(func.count()).select_from(identities)
    lines += [f"{count:8}  identities" for (count,) in await _rows(url, people)]
    waiting = select(func.count()).select_from(outbox).where(outbox.c.status == "waiting")
    lines += [f"{count:8}  notices waiting" for (count,) in await _rows(url, waiting)]
    for name, seconds in (("minute", 60), ("hour", 3600)):
        recent = select(func.count()).where(events.c.at > SYSTEM_CLOCK.now() - 1000 * seconds)
        lines += [f"{count:8}  events in the last {name}" for (count,) in await _rows(url, recent)]
    return lines


async def _rows(url: URL, query: Select[Any]) -> list[tuple[Any, ...]]:
    async with _opened(url) as storage, storage.engine.connect() as connection:
        return [tuple(row) for row in await connection.execute(query)]


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


async def close_table(url: URL, name: str) -> None:
    """Close a table permanently. Its players are notified within seconds."""
    async with _opened(url) as storage:
        storage.open()
        heartbeat = Heartbeat(SqlBeats(storage.engine))
        registry = TableRegistry(storage, TableBus(), heartbeat, lambda _: False, 1)
        try:
            await registry.act(name, owner_actions.close_as_operator())
        except NotFound:
            raise CartagenaError(f"There is no table {name!r}.") from None
        await admin_commands.issue(storage.engine, "refresh", name)


async def revoke(url: URL, identity: str) -> None:
    """Revoke the tokens of an identity on all nodes, within seconds."""
    async with _opened(url) as storage:
        if not await revoke_token(storage.engine, identity):
            raise CartagenaError(f"There is no identity {identity!r}.")
        await admin_commands.issue(storage.engine, "revoke", identity)


async def ban(url: URL, address: str, *, banned: bool = True) -> None:
    """Ban or unban an address on all nodes, within seconds.

    A client can have any address of its IPv6 network, so the whole network is banned.
    """
    try:
        banned_network = network(str(ip_address(address)))
    except ValueError:
        raise CartagenaError(f"{address!r} is not an IP address.") from None
    async with _opened(url) as storage:
        await admin_commands.issue(storage.engine, "ban" if banned else "unban", banned_network)
