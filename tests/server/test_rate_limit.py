"""Token buckets: a burst, then a steady rate, for each caller."""

import pytest

from cartagena.server import rate_limit
from cartagena.server.rate_limit import SharedLimit, TokenBucket
from tests.support.clocks import ManualClock


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


def test_allows_a_burst_and_then_the_rate(clock: ManualClock) -> None:
    bucket = TokenBucket(per_second=2, burst=3, clock=clock)
    assert [bucket.take("anna") for _ in range(3)] == [0, 0, 0]
    assert bucket.take("anna") == pytest.approx(0.5)
    assert bucket.take("bert") == 0
    clock.seconds += 0.5
    assert bucket.take("anna") == 0
    assert bucket.take("anna") > 0


def test_a_bucket_holds_no_more_than_its_burst(clock: ManualClock) -> None:
    bucket = TokenBucket(per_second=2, burst=3, clock=clock)
    clock.seconds += 1000
    assert [bucket.take("anna") > 0 for _ in range(4)] == [False, False, False, True]


def test_a_rate_of_zero_allows_only_the_burst(clock: ManualClock) -> None:
    bucket = TokenBucket(per_second=0, burst=1, clock=clock)
    assert bucket.take("anna") == 0
    clock.seconds += 1000
    assert bucket.take("anna") == 60


def test_forgets_the_oldest_callers(clock: ManualClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "MAX_CALLERS", 2)
    bucket = TokenBucket(per_second=0, burst=1, clock=clock)
    for caller in ("anna", "bert", "cleo"):
        assert bucket.take(caller) == 0
    assert bucket.take("cleo") == 60
    assert bucket.take("anna") == 0


def test_identities_of_a_network_share_a_limit(clock: ManualClock) -> None:
    limit = SharedLimit(per_second=0, burst=3, clock=clock, sharing=2)
    assert [limit.take("anna", "school") for _ in range(4)] == [0, 0, 0, 60]
    # A refusal takes no tokens, so the others keep theirs.
    assert [limit.take(f"pupil {number}", "school") for number in range(4)] == [0, 0, 0, 60]
    assert limit.take("bert", "home") == 0


def test_a_reservation_may_exceed_the_tokens(clock: ManualClock) -> None:
    bucket = TokenBucket(per_second=2, burst=1, clock=clock)
    assert [bucket.reserve("anna") for _ in range(4)] == [0, 0.5, 1, 1.5]
    clock.seconds += 2
    assert bucket.reserve("anna") == 0
