"""What happens at the tables of this node, published to the parts that act on it."""

from collections.abc import Callable

from cartagena.server.tables.events import Entry
from cartagena.server.tables.table import Table

OnEvent = Callable[[Table, Entry], None]
OnChange = Callable[[Table], None]
OnWatch = Callable[[str], None]


class TableBus:
    """An event bus: the registry publishes, streams and bots subscribe when they are built."""

    def __init__(self) -> None:
        self._on_event: list[OnEvent] = []
        self._on_change: list[OnChange] = []
        self._on_watch: list[OnWatch] = []

    def subscribe(
        self,
        *,
        on_event: OnEvent | None = None,
        on_change: OnChange | None = None,
        on_watch: OnWatch | None = None,
    ) -> None:
        """Call these from now on, in the order of subscription.

        `on_event` is called with each event and the table just after it, `on_change` with a table
        that was loaded, and once after one or several events, `on_watch` with the name of a table
        that somebody begins to watch.
        """
        if on_event is not None:
            self._on_event.append(on_event)
        if on_change is not None:
            self._on_change.append(on_change)
        if on_watch is not None:
            self._on_watch.append(on_watch)

    def watched(self, table: str) -> None:
        """Publish that somebody watches a table, for a moment or for long."""
        for call in self._on_watch:
            call(table)

    def event(self, table: Table, entry: Entry) -> None:
        """Publish an event; the table is as it is just after it."""
        for call in self._on_event:
            call(table, entry)

    def changed(self, table: Table) -> None:
        """Publish that a table was loaded or has changed."""
        for call in self._on_change:
            call(table)
