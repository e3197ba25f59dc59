"""Sending events to everybody who listens to a table on this node."""

from cartagena.server.streams.listener import Listener
from cartagena.server.streams.sse import BYE, message
from cartagena.server.tables.bus import TableBus
from cartagena.server.tables.events import Entry, event_name
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import EventView


def render(view: EventView, entry: Entry, identity: str) -> bytes | None:
    """An event as a stream carries it to somebody; None if they are not told of it."""
    data = view.for_identity(identity)
    return None if data is None else message(event_name(entry.event), data, entry.seq)


class Broadcaster:
    """All listeners of this node, by table. A reader that cannot keep up is cut off."""

    def __init__(self, feed: TableBus, backlog: int) -> None:
        self.backlog = backlog
        """How many events may wait for one listener."""
        self.count = 0
        self.dropped = 0
        self._by_table: dict[str, set[Listener]] = {}
        self._feed = feed
        feed.subscribe(on_event=self.send)

    def add(self, listener: Listener) -> None:
        """Send events to this listener from now on."""
        self._by_table.setdefault(listener.table, set()).add(listener)
        self.count += 1
        self._feed.watched(listener.table)

    def remove(self, listener: Listener) -> None:
        """Send nothing more to this listener."""
        listeners = self._by_table.get(listener.table, set())
        if listener in listeners:
            listeners.remove(listener)
            self.count -= 1
            if not listeners:
                del self._by_table[listener.table]

    def has_listeners(self, table: str) -> bool:
        """Whether anybody listens to a table."""
        return table in self._by_table

    def tables(self) -> list[str]:
        """The tables that somebody listens to."""
        return list(self._by_table)

    def present(self, table: str) -> list[str]:
        """The identities that listen to a table on this node."""
        return sorted(
            {listener.identity for listener in self._by_table.get(table, ()) if listener.identity}
        )

    def send(self, table: Table, entry: Entry) -> None:
        """Send an event to all listeners of its table, which is as it is just after.

        It is rendered once for all who play the same seats.
        """
        listeners = self._by_table.get(table.id)
        if not listeners:
            return
        view = EventView(table, entry)
        rendered: dict[object, bytes | None] = {}
        for listener in list(listeners):
            identity = listener.identity
            if entry.seq <= listener.seq:
                continue
            if not table.may_be_watched_by(identity):
                # They have left, or looked on until the game began.
                listener.close()
                continue
            listener.seq = entry.seq
            viewer: object = identity if view.is_personal else table.seats_of(identity)
            if viewer not in rendered:
                rendered[viewer] = render(view, entry, identity)
            data = rendered[viewer]
            if data is not None and not listener.put(data):
                self.dropped += 1

    def send_presence(self, table: str, present: list[str], now: int) -> None:
        """Send all listeners of a table who is there, and the server's time.

        It has no number, since it is not in the log.
        """
        data = message("presence", {"present": present, "now": now})
        for listener in list(self._by_table.get(table, ())):
            listener.put(data)

    def close(self) -> None:
        """Tell everybody to come back later."""
        for listeners in list(self._by_table.values()):
            for listener in list(listeners):
                listener.put(BYE)
                listener.close()
