"""What `cartagena admin` does: migrations, records, pruning, lists, and commands to all nodes."""

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
from cartagena.server.clock import now
from cartagena.server.errors import NotFound
from cartagena.server.storage import admin_commands, database
from cartagena.server.storage.erasure import erase_from_log
from cartagena.server.storage.heartbeat import Heartbeat
from cartagena.server.storage.identities import revoke as revoke_token
from cartagena.server.storage.queries import Storage
from cartagena.server.storage.schema import events, identities, members, tables
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
    """The storage of a database that exists, with its schema up to date."""
    if database.is_sqlite(url) and not Path(url.database or "").is_file():
        raise CartagenaError(f"There is no database {url.database!r}.")
    await database.prepare(url)
    storage = Storage(url)
    try:
        yield storage
    finally:
        await storage.close()


async def export(url: URL, folder: Path) -> int:
    """Write the record of each finished game to a file of its own and return the number of files."""
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
    """Delete what is older than so many days; what was deleted, in sentences.

    `days` is for unfinished tables at which nothing happened since, the others for finished games
    and for identities that have no table. None deletes none of them.
    """
    async with _opened(url) as storage:
        gone = await storage.prune(_ago(days))
        told = [f"{len(gone)} abandoned tables deleted."]
        if finished_days is not None:
            finished = await storage.prune(_ago(finished_days), finished=True)
            told.append(f"{len(finished)} finished games deleted.")
            gone += finished
        await admin_commands.issue(storage.engine, "forget", *gone)
        await admin_commands.prune(storage.engine, _ago(1))
        if people_days is not None:
            people = await storage.prune_people(_ago(people_days))
            told.append(f"{people} identities without a table deleted.")
    return told


def _ago(days: float) -> int:
    return now() - int(86_400_000 * days)


async def erase(url: URL, identity: str) -> int:
    """Erase a person: name and chat are replaced in the log; returns at how many tables.

    Moves and contributions stay, so that records still verify.
    """
    async with _opened(url) as storage:
        if not await revoke_token(storage.engine, identity):
            raise CartagenaError(f"There is no identity {identity!r}.")
        await admin_commands.issue(storage.engine, "revoke", identity)
        if await Heartbeat(storage.engine).is_beating():
            # Some node runs, and may let them write one more line until it has polled the command.
            await asyncio.sleep(admin_commands.PROPAGATION_SECONDS)
        changed = await erase_from_log(storage.engine, identity)
        await admin_commands.issue(storage.engine, "forget", *changed)
        return len(changed)


async def list_tables(url: URL) -> list[str]:
    """A line for each table, the newest first: id, status, owner, when it was created and last used."""
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
    """A line for each identity, the newest first: id, when it was created, at how many tables, name."""
    query = (
        select(identities.c.id, identities.c.created_at, func.count(members.c.table_id))
        .add_columns(identities.c.name)
        .outerjoin(members, members.c.identity == identities.c.id)
        .group_by(identities.c.id, identities.c.created_at, identities.c.name)
        .order_by(identities.c.created_at.desc())
    )
    rows = await _rows(url, query)
    return [f"{one}  {_time(created)}  {count:4}  {name}" for one, created, count, name in rows]


async def load(url: URL) -> list[str]:
    """How much there is: tables by status, identities, and events of the last minute and hour."""
    by_status = select(tables.c.status, func.count()).group_by(tables.c.status)
    found = [f"{count:8}  tables {status}" for status, count in await _rows(url, by_status)]
    people = select(func.count()).select_from(identities)
    found += [f"{count:8}  identities" for (count,) in await _rows(url, people)]
    for name, seconds in (("minute", 60), ("hour", 3600)):
        lately = select(func.count()).where(events.c.at > now() - 1000 * seconds)
        found += [f"{count:8}  events in the last {name}" for (count,) in await _rows(url, lately)]
    return found


async def _rows(url: URL, query: Select[Any]) -> list[tuple[Any, ...]]:
    async with _opened(url) as storage, storage.engine.connect() as connection:
        return [tuple(row) for row in await connection.execute(query)]


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


async def close_table(url: URL, name: str) -> None:
    """End a table for good; who sits there is told within seconds."""
    async with _opened(url) as storage:
        storage.open()
        heartbeat = Heartbeat(storage.engine)
        registry = TableRegistry(storage, TableBus(), heartbeat, lambda _: False, 1)
        registry.ready.set()
        try:
            await registry.act(name, owner_actions.end())
        except NotFound:
            raise CartagenaError(f"There is no table {name!r}.") from None
        await admin_commands.issue(storage.engine, "refresh", name)


async def revoke(url: URL, identity: str) -> None:
    """Make the token of an identity worthless on all nodes, within seconds."""
    async with _opened(url) as storage:
        if not await revoke_token(storage.engine, identity):
            raise CartagenaError(f"There is no identity {identity!r}.")
        await admin_commands.issue(storage.engine, "revoke", identity)


async def ban(url: URL, address: str, *, banned: bool = True) -> None:
    """Refuse everything that comes from an address, or no longer, on all nodes within seconds."""
    try:
        plain = str(ip_address(address))
    except ValueError:
        raise CartagenaError(f"{address!r} is no IP address.") from None
    async with _opened(url) as storage:
        await admin_commands.issue(storage.engine, "ban" if banned else "unban", plain)
