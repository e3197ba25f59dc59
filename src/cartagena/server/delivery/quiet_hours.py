"""Quiet hours: when a person does not want to be disturbed."""

from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_DAY: Final = 1440
"""Minutes of a day."""


def find_zone(name: str) -> tzinfo | None:
    """Return a time zone by its name, such as `Europe/Berlin`, or None."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def end_of_quiet(now_ms: int, quiet_from: int, quiet_until: int, zone: str) -> int | None:
    """Return when the current quiet hours end, in milliseconds, or None outside of quiet hours.

    They last from one minute of the day to another, in the person's time zone. Two equal times mean
    that there are none.
    """
    local = datetime.fromtimestamp(now_ms / 1000, find_zone(zone) or UTC)
    minute = 60 * local.hour + local.minute
    length = (quiet_until - quiet_from) % _DAY
    if (minute - quiet_from) % _DAY >= length:
        return None
    return next_time(now_ms, quiet_until, zone)


def next_time(now_ms: int, minute: int, zone: str) -> int:
    """Return when it is this minute of the day next in a time zone, in milliseconds."""
    local = datetime.fromtimestamp(now_ms / 1000, find_zone(zone) or UTC)
    # Wall-clock time: a night in which clocks change ends when the clock says so.
    days = 1 if minute <= 60 * local.hour + local.minute else 0
    hour, rest = divmod(minute, 60)
    end = (local + timedelta(days=days)).replace(hour=hour, minute=rest, second=0, microsecond=0)
    return round(end.timestamp() * 1000)
