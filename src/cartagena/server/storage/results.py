"""Stored results of finished games: an index of the log, like `tables` and `members`."""

from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import Integer, and_, cast, exists, func, insert, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.storage import database
from cartagena.server.storage.schema import members, results, tables


class ResultRow(NamedTuple):
    """A finished game of one person."""

    identity: str
    table_id: str
    finished_at: int
    counts: bool
    won: bool
    variant: str
    bots: str
    summary: str


class TotalRow(NamedTuple):
    """The number of games of a person with one variant and one set of bots."""

    variant: str
    bots: str
    games: int
    won: int


async def unread_games(engine: AsyncEngine, identity: str, most: int) -> list[str]:
    """Return tables with finished games of a person that have no stored result, newest first."""
    has_result = exists().where(
        results.c.identity == identity, results.c.table_id == members.c.table_id
    )
    query = (
        select(tables.c.id)
        .join(members, members.c.table_id == tables.c.id)
        .where(members.c.identity == identity, tables.c.status == "finished", ~has_result)
        .order_by(tables.c.created_at.desc())
        .limit(most)
    )
    async with engine.connect() as connection:
        return list((await connection.execute(query)).scalars())


async def add(engine: AsyncEngine, new_results: list[ResultRow]) -> None:
    """Store results. If another node has stored one of them, all are left for the next time."""
    rows = [result._asdict() for result in new_results]
    with suppress(IntegrityError):
        await database.write(engine, lambda connection: connection.execute(insert(results), rows))


async def page(
    engine: AsyncEngine, identity: str, before: tuple[int, str] | None, most: int
) -> list[ResultRow]:
    """Return a page of the finished games of a person, newest first, after the cursor `before`."""
    at, name = results.c.finished_at, results.c.table_id
    query = select(results).where(results.c.identity == identity)
    if before is not None:
        query = query.where(or_(at < before[0], and_(at == before[0], name < before[1])))
    async with engine.connect() as connection:
        rows = await connection.execute(query.order_by(at.desc(), name.desc()).limit(most))
        return [ResultRow(*row) for row in rows]


async def totals(engine: AsyncEngine, identity: str) -> list[TotalRow]:
    """Return the games of a person that count, by variant and bots."""
    columns: tuple[Any, Any] = (results.c.variant, results.c.bots)
    query = (
        select(*columns, func.count(), func.sum(cast(results.c.won, Integer)))
        .where(results.c.identity == identity, results.c.counts)
        .group_by(*columns)
    )
    async with engine.connect() as connection:
        return [TotalRow(*row) for row in await connection.execute(query)]
