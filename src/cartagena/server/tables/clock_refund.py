"""Time that the server was away is nobody's time: clocks that ran meanwhile are set back."""

from collections.abc import Sequence

from cartagena.server.storage.heartbeat import Outage
from cartagena.server.tables.events import TimeRefunded
from cartagena.server.tables.table import Table


def extension(table: Table, outages: Sequence[Outage]) -> TimeRefunded | None:
    """The event that gives the one who must choose the time back in which no server ran, if any."""
    if table.deadline() is None:
        return None
    since = max(table.decision_started_at, table.extended_until)
    away = sum(max(0, outage.until - max(outage.since, since)) for outage in outages)
    return TimeRefunded(away, outages[-1].until) if away else None
