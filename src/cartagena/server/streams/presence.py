"""Presence: who listens to a table, on this node and on all others.

It is never stored. Nodes inform each other over PostgreSQL's NOTIFY, and forget a node that falls
silent. Changes are collected for a moment, so that a crowd that arrives at once costs each listener
a few messages, and not one for each person.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.entropy import SYSTEM_ENTROPY, Entropy
from cartagena.server.streams.broadcaster import Broadcaster
from cartagena.server.tables.registry import TableRegistry

BATCH_SECONDS: Final = 0.25
"""Time for which changes are collected before they are sent."""
MAX_PRESENT: Final = 100
"""Maximum number of people that are listed. Players come first."""
HEARTBEAT_SECONDS: Final = 4.0
"""Interval of the messages by which a node shows that it is alive."""
_TIMEOUT_SECONDS: Final = 3.5 * HEARTBEAT_SECONDS
"""Time after which a silent node counts as dead."""
_PAYLOAD_BYTES: Final = 6000
"""Approximate size of one message. PostgreSQL allows 8000 bytes."""


class PresenceMessage(msgspec.Struct, omit_defaults=True):
    """A message from one node to the others. With its name alone it is a heartbeat."""

    node: str
    number: int
    """Numbers the messages of a node. One that a broken connection delayed is recognised as old."""
    tables: dict[str, list[str]] = {}
    """The identities that now listen to these tables on that node."""
    replaces: bool = False
    """True if it replaces everything that the node sent before."""
    asks: bool = False
    """True if the others should send everything, because the node is new or has missed messages."""


class Presence:
    """Knows who listens to which table, and informs listeners and other nodes of changes."""

    def __init__(
        self,
        registry: TableRegistry,
        broadcaster: Broadcaster,
        send_to_nodes: Callable[[bytes], None] | None,
        clock: Clock = SYSTEM_CLOCK,
        entropy: Entropy = SYSTEM_ENTROPY,
    ) -> None:
        """Build presence. `send_to_nodes` sends a message to all nodes, or is None for a single node."""
        self._registry, self._broadcaster = registry, broadcaster
        self._send_to_nodes = send_to_nodes
        self._clock, self._node = clock, entropy.hex(6)
        self._elsewhere: dict[str, dict[str, list[str]]] = {}
        """The identities at each other node, by table."""
        self._heard_at: dict[str, float] = {}
        """When each other node last sent a message."""
        self._heard: dict[str, int] = {}
        """The highest number of a message from each other node."""
        self._has_missed = False
        """True if a message of another node was missed or came late."""
        self._sent = 0
        # Not sets, so that messages have the same order in each process.
        self._changed: dict[str, None] = {}
        self._changed_here: dict[str, None] = {}
        self._timer: asyncio.TimerHandle | None = None

    def of(self, table: str) -> list[str]:
        """Return the identities that listen to a table, up to the maximum."""
        present = set(self._broadcaster.present(table))
        for tables in self._elsewhere.values():
            present.update(tables.get(table, ()))
        cached = self._registry.cached(table)
        players = {seat.identity for seat in cached.seats} if cached is not None else set()
        return [*sorted(present & players), *sorted(present - players)][:MAX_PRESENT]

    def changed_here(self, table: str) -> None:
        """Note that a stream of this node was opened or has ended."""
        self._changed_here[table] = None
        self._publish_soon([table])

    def _publish_soon(self, tables: Iterable[str]) -> None:
        self._changed.update(dict.fromkeys(tables))
        if self._changed and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(BATCH_SECONDS, self._publish)

    def _publish(self) -> None:
        changed, here = self._changed, self._changed_here
        self._changed, self._changed_here, self._timer = {}, {}, None
        for table in changed:
            if self._broadcaster.has_listeners(table):
                self._broadcaster.send_presence(table, self.of(table), self._clock.now())
        self._inform_nodes(here)

    # Other nodes.

    def announce(self, *, asks: bool = True) -> None:
        """Send everything to the other nodes. If `asks`, ask them to do the same."""
        self._send(replaces=True, asks=asks)
        self._inform_nodes(self._broadcaster.tables())

    def leave(self) -> None:
        """Tell the other nodes that this one no longer has listeners."""
        self._send(replaces=True)

    def heartbeat(self) -> None:
        """Tell the other nodes that this one is alive, and forget those that are not."""
        if self._has_missed:
            self._has_missed = False
            self.announce()
        self._send()
        expired = self._clock.steady() - _TIMEOUT_SECONDS
        for node in [node for node, heard_at in self._heard_at.items() if heard_at < expired]:
            del self._heard_at[node]
            del self._heard[node]
            self._publish_soon(self._elsewhere.pop(node, {}))

    def _inform_nodes(self, tables: Iterable[str]) -> None:
        listeners: dict[str, list[str]] = {}
        size = 0
        for table in tables:
            listeners[table] = self._broadcaster.present(table)[:MAX_PRESENT]
            size += 24 + 20 * len(listeners[table])
            if size >= _PAYLOAD_BYTES:
                self._send(listeners)
                listeners, size = {}, 0
        if listeners:
            self._send(listeners)

    def _send(
        self,
        tables: dict[str, list[str]] | None = None,
        *,
        replaces: bool = False,
        asks: bool = False,
    ) -> None:
        self._sent += 1
        if self._send_to_nodes is not None:
            message = PresenceMessage(self._node, self._sent, tables or {}, replaces, asks)
            self._send_to_nodes(msgspec.json.encode(message))

    def receive(self, payload: Any) -> None:
        """Read a message of a node, which may be this one."""
        message = msgspec.json.decode(payload, type=PresenceMessage)
        if message.node == self._node:
            return
        self._heard_at[message.node] = self._clock.steady()
        last = self._heard.get(message.node)
        if last is not None and message.number <= last:
            return
        # What was missed is asked for with the next heartbeat.
        self._has_missed |= last is not None and message.number > last + 1
        self._heard[message.node] = message.number
        tables = self._elsewhere.setdefault(message.node, {})
        if message.replaces:
            self._publish_soon(tables)
            tables.clear()
        for table, listeners in message.tables.items():
            tables[table] = listeners
            if not listeners:
                del tables[table]
        self._publish_soon(message.tables)
        if message.asks:
            self.announce(asks=False)
