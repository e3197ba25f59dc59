"""Stored contests with equal deals, and the people who take part."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.storage import database
from cartagena.server.storage.schema import duplicate_players, duplicates, identities

_LISTED: Final = 20
"""Contests of one person that are listed."""


class DuplicateRow(NamedTuple):
    """A stored contest."""

    id: str
    owner: str
    status: str
    created_at: int
    setup: str
    result: str | None


class PlayerRow(NamedTuple):
    """A person of a contest, with their current name."""

    identity: str
    name: str
    contribution: str
    table: str
    colour: str


Arrange = Callable[[list[PlayerRow]], list[PlayerRow]]

_COLUMNS = (
    duplicates.c.id,
    duplicates.c.owner,
    duplicates.c.status,
    duplicates.c.created_at,
    duplicates.c.setup,
    duplicates.c.result,
)


async def add(engine: AsyncEngine, row: DuplicateRow, origin: str | None) -> None:
    """Store a new contest. Raises `IntegrityError` if there is one of the same origin."""
    query = insert(duplicates).values(**row._asdict(), origin=origin)
    await database.write(engine, lambda connection: connection.execute(query))


async def created_for(engine: AsyncEngine, origin: str) -> str | None:
    """Return the contest that a request has created, or None."""
    query = select(duplicates.c.id).where(duplicates.c.origin == origin)
    async with engine.connect() as connection:
        return (await connection.execute(query)).scalar()


async def find(engine: AsyncEngine, name: str) -> DuplicateRow | None:
    """Return a contest, or None."""
    async with engine.connect() as connection:
        row = (await connection.execute(_one(name))).first()
    return None if row is None else DuplicateRow(*row)


async def players(engine: AsyncEngine, name: str) -> list[PlayerRow]:
    """Return the people of a contest in the order in which they joined."""
    async with engine.connect() as connection:
        return [PlayerRow(*row) for row in await connection.execute(_players(name))]


async def of_person(engine: AsyncEngine, identity: str) -> list[str]:
    """Return the newest contests in which a person takes part."""
    query = (
        select(duplicate_players.c.duplicate)
        .where(duplicate_players.c.identity == identity)
        .order_by(duplicate_players.c.joined_at.desc(), duplicate_players.c.duplicate)
        .limit(_LISTED)
    )
    async with engine.connect() as connection:
        return list((await connection.execute(query)).scalars())


async def join(
    engine: AsyncEngine, name: str, identity: str, contribution: str, at: int, most: int
) -> bool:
    """Add a person, unless the contest has begun or is full. Return True if they take part."""

    def change(connection: Connection) -> bool:
        if not _lock(connection, name):
            return False
        present = list(connection.execute(_players(name)))
        if any(row.identity == identity for row in present):
            return True
        if len(present) >= most:
            return False
        row = {
            "duplicate": name,
            "identity": identity,
            "joined_at": at,
            "contribution": contribution,
            "table_id": "",
            "colour": "",
        }
        connection.execute(insert(duplicate_players).values(**row))
        return True

    return await database.write(engine, change)


async def leave(engine: AsyncEngine, name: str, identity: str) -> bool:
    """Remove a person, unless the contest has begun. Return True if they no longer take part."""

    def change(connection: Connection) -> bool:
        if not _lock(connection, name):
            return False
        where = duplicate_players.c.duplicate == name
        connection.execute(
            delete(duplicate_players).where(where, duplicate_players.c.identity == identity)
        )
        return True

    return await database.write(engine, change)


async def begin(engine: AsyncEngine, name: str, arrange: Arrange) -> bool:
    """Begin a contest with the seats that `arrange` returns. Return False if it has begun or is closed."""

    def change(connection: Connection) -> bool:
        if not _lock(connection, name):
            return False
        for one in arrange([PlayerRow(*row) for row in connection.execute(_players(name))]):
            where = duplicate_players.c.duplicate == name
            connection.execute(
                update(duplicate_players)
                .where(where, duplicate_players.c.identity == one.identity)
                .values(table_id=one.table, colour=one.colour)
            )
        connection.execute(_status(name, "running"))
        return True

    return await database.write(engine, change)


async def close(engine: AsyncEngine, name: str) -> bool:
    """Close a contest. Return False if it has begun."""

    def change(connection: Connection) -> bool:
        if not _lock(connection, name):
            return False
        connection.execute(_status(name, "closed"))
        return True

    return await database.write(engine, change)


async def finish(engine: AsyncEngine, name: str, result: str) -> None:
    """Store the result of a contest, once."""
    query = _status(name, "finished").values(result=result).where(duplicates.c.status == "running")
    await database.write(engine, lambda connection: connection.execute(query))


def prune(connection: Connection, before: int, kinds: tuple[str, ...]) -> None:
    """Delete contests of these statuses that were created before a time."""
    stale = select(duplicates.c.id).where(
        duplicates.c.status.in_(kinds), duplicates.c.created_at < before
    )
    connection.execute(delete(duplicate_players).where(duplicate_players.c.duplicate.in_(stale)))
    connection.execute(delete(duplicates).where(duplicates.c.id.in_(stale)))


def _lock(connection: Connection, name: str) -> bool:
    """Lock a contest until the transaction ends. Return True if it waits for players."""
    row = connection.execute(_one(name).with_for_update()).first()
    return row is not None and row.status == "waiting"


def _one(name: str) -> Select[Any]:
    return select(*_COLUMNS).where(duplicates.c.id == name)


def _status(name: str, status: str) -> Any:
    return update(duplicates).where(duplicates.c.id == name).values(status=status)


def _players(name: str) -> Select[Any]:
    columns = duplicate_players.c
    return (
        select(
            columns.identity,
            func.coalesce(identities.c.name, "—"),
            columns.contribution,
            columns.table_id,
            columns.colour,
        )
        .outerjoin(identities, identities.c.id == columns.identity)
        .where(columns.duplicate == name)
        .order_by(columns.joined_at, columns.identity)
    )
