"""Who listens to a table, on this node and on all others.

Nothing of it is stored: nodes tell each other over PostgreSQL's NOTIFY, and what a node has told
is forgotten when it falls silent. Changes are gathered for a moment, so that a crowd that comes at
once costs a few messages and not one for each pair of them.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from cartagena.server.streams.listeners import Streams
from cartagena.server.tables.registry import Harbour, now

GATHER: Final = 0.25
"""Seconds for which changes are gathered."""
SHOWN: Final = 100
"""How many are named at most; those who play come first."""
BEAT: Final = 4.0
_SILENCE: Final = 3.5 * BEAT
"""Seconds after which a node that says nothing is taken for dead."""
_PAYLOAD: Final = 6000
"""About how many bytes are told at once; PostgreSQL takes 8000."""


class Told(msgspec.Struct, omit_defaults=True):
    """What one node tells the others."""

    node: str
    tables: dict[str, list[str]] = {}
    """Who listens there now to these tables."""
    whole: bool = False
    """Forget what I told before."""
    asks: bool = False
    """I am new, or was deaf for a while: tell me all."""


class Presence:
    """Who is where."""

    def __init__(self, harbour: Harbour, streams: Streams) -> None:
        self._harbour, self._streams = harbour, streams
        self.tell_nodes: Callable[[bytes], None] | None = None
        """How other nodes are told; there are none on SQLite."""
        self._node = secrets.token_hex(6)
        self._elsewhere: dict[str, dict[str, list[str]]] = {}
        self._heard: dict[str, float] = {}
        self._changed: set[str] = set()
        self._changed_here: set[str] = set()
        self._timer: asyncio.TimerHandle | None = None

    def of(self, table: str) -> list[str]:
        """The identities that listen to a table, as far as they are named."""
        there = set(self._streams.present(table))
        for tables in self._elsewhere.values():
            there.update(tables.get(table, ()))
        known = self._harbour.known(table)
        players = {seat.identity for seat in known.seats} if known is not None else set()
        return [*sorted(there & players), *sorted(there - players)][:SHOWN]

    def changed_here(self, table: str) -> None:
        """A stream of this node was opened or has ended."""
        self._changed_here.add(table)
        self._tell_soon([table])

    def _tell_soon(self, tables: Iterable[str]) -> None:
        self._changed.update(tables)
        if self._changed and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(GATHER, self._tell)

    def _tell(self) -> None:
        changed, here = self._changed, self._changed_here
        self._changed, self._changed_here, self._timer = set(), set(), None
        for table in changed:
            if self._streams.has(table):
                self._streams.tell_presence(table, self.of(table), now())
        self._tell_nodes(here)

    # Other nodes.

    def introduce(self, *, asks: bool = True) -> None:
        """Tell the others all, and ask them for the same: this node hears, or hears again."""
        self._say(Told(self._node, whole=True, asks=asks))
        self._tell_nodes(self._streams.tables())

    def leave(self) -> None:
        """Nobody listens here any more."""
        self._say(Told(self._node, whole=True))

    def beat(self) -> None:
        """Say that this node lives, and forget those that do not."""
        self._say(Told(self._node))
        deaf_since = time.monotonic() - _SILENCE
        for node in [node for node, heard in self._heard.items() if heard < deaf_since]:
            del self._heard[node]
            self._tell_soon(self._elsewhere.pop(node, {}))

    def _tell_nodes(self, tables: Iterable[str]) -> None:
        told: dict[str, list[str]] = {}
        size = 0
        for table in tables:
            told[table] = self._streams.present(table)[:SHOWN]
            size += 24 + 20 * len(told[table])
            if size >= _PAYLOAD:
                self._say(Told(self._node, told))
                told, size = {}, 0
        if told:
            self._say(Told(self._node, told))

    def _say(self, told: Told) -> None:
        if self.tell_nodes is not None:
            self.tell_nodes(msgspec.json.encode(told))

    def hear(self, payload: Any) -> None:
        """What some node told, perhaps this one itself."""
        told = msgspec.json.decode(payload, type=Told)
        if told.node == self._node:
            return
        self._heard[told.node] = time.monotonic()
        known = self._elsewhere.setdefault(told.node, {})
        if told.whole:
            self._tell_soon(known)
            known.clear()
        for table, listeners in told.tables.items():
            known[table] = listeners
            if not listeners:
                del known[table]
        self._tell_soon(told.tables)
        if told.asks:
            self.introduce(asks=False)
