"""The migrations create the schema that `schema.metadata` describes, on both databases."""

from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect
from sqlalchemy.engine import URL

from cartagena.server.storage.database import connect, migration_config, read_url
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


@pytest.mark.slow
async def test_migrations_create_the_described_schema_on_postgresql() -> None:
    with postgres() as address:
        await check(read_url(address))
