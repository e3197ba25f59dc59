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
    lost = sum(max(0, outage.until - max(outage.since, since)) for outage in outages)
    return TimeRefunded(lost, outages[-1].until) if lost else None
