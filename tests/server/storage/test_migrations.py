"""Migrations: step by step they lead to the schema that is described, and lose nothing."""

from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, inspect, text

from cartagena.server.storage.database import _config
from cartagena.server.storage.schema import metadata


def step(connection: Connection, revision: str) -> None:
    command.upgrade(_config(connection), revision)


def test_the_migrations_lead_to_the_schema_described_and_back(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'test.db'}")
    with engine.begin() as connection:
        step(connection, "0001")
        connection.execute(
            text("INSERT INTO tables VALUES ('t', 'running', 0, 'anna', 1, 2)"),
        )
        connection.execute(text("INSERT INTO events VALUES ('t', 1, 1, '{}')"))
    with engine.begin() as connection:
        step(connection, "heads")
        found = connection.execute(text("SELECT id, owner, due_at, origin FROM tables")).all()
        assert [tuple(row) for row in found] == [("t", "anna", 2, None)]
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    with engine.begin() as connection:
        command.downgrade(_config(connection), "0001")
        names = {column["name"] for column in inspect(connection).get_columns("tables")}
        assert "origin" not in names
        assert connection.execute(text("SELECT count(*) FROM events")).scalar() == 1
    engine.dispose()
