"""Commands of operators on a large PostgreSQL, where each statement of a server has a timeout."""

import time

import pytest
from sqlalchemy import text

from cartagena.server.clock import SYSTEM_CLOCK
from cartagena.server.ops import admin
from cartagena.server.storage import database
from tests.support.postgres import postgres

TABLES, EVENTS = 3000, 300

_FILL = (
    (
        "INSERT INTO tables (id, status, public, owner, created_at) SELECT lpad(n::text, 16, 't'),"
        " CASE WHEN n % 2 = 0 THEN 'waiting' ELSE 'running' END, true, 'o', CAST(:now AS bigint)"
        f" FROM generate_series(1, {TABLES}) n"
    ),
    (
        "INSERT INTO events (table_id, seq, at, body) SELECT lpad(n::text, 16, 't'), s,"
        ' CASE WHEN n % 2 = 0 THEN 1 ELSE CAST(:now AS bigint) END, \'{"type":"said"}\''
        f" FROM generate_series(1, {TABLES}) n, generate_series(1, {EVENTS}) s"
    ),
    "ANALYZE",
)


@pytest.mark.slow
async def test_prune_deletes_old_tables_among_900_000_events() -> None:
    with postgres() as address:
        url = database.read_url(address)
        await admin.migrate(url)
        engine = database.connect(url, timeout=None)
        async with engine.begin() as connection:
            for statement in _FILL:
                more = {"now": SYSTEM_CLOCK.now()} if ":now" in statement else {}
                await connection.execute(text(statement), more)
        began = time.monotonic()
        assert await admin.prune(url, days=60) == [f"{TABLES // 2} abandoned tables deleted."]
        seconds = time.monotonic() - began
        async with engine.connect() as connection:
            left = await connection.execute(text("SELECT count(*) FROM events"))
            assert left.scalar() == TABLES // 2 * EVENTS
        await engine.dispose()
    # Looking at all events of all tables took more than the time of a test.
    assert seconds < 120
