"""Power loss: everything that was acknowledged is on the disk."""

import pytest

from cartagena.server.storage import database
from tests.power.__main__ import lose_power
from tests.power.recorder import library

pytestmark = pytest.mark.slow

needs_shared_library = pytest.mark.skipif(
    library() is None, reason="SQLite is not a shared library here"
)


@needs_shared_library
def test_everything_acknowledged_survives_a_power_loss_at_any_moment() -> None:
    outcome = lose_power(events=40, seed=1)
    assert not outcome.broken
    assert outcome.acknowledged == 41
    assert len(outcome.states) == 5
    assert all(number > 100 for number in outcome.states.values())


@needs_shared_library
@pytest.mark.parametrize("synchronous", ["NORMAL", "OFF"])
def test_weaker_settings_are_found(monkeypatch: pytest.MonkeyPatch, synchronous: str) -> None:
    weaker = [*database.PRAGMAS, f"synchronous={synchronous}"]
    monkeypatch.setattr(database, "PRAGMAS", weaker)
    assert lose_power(events=5, seed=1).broken
