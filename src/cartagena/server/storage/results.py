"""The stored results of people's finished games: an index of the log, like `tables` and `members`."""

from contextlib import suppress
from typing import Any, NamedTuple

from sqlalchemy import Integer, and_, cast, exists, func, insert, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.storage import database
from cartagena.server.storage.schema import members, results, tables


class Result(NamedTuple):
    """One finished game of one person, as it is stored."""

    identity: str
    table_id: str
    finished_at: int
    counts: bool
    won: bool
    variant: str
    bots: str
    summary: str


class Total(NamedTuple):
    """How many games of a variant somebody has finished and won against certain bots."""

    variant: str
    bots: str
    games: int
    won: int


async def unread_games(engine: AsyncEngine, identity: str, most: int) -> list[str]:
    """Tables with finished games of somebody of which no result is stored, the newest first."""
    known = exists().where(results.c.identity == identity, results.c.table_id == members.c.table_id)
    query = (
        select(tables.c.id)
        .join(members, members.c.table_id == tables.c.id)
        .where(members.c.identity == identity, tables.c.status == "finished", ~known)
        .order_by(tables.c.created_at.desc())
        .limit(most)
    )
    async with engine.connect() as connection:
        return list((await connection.execute(query)).scalars())


async def add(engine: AsyncEngine, found: list[Result]) -> None:
    """Store results; if somebody has stored one of them meanwhile, all are left for the next time."""
    rows = [result._asdict() for result in found]
    with suppress(IntegrityError):
        await database.write(engine, lambda connection: connection.execute(insert(results), rows))


async def page(
    engine: AsyncEngine, identity: str, before: tuple[int, str] | None, most: int
) -> list[Result]:
    """Somebody's finished games, the newest first, from a place on."""
    at, name = results.c.finished_at, results.c.table_id
    query = select(results).where(results.c.identity == identity)
    if before is not None:
        query = query.where(or_(at < before[0], and_(at == before[0], name < before[1])))
    async with engine.connect() as connection:
        rows = await connection.execute(query.order_by(at.desc(), name.desc()).limit(most))
        return [Result(*row) for row in rows]


async def totals(engine: AsyncEngine, identity: str) -> list[Total]:
    """The games of somebody that count, by variant and by the bots who played."""
    kind: tuple[Any, Any] = (results.c.variant, results.c.bots)
    query = (
        select(*kind, func.count(), func.sum(cast(results.c.won, Integer)))
        .where(results.c.identity == identity, results.c.counts)
        .group_by(*kind)
    )
    async with engine.connect() as connection:
        return [Total(*row) for row in await connection.execute(query)]
