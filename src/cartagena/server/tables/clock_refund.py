"""Refunds of clock time that was lost to server downtime."""

from collections.abc import Sequence

from cartagena.server.storage.ports import Outage
from cartagena.server.tables.events import TimeRefunded
from cartagena.server.tables.table import Table


def refund(table: Table, outages: Sequence[Outage]) -> TimeRefunded | None:
    """Return the event that refunds the player to move, or None if there was no outage."""
    if table.deadline() is None:
        return None
    since = max(table.decision_started_at, table.refunded_until)
    lost = 0
    for outage in outages:
        began = max(outage.since, since)
        lost += max(0, outage.until - began) - _while_away(table, began, outage.until)
    return TimeRefunded(lost, outages[-1].until) if lost > 0 else None


def _while_away(table: Table, since: int, until: int) -> int:
    """Return how much of a period the clock stood still anyway, because its player was away."""
    seat = table.decider
    if seat is None or not seat.away_until:
        return 0
    return max(0, min(until, seat.away_until) - max(since, seat.away_since))
