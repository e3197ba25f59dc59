"""The event bus of this node: what happens at its tables."""

from collections.abc import Callable

from cartagena.server.tables.events import Entry
from cartagena.server.tables.table import Table

OnEvent = Callable[[Table, Entry], None]
OnChange = Callable[[Table], None]
OnWatch = Callable[[str], None]


class TableBus:
    """An event bus. The registry publishes, streams and the scheduler subscribe."""

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
        """Add callbacks. They are called in the order of subscription.

        `on_event` gets each event and the table just after it. `on_change` gets a table that was
        loaded, or has changed by one or several events. `on_watch` gets the name of a table that a
        client asks for or listens to.
        """
        if on_event is not None:
            self._on_event.append(on_event)
        if on_change is not None:
            self._on_change.append(on_change)
        if on_watch is not None:
            self._on_watch.append(on_watch)

    def notify_watched(self, table: str) -> None:
        """Publish that a client asks for a table, or listens to it."""
        for callback in self._on_watch:
            callback(table)

    def notify_event(self, table: Table, entry: Entry) -> None:
        """Publish an event and the table just after it."""
        for callback in self._on_event:
            callback(table, entry)

    def notify_changed(self, table: Table) -> None:
        """Publish that a table was loaded or has changed."""
        for callback in self._on_change:
            callback(table)
