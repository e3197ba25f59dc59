"""Decisions: pure functions that look at a table and say which event happens next.

A decision changes nothing. The registry makes its event durable, and everything that follows from
the event (status, next seat, due time) is derived from the table after it.
"""

from collections.abc import Callable

from cartagena.server.tables.events import Event
from cartagena.server.tables.table import Table

Decision = Callable[[Table, int], Event]
"""From a table and the time now to the next event; raises a `Refusal`, or `AlreadyDone`."""


class AlreadyDone(Exception):  # noqa: N818
    """Raised by a decision that finds that what was asked for has happened already."""
