"""Migrations: step by step they lead to the schema that is described, and lose nothing."""

import json
from collections import Counter
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, inspect, text

from cartagena.errors import CartagenaError
from cartagena.fairness.verify import verify
from cartagena.server.storage.database import _config
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.storage.schema import metadata
from cartagena.server.tables import replay
from cartagena.server.tables.events import Entry, decode
from cartagena.server.tables.reducer import EarlierScheme, replay_events


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


EARLIER = json.loads((Path(__file__).parent / "earlier_scheme.json").read_text("utf-8"))
"""What a server of the scheme before had stored: three games that were played to their end with moves
taken back, one that was not, a table where nothing was dealt; where each game ended, and a record."""


def stored_by_the_scheme_before(connection: Connection) -> None:
    """A database as it was."""
    step(connection, "0002")
    for row in EARLIER["tables"]:
        names = ("id", "status", "public", "owner", "created_at", "due_at", "origin")
        connection.execute(
            text(
                "INSERT INTO tables VALUES "
                "(:id, :status, :public, :owner, :created_at, :due_at, :origin)"
            ),
            dict(zip(names, row, strict=True)),
        )
        connection.execute(
            text("INSERT INTO analyses VALUES (:id, 'waiting', '', 1, '', 1, 0, 1, NULL)"),
            {"id": row[0]},
        )
    for name, seq, at, event in EARLIER["events"]:
        connection.execute(
            text("INSERT INTO events VALUES (:id, :seq, :at, :body)"),
            {"id": name, "seq": seq, "at": at, "body": json.dumps(event)},
        )


def test_games_of_the_scheme_before_are_kept_with_their_cards(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'test.db'}")
    with engine.begin() as connection:
        stored_by_the_scheme_before(connection)
    with engine.begin() as connection:
        step(connection, "0005")
        found = connection.execute(text("SELECT id, status FROM tables"))
        statuses: dict[str, str] = {row.id: row.status for row in found}
        assert Counter(statuses.values()) == {"finished": 3, "retired": 1, "waiting": 1}
        logs: dict[str, list[Entry]] = {name: [] for name in statuses}
        rows = text("SELECT table_id, seq, at, body FROM events ORDER BY table_id, seq")
        for name, seq, at, body in connection.execute(rows):
            logs[name].append(decode(StoredEvent(seq, at, body)))
        told = connection.execute(text("SELECT table_id, status FROM analyses")).all()
        assert {name for name, status in told if status == "failed"} == {
            name for name, status in statuses.items() if status == "retired"
        }
    assert sum(map(len, logs.values())) == len(EARLIER["events"])
    for name, end in EARLIER["ends"].items():
        table = replay_events(name, logs[name])
        assert table.game is not None
        assert table.status == "finished"
        now = table.game.position()
        assert {key: now[key] for key in end} == end
        record = json.loads(json.dumps(table.record()))
        assert record["fairness"]["scheme"] == "cartagena-fairness-2"
        assert any("legal, one after the other" in sentence for sentence in verify(record))
        assert len(list(replay.steps(table))) == len(record["moves"]) + 1
        with pytest.raises(CartagenaError, match="chance of the moves"):
            verify(record | {"draws": [["rum"]]})
        with pytest.raises(CartagenaError, match="deal was not made"):
            verify(record | {"position": now})
    for name, status in statuses.items():
        if status == "retired":
            with pytest.raises(EarlierScheme):
                replay_events(name, logs[name])
        if status == "waiting":
            assert replay_events(name, logs[name]).status == "waiting"
    assert "1 tables were dealt by cartagena-fairness-2" in caplog.text
    with engine.begin() as connection:
        command.downgrade(_config(connection), "0002")
        before = connection.execute(text("SELECT id, status FROM tables")).all()
        assert {row.id: row.status for row in before} == {
            row[0]: row[1] for row in EARLIER["tables"]
        }
    engine.dispose()


def test_a_log_that_cannot_be_told_again_is_kept_and_named(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'test.db'}")
    name = next(iter(EARLIER["ends"]))
    with engine.begin() as connection:
        stored_by_the_scheme_before(connection)
        moved = '{"type":"moved","seat":"blue","move":"fly","by":"player"}'
        connection.execute(
            text("UPDATE events SET body = :body WHERE table_id = :id AND seq = 9"),
            {"id": name, "body": moved},
        )
        step(connection, "0005")
        found = connection.execute(text("SELECT status FROM tables WHERE id = :id"), {"id": name})
        assert found.scalar() == "retired"
        kept = connection.execute(
            text("SELECT body FROM events WHERE body = :body"), {"body": moved}
        )
        assert len(kept.all()) == 1
    assert f"The game of table {name} cannot be told again: Move" in caplog.text
    engine.dispose()


def test_a_record_that_was_downloaded_then_is_verified_now() -> None:
    record = EARLIER["record"]
    assert record["version"] == 1
    sentences = verify(record, "ab" * 16)
    assert "Your own contribution was used, for blue." in sentences
    seeds = list(record["seeds"])
    seeds[3] ^= 1
    moves = [*record["moves"][:-1], "pass"]
    for changed, words in (
        ({"seed": record["seed"] ^ 1}, "deal was not made"),
        ({"seeds": seeds}, "chance of the moves"),
        ({"seeds": seeds[:4]}, "chance of the moves"),
        ({"moves": record["moves"][:-1]}, "chance of the moves|before the end"),
        ({"moves": ["fly", *moves]}, "Move 1"),
        ({"version": 2}, "deal was not made"),
    ):
        with pytest.raises(CartagenaError, match=words):
            verify(record | changed)
