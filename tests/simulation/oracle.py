"""The invariants, which are derived from the log and checked after every commit and at the end."""

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import msgspec

from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.storage.writer import Append
from cartagena.server.streams.broadcaster import render
from cartagena.server.tables import events as ev
from cartagena.server.tables.reducer import reduce_event, replay_events
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import EventView, snapshot
from tests.simulation.budgets import Budgets
from tests.simulation.chance import EPOCH_MS
from tests.simulation.twins import sends_same_event, sends_same_snapshot

if TYPE_CHECKING:
    from tests.simulation.world import World

ARRIVAL_SECONDS: Final = 3.0
"""Seconds after which a stream must have sent an event."""
_CLOCK_TOLERANCE: Final = 5.0
"""Tolerance of a time limit in seconds. Heartbeats come every three seconds."""


@dataclass
class TrueTable:
    """A table with its whole past."""

    past: list[tuple[ev.Entry, Table]] = field(default_factory=list)
    """Each event, and the table just after it."""
    decided_at: float = 0.0
    """When the clock of the player to move started, in virtual seconds, without refunds."""
    last_at: float = 0.0
    """When the last event was written, in virtual seconds."""
    times: list[float] = field(default_factory=list)
    """When each event was written, in virtual seconds."""
    keys: set[tuple[str, str]] = field(default_factory=set)
    budgets: Budgets = field(default_factory=Budgets)
    sent: dict[tuple[int, object], bytes] = field(default_factory=dict)
    """Every event as it was first sent to each kind of viewer."""

    @property
    def now(self) -> Table:
        """Return the table as it is."""
        return self.past[-1][1]

    def length_before(self, moment: float) -> int:
        """Return the number of events before a moment."""
        return bisect_right(self.times, moment)


class Oracle:
    """Follows the log and checks everything that nodes write and send."""

    def __init__(self, world: "World", *, renders: bool) -> None:
        """Build an oracle. With `renders` it also computes what clients must be sent."""
        self._world, self._renders = world, renders
        self.tables: dict[str, TrueTable] = {}

    def committed(self, batch: list[Append]) -> None:
        """Check a commit."""
        for append in sorted(batch, key=lambda append: (append.table, append.seq)):
            self._committed(append)

    def _committed(self, append: Append) -> None:
        world = self._world
        world.note("event", append.table, append.seq, append.body)
        entry = ev.decode(StoredEvent(append.seq, append.at, append.body))
        truth = self.tables.setdefault(append.table, TrueTable())
        before = truth.past[-1][1] if truth.past else None
        if entry.seq != len(truth.past) + 1:
            return world.fail("gap in a log", append.table, entry.seq)
        key = (getattr(entry.event, "identity", ""), getattr(entry.event, "key", ""))
        if key[1]:
            if key in truth.keys:
                return world.fail("two effects of one key", append.table, key)
            truth.keys.add(key)
        try:
            if before is None:
                after = replay_events(append.table, [entry])
            else:
                after = reduce_event(before, entry)
        except Exception as error:
            return world.fail("an impossible event", append.table, entry.seq, repr(error))
        truth.past.append((entry, after))
        world.mail.changed(before, after, entry.at)
        truth.last_at = world.loop.time()
        truth.times.append(truth.last_at)
        if before is not None:
            truth.budgets.add(before, (entry.at - EPOCH_MS) / 1000, world.outage_since)
            if isinstance(entry.event, ev.TimedOut):
                self._check_time(truth, before)
        clock_started = before is None or before.decision_started_at != after.decision_started_at
        if clock_started and not isinstance(entry.event, ev.TimeRefunded):
            truth.decided_at = (entry.at - EPOCH_MS) / 1000
        row = world.rows.tables[append.table]
        if (row["status"], row["due_at"]) != (after.status, after.due_at()):
            world.fail("the index is wrong", append.table, entry.seq)
        return None

    def _check_time(self, truth: TrueTable, before: Table) -> None:
        """Check that a player lost no time to an outage of all nodes."""
        seat = before.decider
        world = self._world
        if seat is None:
            return
        if before.setup.budget:
            if not truth.budgets.is_used_up(seat, before, world.max_skew):
                world.fail("time was charged that a player did not have", before.id, seat.colour)
            return
        used = world.loop.time() - truth.decided_at - world.outage_since(truth.decided_at)
        tolerance = _CLOCK_TOLERANCE + 2 * world.max_skew
        if used < before.setup.seconds - tolerance:
            world.fail("time was charged that a player did not have", before.id, round(used, 1))

    # Streams.

    def check_event(self, table: str, identity: str, seq: int, last: int, data: bytes) -> None:
        """Check an event that a stream has sent, after the number `last`."""
        truth = self.tables.get(table)
        if truth is None or seq > len(truth.past):
            return self._world.fail("an event that is not in the log", table, seq)
        for missed in range(last + 1, seq):
            if self._is_visible(truth, missed, identity):
                return self._world.fail("a gap in a stream", table, last, seq)
        entry, after = truth.past[seq - 1]
        if not after.may_be_watched_by(identity):
            return self._world.fail("an event for a stranger", table, seq, identity)
        personal = isinstance(entry.event, (ev.Said, ev.Muted))
        viewer: object = identity if personal else after.seats_of(identity)
        first = truth.sent.get((seq, viewer))
        if first is None:
            first = data
            if self._renders:
                first = (render(EventView(after, entry), entry, identity) or b"")[:-2]
                if not sends_same_event(after, entry, identity, data):
                    return self._world.fail("an event reveals a secret", table, seq, identity)
            truth.sent[seq, viewer] = first
        if first != data:
            return self._world.fail("a stream got other bytes", table, seq, identity)
        return None

    def _is_visible(self, truth: TrueTable, seq: int, identity: str) -> bool:
        entry, after = truth.past[seq - 1]
        if not after.may_be_watched_by(identity):
            return False
        if not isinstance(entry.event, (ev.Said, ev.Muted)):
            return True
        return EventView(after, entry).for_identity(identity) is not None

    def last_visible(self, table: str, identity: str, age: float = ARRIVAL_SECONDS) -> int:
        """Return the number of the last visible event that is older than `age` seconds."""
        truth = self.tables[table]
        seq = truth.length_before(self._world.loop.time() - age)
        while seq > 1 and not self._is_visible(truth, seq, identity):
            seq -= 1
        return seq

    def check_snapshot(self, table: str, identity: str, seq: int, data: bytes) -> None:
        """Check a snapshot that a stream has sent."""
        truth = self.tables.get(table)
        if truth is None or not 0 < seq <= len(truth.past):
            return self._world.fail("a snapshot of no table", table, seq)
        past = truth.past[seq - 1][1]
        if not past.may_be_watched_by(identity):
            return self._world.fail("a snapshot for a stranger", table, seq, identity)
        if not self._renders:
            return None
        sent = msgspec.json.decode(data)
        present, now = sent["present"], sent["now"]
        if msgspec.json.encode(snapshot(past, identity, present, now)) != data:
            return self._world.fail("a snapshot has other bytes", table, seq, identity)
        if not sends_same_snapshot(past, identity, present, now, data):
            self._world.fail("a snapshot reveals a secret", table, seq, identity)
        return None

    # The end.

    def check_memory(self, cached: Table, node: int) -> None:
        """Check that a node remembers a table as its log says."""
        truth = self.tables[cached.id]
        if cached.seq > len(truth.past):
            return self._world.fail("a node knows events that are not in the log", cached.id, node)
        if cached.seq < truth.length_before(self._world.loop.time() - ARRIVAL_SECONDS):
            return self._world.fail("a node has missed events", cached.id, node)
        if _essence(cached) != _essence(truth.past[cached.seq - 1][1]):
            self._world.fail("a node remembers another table", cached.id, node)
        return None

    def check_progress(self, before: Table | None, has_moved: bool) -> None:
        """Check that a table has changed since `before` if a player has moved there."""
        if before is not None and has_moved and self.tables[before.id].now.seq == before.seq:
            self._world.fail("no progress after healing", before.id, before.seq)

    def check_due(self, table: str, is_watched: bool) -> None:
        """Check that nothing has been due at a table for long."""
        world, now = self._world, self.tables[table].now
        due = now.due_at()
        overdue = world.due_seconds + world.max_skew
        if due is not None and due < world.now_ms() - 1000 * overdue:
            return world.fail("something due was not done", table, now.seq)
        waits = now.bot_to_move() or now.forced_step()
        if due is None and waits and is_watched:
            idle = world.loop.time() - self.tables[table].last_at
            if idle > overdue:
                world.fail("a watched table of bots stands still", table, now.seq)
        return None


def _essence(table: Table) -> tuple[Any, ...]:
    return (
        table.seq,
        list(table.seats),
        None if table.game is None else table.game.position(),
        dict(table.handled),
        table.due_at(),
        list(table.chat),
    )
