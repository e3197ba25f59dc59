"""The migrations create the schema that `schema.metadata` describes, on both databases."""

import sqlite3
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, event, inspect
from sqlalchemy.engine import URL

from cartagena.server.storage.database import (
    connect,
    is_current,
    migrate,
    migration_config,
    read_url,
)
from cartagena.server.storage.schema import metadata
from tests.support.postgres import postgres


def differences(connection: Connection) -> list[object]:
    """Run all migrations and return how the database differs from the metadata."""
    command.upgrade(migration_config(connection), "heads")
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def tables_after_downgrade(connection: Connection) -> list[str]:
    command.downgrade(migration_config(connection), "base")
    return inspect(connection).get_table_names()


async def check(url: URL) -> None:
    engine = connect(url)
    async with engine.begin() as connection:
        assert await connection.run_sync(differences) == []
    async with engine.begin() as connection:
        assert await connection.run_sync(tables_after_downgrade) == ["alembic_version"]
    await engine.dispose()


async def test_migrations_create_the_described_schema_on_sqlite(tmp_path: Path) -> None:
    await check(read_url(str(tmp_path / "test.db")))


class CrashError(Exception):
    """The end of a process in the middle of a migration."""


async def test_a_crash_at_any_statement_leaves_a_database_that_can_be_migrated(
    tmp_path: Path,
) -> None:
    url = read_url(str(tmp_path / "test.db"))
    crash_at, statements = 1, 0

    def count(*_: object) -> None:
        nonlocal statements
        statements += 1
        if statements == crash_at:
            raise CrashError

    crashes = 0
    while True:
        statements = 0
        event.listen(Engine, "before_cursor_execute", count)
        engine = connect(url)
        try:
            await migrate(engine)
            break
        except CrashError:
            crashes += 1
        finally:
            event.remove(Engine, "before_cursor_execute", count)
            await engine.dispose()
        with sqlite3.connect(tmp_path / "test.db") as connection:
            assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
        connection.close()
        crash_at += 1
    assert crashes > 20
    await check_current(url)


async def check_current(url: URL) -> None:
    engine = connect(url)
    assert await is_current(engine)
    await engine.dispose()


@pytest.mark.slow
async def test_migrations_create_the_described_schema_on_postgresql() -> None:
    with postgres() as address:
        await check(read_url(address))
