"""Presence: who listens to a table, on this node and on all others.

Nothing of it is stored. Nodes tell each other over PostgreSQL's NOTIFY, and what a node has told is
forgotten when it falls silent. Changes are gathered for a moment, so that a crowd that comes at
once costs a few messages and not one for each pair of them.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from cartagena.server.clock import now
from cartagena.server.streams.broadcaster import Broadcaster
from cartagena.server.tables.registry import TableRegistry

GATHER: Final = 0.25
"""Seconds for which changes are gathered."""
SHOWN: Final = 100
"""How many are named at most; those who play come first."""
HEARTBEAT: Final = 4.0
"""Seconds between two messages by which a node says that it is alive."""
_TIMEOUT: Final = 3.5 * HEARTBEAT
"""Seconds after which a silent node is taken for dead."""
_PAYLOAD_BYTES: Final = 6000
"""About how many bytes go into one message; PostgreSQL takes 8000."""


class PresenceMessage(msgspec.Struct, omit_defaults=True):
    """What one node tells the others; with its name alone it is a heartbeat."""

    node: str
    tables: dict[str, list[str]] = {}
    """Who listens to these tables on that node now."""
    whole: bool = False
    """Forget what I told before."""
    asks: bool = False
    """I am new, or have missed messages: tell me everything."""


class Presence:
    """Knows who listens to which table, and tells listeners and other nodes when that changes."""

    def __init__(
        self,
        registry: TableRegistry,
        broadcaster: Broadcaster,
        send_to_nodes: Callable[[bytes], None] | None,
    ) -> None:
        """`send_to_nodes` sends a message to all nodes; None where there is only this one."""
        self._registry, self._broadcaster = registry, broadcaster
        self._send_to_nodes = send_to_nodes
        self._node = secrets.token_hex(6)
        self._elsewhere: dict[str, dict[str, list[str]]] = {}
        self._heard: dict[str, float] = {}
        self._changed: set[str] = set()
        self._changed_here: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None

    def of(self, table: str) -> list[str]:
        """The identities that listen to a table, as far as they are named."""
        there = set(self._broadcaster.present(table))
        for tables in self._elsewhere.values():
            there.update(tables.get(table, ()))
        known = self._registry.cached(table)
        players = {seat.identity for seat in known.seats} if known is not None else set()
        return [*sorted(there & players), *sorted(there - players)][:SHOWN]

    def changed_here(self, table: str) -> None:
        """A stream of this node was opened or has ended."""
        self._changed_here.add(table)
        self._publish_soon([table])

    def _publish_soon(self, tables: Iterable[str]) -> None:
        self._changed.update(tables)
        if self._changed and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(GATHER, self._publish)

    def _publish(self) -> None:
        changed, here = self._changed, self._changed_here
        self._changed, self._changed_here, self._timer = set(), set(), None
        for table in changed:
            if self._broadcaster.has_listeners(table):
                self._broadcaster.send_presence(table, self.of(table), now())
        self._tell_nodes(here)

    # Other nodes.

    def announce(self, *, asks: bool = True) -> None:
        """Tell the others everything, and ask them for the same: this node receives (again)."""
        self._send(PresenceMessage(self._node, whole=True, asks=asks))
        self._tell_nodes(self._broadcaster.tables())

    def leave(self) -> None:
        """Tell the others that nobody listens here any more."""
        self._send(PresenceMessage(self._node, whole=True))

    def heartbeat(self) -> None:
        """Tell the others that this node is alive, and forget those that are not."""
        self._send(PresenceMessage(self._node))
        deaf_since = time.monotonic() - _TIMEOUT
        for node in [node for node, heard in self._heard.items() if heard < deaf_since]:
            del self._heard[node]
            self._publish_soon(self._elsewhere.pop(node, {}))

    def _tell_nodes(self, tables: Iterable[str]) -> None:
        told: dict[str, list[str]] = {}
        size = 0
        for table in tables:
            told[table] = self._broadcaster.present(table)[:SHOWN]
            size += 24 + 20 * len(told[table])
            if size >= _PAYLOAD_BYTES:
                self._send(PresenceMessage(self._node, told))
                told, size = {}, 0
        if told:
            self._send(PresenceMessage(self._node, told))

    def _send(self, told: PresenceMessage) -> None:
        if self._send_to_nodes is not None:
            self._send_to_nodes(msgspec.json.encode(told))

    def receive(self, payload: Any) -> None:
        """A message of some node, perhaps of this one itself."""
        told = msgspec.json.decode(payload, type=PresenceMessage)
        if told.node == self._node:
            return
        self._heard[told.node] = time.monotonic()
        known = self._elsewhere.setdefault(told.node, {})
        if told.whole:
            self._publish_soon(known)
            known.clear()
        for table, listeners in told.tables.items():
            known[table] = listeners
            if not listeners:
                del known[table]
        self._publish_soon(told.tables)
        if told.asks:
            self.announce(asks=False)
