"""Quiet hours, in the person's time zone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from cartagena.server.delivery.quiet_hours import end_of_quiet, find_zone

BERLIN = ZoneInfo("Europe/Berlin")
NIGHT = (22 * 60, 7 * 60)


def end(
    local: datetime, hours: tuple[int, int] = NIGHT, zone: str = "Europe/Berlin"
) -> datetime | None:
    until = end_of_quiet(round(local.timestamp() * 1000), *hours, zone)
    return None if until is None else datetime.fromtimestamp(until / 1000, local.tzinfo)


@pytest.mark.parametrize(
    ("now", "until"),
    [
        (datetime(2026, 1, 10, 21, 59, tzinfo=BERLIN), None),
        (datetime(2026, 1, 10, 22, 0, tzinfo=BERLIN), datetime(2026, 1, 11, 7, 0, tzinfo=BERLIN)),
        (datetime(2026, 1, 11, 6, 59, tzinfo=BERLIN), datetime(2026, 1, 11, 7, 0, tzinfo=BERLIN)),
        (datetime(2026, 1, 11, 7, 0, tzinfo=BERLIN), None),
        # The night in which summer time begins has an hour less.
        (datetime(2026, 3, 28, 23, 0, tzinfo=BERLIN), datetime(2026, 3, 29, 7, 0, tzinfo=BERLIN)),
    ],
)
def test_a_night_ends_in_the_morning(now: datetime, until: datetime | None) -> None:
    assert end(now) == until


def test_hours_of_one_day() -> None:
    noon = (12 * 60, 13 * 60)
    assert end(datetime(2026, 5, 1, 11, 59, tzinfo=BERLIN), noon) is None
    assert end(datetime(2026, 5, 1, 12, 30, tzinfo=BERLIN), noon) == datetime(
        2026, 5, 1, 13, 0, tzinfo=BERLIN
    )


def test_equal_times_mean_none() -> None:
    assert end(datetime(2026, 5, 1, 12, 0, tzinfo=BERLIN), (720, 720)) is None


def test_an_unknown_zone_counts_as_utc() -> None:
    assert find_zone("Mars/Olympus") is None
    assert find_zone("../etc/passwd") is None
    night = datetime(2026, 5, 1, 23, 0, tzinfo=UTC)
    assert end(night, zone="Mars/Olympus") == datetime(2026, 5, 2, 7, 0, tzinfo=UTC)
