"""Reports of players to the host of the server, with what the reporter saw."""

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.storage import database
from cartagena.server.storage.schema import reports


class ReportRow(NamedTuple):
    """A report."""

    id: int
    at: int
    reporter: str
    whom: str
    name: str
    """The name that the reported person had at the table."""
    table: str
    reason: str
    text: str
    """The words of the reporter."""
    lines: str
    """The chat of the reported person as the reporter saw it, one line each."""


async def add(engine: AsyncEngine, row: ReportRow) -> None:
    """Store a report. Another one by the same person about the same one at this table replaces it."""
    columns = reports.c
    same = (columns.reporter == row.reporter) & (columns.whom == row.whom)
    same &= (columns.table_id == row.table) & columns.closed_at.is_(None)
    values = {**row._asdict(), "table_id": row.table, "closed_at": None}
    del values["id"], values["table"]

    def change(connection: Connection) -> None:
        connection.execute(delete(reports).where(same))
        connection.execute(insert(reports).values(**values))

    await database.write(engine, change)


async def unfinished(engine: AsyncEngine) -> list[ReportRow]:
    """Return the reports that nobody has closed, oldest first."""
    columns = reports.c
    query = (
        select(
            columns.id,
            columns.at,
            columns.reporter,
            columns.whom,
            columns.name,
            columns.table_id,
            columns.reason,
            columns.text,
            columns.lines,
        )
        .where(columns.closed_at.is_(None))
        .order_by(columns.id)
    )
    async with engine.connect() as connection:
        return [ReportRow(*row) for row in await connection.execute(query)]


async def close(engine: AsyncEngine, number: int, at: int) -> bool:
    """Close a report. Return False if there is none with this number that is open."""
    where = (reports.c.id == number) & reports.c.closed_at.is_(None)
    query = update(reports).where(where).values(closed_at=at)
    async with engine.begin() as connection:
        return (await connection.execute(query)).rowcount == 1
