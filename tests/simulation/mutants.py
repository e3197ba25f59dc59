"""Old bugs, put back one at a time: the simulation must find each of them.

python -m tests.simulation.mutants

The first seeds that find each are written to killers.json, which the tests read. There are several,
because a change of the server changes what happens in each seed.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from cartagena.server.cluster.listener import NodeListener
from cartagena.server.delivery.courier import Courier
from cartagena.server.delivery.posting import Reply
from cartagena.server.scheduler import TableScheduler
from cartagena.server.storage import admin_commands
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.storage.outbox import Notice
from cartagena.server.storage.writer import Append
from cartagena.server.streams.presence import Presence
from cartagena.server.streams.sse import OpenStreams
from cartagena.server.tables import chat, decisions, moves, registry
from cartagena.server.tables.decisions import Decision
from cartagena.server.tables.locks import TableLock, TableLocks
from cartagena.server.tables.registry import TableRegistry
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import GameViews
from tests.simulation.world import simulate

MAX_SEEDS: Final = 2000
_KEPT: Final = 3
"""Number of seeds that are kept for each mutant."""
KILLERS: Final = Path(__file__).with_name("killers.json")
"""The file with the first seeds that find each mutant."""


@contextmanager
def dropped_refresh() -> Iterator[None]:
    """An event of another node that could not be read is never read again (F16)."""

    async def refresh(self: Any, table: str) -> None:
        with suppress(Exception):
            await self._registry.refresh(table, self._to_refresh.pop(table))

    with patch.object(NodeListener, "_refresh", refresh):
        yield


@contextmanager
def deaf_node() -> Iterator[None]:
    """A node that listens again does not read what it has missed."""

    async def refresh_all(_self: TableRegistry) -> None:
        return None

    with patch.object(TableRegistry, "refresh_all", refresh_all):
        yield


@contextmanager
def overtaking_notice() -> Iterator[None]:
    """A notice of a later event is applied before the node has published its own event."""
    receive = TableRegistry.receive

    def receive_at_once(
        self: TableRegistry, name: str, seq: int, stored: StoredEvent | None
    ) -> bool:
        waiting, self._unpublished = self._unpublished, set()
        try:
            return receive(self, name, seq, stored)
        finally:
            self._unpublished = waiting

    with patch.object(TableRegistry, "receive", receive_at_once):
        yield


@contextmanager
def forgotten_doubt() -> Iterator[None]:
    """A commit without an answer counts as one that failed."""
    original = TableRegistry._commit

    async def commit(self: TableRegistry, append: Append, after: Table) -> None:
        try:
            await original(self, append, after)
        finally:
            self._doubtful.discard(after.id)

    with patch.object(TableRegistry, "_commit", commit):
        yield


@contextmanager
def double_append() -> Iterator[None]:
    """A request that is sent again is carried out again."""

    def once(decide: Decision, _who: Any, _key: Any, _kind: Any) -> Decision:
        return decide

    with (
        patch.object(moves, "once", once),
        patch.object(chat, "once", once),
        patch.object(decisions, "once", once),
    ):
        yield


@contextmanager
def unresolved_doubt() -> Iterator[None]:
    """After a commit in doubt, nothing reads the log for those who only listen."""

    async def resolve_doubt(_self: TableRegistry, _name: str) -> None:
        return None

    with patch.object(TableRegistry, "_resolve_doubt", resolve_doubt):
        yield


@contextmanager
def dropped_lock() -> Iterator[None]:
    """The lock of a table is dropped with the table, even while others wait for it."""
    keep = TableRegistry._keep

    def in_use(self: TableLocks, name: str) -> bool:
        lock = self._locks.get(name)
        return lock is not None and lock.locked()

    def leave(self: TableLock) -> None:
        self._lock.users -= 1

    def keep_and_drop(self: TableRegistry, table: Table) -> None:
        before = list(self._tables)
        keep(self, table)
        for name in before:
            if name not in self._tables:
                self._locks._locks.pop(name, None)

    with (
        patch.object(TableLocks, "in_use", in_use),
        patch.object(TableLock, "_leave", leave),
        patch.object(TableRegistry, "_keep", keep_and_drop),
    ):
        yield


@contextmanager
def idle_bots() -> Iterator[None]:
    """A table of bots stands still after a write has failed (F14)."""
    with patch.object(TableScheduler, "_schedule_again", lambda _self, _name: None):
        yield


@contextmanager
def late_presence() -> Iterator[None]:
    """A late message about who is present replaces a newer one."""
    receive = Presence.receive

    def receive_any(self: Presence, payload: Any) -> None:
        self._heard.clear()
        receive(self, payload)

    with patch.object(Presence, "receive", receive_any):
        yield


@contextmanager
def open_streams() -> Iterator[None]:
    """Streams stay open after their tokens were revoked (F6)."""

    async def review(_self: OpenStreams, _identity: str | None = None) -> None:
        return None

    with patch.object(OpenStreams, "review", review):
        yield


@contextmanager
def lost_command() -> Iterator[None]:
    """A command whose transaction took longer than that of the next one is not read."""
    with patch.object(admin_commands, "_OVERLAP", 0):
        yield


@contextmanager
def charged_outage() -> Iterator[None]:
    """Time in which no node ran is charged to the player to move."""
    with patch.object(registry, "refund", lambda _table, _outages: None):
        yield


@contextmanager
def open_hand() -> Iterator[None]:
    """Spectators see what the first seat sees."""
    with patch.object(GameViews, "spectator", lambda self: self.seat(self.game.players[0])):
        yield


@contextmanager
def lost_notice() -> Iterator[None]:
    """A notice whose reply is an error is not sent again."""
    with patch.object(Reply, "may_succeed_later", False):
        yield


@contextmanager
def lasting_notification() -> Iterator[None]:
    """The notification of a turn that is over is not taken back."""
    matters = Courier._matters

    def is_not_cleared(self: Courier, notice: Notice, table: Table | None) -> bool:
        return notice.kind != "clear" and matters(self, notice, table)

    with patch.object(Courier, "_matters", is_not_cleared):
        yield


MUTANTS: Final[dict[str, Callable[[], Any]]] = {
    "dropped refresh (F16)": dropped_refresh,
    "deaf node": deaf_node,
    "notice that overtakes an event": overtaking_notice,
    "lost commit in doubt": forgotten_doubt,
    "double append": double_append,
    "unresolved doubt": unresolved_doubt,
    "dropped lock": dropped_lock,
    "idle bots (F14)": idle_bots,
    "late presence": late_presence,
    "lost command": lost_command,
    "open streams (F6)": open_streams,
    "charged outage": charged_outage,
    "open hand": open_hand,
    "lost notice": lost_notice,
    "lasting notification": lasting_notification,
}
"""The first five are old bugs, the next five were found by the simulation itself. The others show
that an invariant is checked."""


def hunt(mutant: Callable[[], Any], seeds: int = MAX_SEEDS) -> dict[int, str]:
    """Return the first seeds that find a mutant, each with the invariant."""
    found: dict[int, str] = {}
    with mutant():
        for seed in range(1, seeds + 1):
            outcome = simulate(seed)
            if outcome.violation:
                found[seed] = f"{outcome.violation}: {outcome.detail}"
            if len(found) == _KEPT:
                break
    return found


def read_killers() -> dict[str, list[int]]:
    """Return the first seeds that find each mutant that was hunted."""
    killers: dict[str, list[int]] = json.loads(KILLERS.read_text())
    return killers


def main() -> int:
    """Hunt all mutants, or those named on the command line, and print a row of the table in docs/testing.md for each."""
    escaped, killers = 0, read_killers()
    for name, mutant in MUTANTS.items():
        if sys.argv[1:] and not any(name.startswith(part) for part in sys.argv[1:]):
            continue
        began = time.process_time()
        found = hunt(mutant)
        seconds = time.process_time() - began
        escaped += not found
        killers[name] = list(found)
        KILLERS.write_text(json.dumps(killers, indent=2) + "\n")
        print(f"| {name} | {found} | {seconds:.1f} s |", flush=True)
    return 1 if escaped else 0


if __name__ == "__main__":
    sys.exit(main())
