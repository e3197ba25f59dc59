"""Stored results of the daily escape, one for each person and day."""

from contextlib import suppress
from typing import NamedTuple

from sqlalchemy import Select, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.protocol.daily import DailyResult
from cartagena.server.storage import database
from cartagena.server.storage.schema import daily_results, identities


class DailyRow(NamedTuple):
    """The result of one person on one day."""

    identity: str
    name: str
    at: int
    """When it was sent in, in milliseconds."""
    result: DailyResult


async def add(engine: AsyncEngine, day: int, identity: str, at: int, result: DailyResult) -> None:
    """Store a result, unless this person already has one for the day."""
    row = {
        "day": day,
        "identity": identity,
        "at": at,
        "place": result.place,
        "turns": result.turns,
        "points": result.points,
        "symbols": result.symbols,
    }
    query = insert(daily_results).values(**row)
    with suppress(IntegrityError):
        await database.write(engine, lambda connection: connection.execute(query))


async def best(engine: AsyncEngine, day: int, most: int) -> list[DailyRow]:
    """Return the best results of a day: by points, then by turns, then the first one sent in."""
    columns = daily_results.c
    order = (columns.points.desc(), columns.turns, columns.at)
    return await _rows(engine, _results(day).order_by(*order).limit(most))


async def of_person(engine: AsyncEngine, day: int, identity: str) -> DailyRow | None:
    """Return the result of a person on a day, or None."""
    rows = await _rows(engine, _results(day).where(daily_results.c.identity == identity))
    return rows[0] if rows else None


async def of_people(engine: AsyncEngine, day: int, people: list[str]) -> list[DailyRow]:
    """Return the results of these people on a day, the best first."""
    columns = daily_results.c
    order = (columns.points.desc(), columns.turns, columns.at)
    return await _rows(engine, _results(day).where(columns.identity.in_(people)).order_by(*order))


async def count(engine: AsyncEngine, day: int) -> int:
    """Return the number of people who have played a day."""
    query = select(func.count()).where(daily_results.c.day == day)
    async with engine.connect() as connection:
        return (await connection.execute(query)).scalar_one()


def _results(day: int) -> Select[tuple[str, str, int, int, int, int, str]]:
    one = daily_results.c
    return (
        select(
            one.identity, identities.c.name, one.at, one.place, one.turns, one.points, one.symbols
        )
        .join(identities, identities.c.id == one.identity)
        .where(one.day == day)
    )


async def _rows(
    engine: AsyncEngine, query: Select[tuple[str, str, int, int, int, int, str]]
) -> list[DailyRow]:
    async with engine.connect() as connection:
        return [
            DailyRow(
                row.identity,
                row.name,
                row.at,
                DailyResult(row.place, row.turns, row.points, row.symbols),
            )
            for row in await connection.execute(query)
        ]
