"""A gap in the heartbeat is an outage that every node learns of."""

from pathlib import Path

from cartagena.server.storage import database
from cartagena.server.storage.beats import MIN_OUTAGE_MS, SqlBeats
from cartagena.server.storage.heartbeat import Heartbeat
from cartagena.server.storage.ports import Outage
from tests.support.clocks import ManualClock


async def test_a_gap_in_all_heartbeats_is_an_outage(tmp_path: Path) -> None:
    engine = database.connect(database.read_url(str(tmp_path / "test.db")))
    await database.migrate(engine)
    clock = ManualClock()
    one, other = Heartbeat(SqlBeats(engine), clock), Heartbeat(SqlBeats(engine), clock)

    async def beat(node: Heartbeat, at: int) -> list[Outage]:
        clock.seconds = at / 1000
        await node.beat()
        return node.outages

    assert await beat(one, 100_000) == []
    assert await beat(other, 100_000 + MIN_OUTAGE_MS) == []
    assert await beat(one, 100_000 + 2 * MIN_OUTAGE_MS) == [], "the other node was running"
    away = [Outage(100_000 + 2 * MIN_OUTAGE_MS, 500_000)]
    assert await beat(one, 500_000) == away
    assert await beat(other, 500_001) == away
    clock.seconds = 900
    # A query after a gap includes the outage that has just ended.
    assert await other.outages_until(900_000) == [*away, Outage(500_001, 900_000)]
    assert await other.outages_until(900_000 + MIN_OUTAGE_MS) == other.outages
    await engine.dispose()
