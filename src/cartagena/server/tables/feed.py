"""What happens at the tables of this node, published to the parts that act on it."""

from collections.abc import Callable

from cartagena.server.tables.events import Entry
from cartagena.server.tables.table import Table

OnEvent = Callable[[Table, Entry], None]
OnChange = Callable[[Table], None]


class TableFeed:
    """An event bus: the registry publishes, streams and bots subscribe when they are built."""

    def __init__(self) -> None:
        self._on_event: list[OnEvent] = []
        self._on_change: list[OnChange] = []

    def subscribe(
        self, *, on_event: OnEvent | None = None, on_change: OnChange | None = None
    ) -> None:
        """Call these from now on, in the order of subscription.

        `on_event` is called with each event and the table just after it, `on_change` with a table
        that was loaded, and once after one or several events.
        """
        if on_event is not None:
            self._on_event.append(on_event)
        if on_change is not None:
            self._on_change.append(on_change)

    def event(self, table: Table, entry: Entry) -> None:
        """Publish an event; the table is as it is just after it."""
        for call in self._on_event:
            call(table, entry)

    def changed(self, table: Table) -> None:
        """Publish that a table was loaded or has changed."""
        for call in self._on_change:
            call(table)
