"""The broadcaster: it sends events to all listeners of a table on this node."""

from collections.abc import Collection, Iterator

from cartagena.protocol import events as wire
from cartagena.server.streams.listener import Listener
from cartagena.server.streams.sse import BYE, message
from cartagena.server.tables.bus import TableBus
from cartagena.server.tables.events import Entry, event_name
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import EventView


def render(
    view: EventView, entry: Entry, identity: str, muted: Collection[str] = ()
) -> bytes | None:
    """Return an event as bytes for an identity, or None if it must not get the event."""
    data = view.for_identity(identity, muted)
    return None if data is None else message(event_name(entry.event), data, entry.seq)


class Broadcaster:
    """All listeners of this node, by table. It cuts off clients that cannot keep up."""

    def __init__(self, bus: TableBus, backlog: int) -> None:
        self.backlog = backlog
        """Maximum number of events that wait for one listener."""
        self.count = 0
        self.dropped = 0
        # Not a set, so that events are always sent in the order in which streams were opened.
        self._by_table: dict[str, dict[Listener, None]] = {}
        self._bus = bus
        bus.subscribe(on_event=self.send)

    def add(self, listener: Listener) -> None:
        """Start sending events to a listener."""
        self._by_table.setdefault(listener.table, {})[listener] = None
        self.count += 1
        self._bus.notify_watched(listener.table)

    def remove(self, listener: Listener) -> None:
        """Stop sending events to a listener."""
        listeners = self._by_table.get(listener.table, {})
        if listener in listeners:
            del listeners[listener]
            self.count -= 1
            if not listeners:
                del self._by_table[listener.table]

    def has_listeners(self, table: str) -> bool:
        """Return True if a table has listeners."""
        return table in self._by_table

    def tables(self) -> list[str]:
        """Return the tables that have listeners."""
        return list(self._by_table)

    def present(self, table: str) -> list[str]:
        """Return the identities that listen to a table on this node."""
        return sorted(
            {listener.identity for listener in self._by_table.get(table, ()) if listener.identity}
        )

    def send(self, table: Table, entry: Entry) -> None:
        """Send an event to all listeners of its table. `table` is the state just after it.

        The event is rendered once for all clients that play the same seats.
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
                # A player who has left, or a spectator before a private game.
                listener.close()
                continue
            listener.seq = entry.seq
            viewer: object = identity if view.is_personal else table.seats_of(identity)
            if viewer not in rendered:
                rendered[viewer] = render(view, entry, identity, listener.muted)
            data = rendered[viewer]
            if data is not None and not listener.put(data):
                self.dropped += 1

    def listens(self, identity: str) -> bool:
        """Return True if an identity listens to any table on this node."""
        return any(self._of(identity))

    def set_muted(self, identity: str, muted: frozenset[str], now: int) -> None:
        """Set whom an identity has muted, and tell its streams of each change.

        The event has no number, because it is not in the log.
        """
        for listener in list(self._of(identity)):
            changed = listener.muted ^ muted
            listener.muted = muted
            for whom in sorted(changed):
                change = wire.Muted(
                    seq=listener.seq, at=now, whom=whom, muted=whom in muted, for_all=False
                )
                listener.put(message("muted", change))

    def _of(self, identity: str) -> Iterator[Listener]:
        for listeners in self._by_table.values():
            yield from (listener for listener in listeners if listener.identity == identity)

    def send_presence(self, table: str, present: list[str], now: int) -> None:
        """Send all listeners of a table who is present, and the server's time.

        The event has no number, because it is not in the log.
        """
        data = message("presence", wire.Presence(present, now))
        for listener in list(self._by_table.get(table, ())):
            listener.put(data)

    def close(self) -> None:
        """End all streams, and ask the clients to reconnect."""
        for listeners in list(self._by_table.values()):
            for listener in list(listeners):
                listener.put(BYE)
                listener.close()
