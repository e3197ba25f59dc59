"""The rows of the simulated database."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from cartagena.server.storage.beats import MEMORY_MS, MIN_OUTAGE_MS
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.storage.ports import Command, Outage
from cartagena.server.storage.writer import Append, WriteConflict
from tests.simulation.outbox import OutboxRows

UNFINISHED: Final = ("waiting", "running")


@dataclass(slots=True)
class JobRow:
    """A row of `analyses`."""

    status: str
    asked_by: str
    asked_at: int
    total: int
    worker: str = ""
    seen_at: int = 0
    done: int = 0
    result: str | None = None


@dataclass
class Rows:
    """Everything that is stored. Each method is one transaction."""

    events: dict[str, list[StoredEvent]] = field(default_factory=dict)
    tables: dict[str, dict[str, Any]] = field(default_factory=dict)
    members: dict[str, dict[str, None]] = field(default_factory=dict)
    origins: dict[str, str] = field(default_factory=dict)
    beat: int | None = None
    outages: list[Outage] = field(default_factory=list)
    jobs: dict[str, JobRow] = field(default_factory=dict)
    tokens: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The id and the name of an identity, by the hash of its token."""
    commands: list[Command] = field(default_factory=list)
    last_command: int = 0
    outbox: OutboxRows = field(default_factory=OutboxRows)
    on_commit: Callable[[list[Append]], None] = lambda _: None

    def commit(self, batch: list[Append]) -> None:
        """Write events and the rows that go with them. If two nodes write the same number, one
        fails."""
        numbers = {(append.table, append.seq) for append in batch}
        if len(numbers) < len(batch):
            raise WriteConflict
        for append in batch:
            if any(stored.seq == append.seq for stored in self.events.get(append.table, ())):
                raise WriteConflict
            row = append.new_row
            if row is not None and (row["id"] in self.tables or row["origin"] in self.origins):
                raise WriteConflict
        for append in batch:
            stored = StoredEvent(append.seq, append.at, append.body)
            self.events.setdefault(append.table, []).append(stored)
            if append.new_row is not None:
                self.tables[append.table] = dict(append.new_row)
                if append.new_row["origin"] is not None:
                    self.origins[append.new_row["origin"]] = append.table
            if append.table in self.tables:
                self.tables[append.table].update(append.changes)
            for identity in append.new_members:
                self.members.setdefault(append.table, {})[identity] = None
            for news in append.news:
                self.outbox.record(append.table, append.seq, append.at, news)
        self.on_commit(batch)

    def read(self, table: str, after: int, until: int | None = None) -> list[StoredEvent]:
        rows = self.events.get(table, ())
        last = float("inf") if until is None else until
        stored = [event for event in rows if after < event.seq <= last]
        return sorted(stored, key=lambda event: event.seq)

    def last_numbers(self, names: list[str]) -> dict[str, int]:
        found = {name: self.events.get(name) for name in names}
        return {name: max(row.seq for row in rows) for name, rows in found.items() if rows}

    def opening(self, table: str) -> tuple[str, StoredEvent] | None:
        first = [event for event in self.events.get(table, ()) if event.seq == 1]
        return (self.tables[table]["status"], first[0]) if first else None

    def find(
        self, status: str | None, public: bool | None, identity: str | None, limit: int
    ) -> list[str]:
        names = [
            name
            for name, row in self.tables.items()
            if (status is None or row["status"] == status)
            and (public is None or row["public"] == public)
            and (identity is None or identity in self.members.get(name, {}))
        ]
        names.sort(key=lambda name: -self.tables[name]["created_at"])
        return names[:limit]

    def newest_public(self, status: str, each: int, limit: int) -> list[tuple[str, str]]:
        newest: list[tuple[str, str]] = []
        for name in self.find(status, True, None, len(self.tables)):
            owner = self.tables[name]["owner"]
            if sum(other == owner for _, other in newest) < each:
                newest.append((name, owner))
        return newest[:limit]

    def count_owned(self, identity: str, limit: int) -> int:
        rows = self.tables.values()
        owned = [row for row in rows if row["owner"] == identity and row["status"] in UNFINISHED]
        return min(limit, len(owned))

    def clear_due(self, table: str, before: int) -> None:
        row = self.tables.get(table)
        if row is not None and row["due_at"] is not None and row["due_at"] <= before:
            row["due_at"] = None

    def due(self, before: int, limit: int) -> list[str]:
        due = [
            (row["due_at"], name)
            for name, row in self.tables.items()
            if row["due_at"] is not None and row["due_at"] <= before
        ]
        return [name for _, name in sorted(due)][:limit]

    def renew_beat(self, at: int) -> list[Outage]:
        if self.beat is None:
            self.beat = at
        elif at > self.beat:
            if at - self.beat > MIN_OUTAGE_MS:
                self.outages.append(Outage(self.beat, at))
            self.beat = at
        return [outage for outage in self.outages if outage.until > at - MEMORY_MS]

    def add_job(self, table: str, identity: str, at: int, total: int) -> None:
        job = self.jobs.get(table)
        if job is None or job.status == "failed":
            self.jobs[table] = JobRow("waiting", identity, at, total)

    def count_jobs(self, identity: str) -> tuple[int, int]:
        unfinished = [job for job in self.jobs.values() if job.status in UNFINISHED]
        return len(unfinished), sum(job.asked_by == identity for job in unfinished)

    def claim_job(self, worker: str, at: int, expired: int) -> str | None:
        free = [
            (job.asked_at, table)
            for table, job in self.jobs.items()
            if job.status == "waiting" or (job.status == "running" and job.seen_at < expired)
        ]
        if not free:
            return None
        _, table = min(free)
        job = self.jobs[table]
        job.status, job.worker, job.seen_at, job.done = "running", worker, at, 0
        return table

    def leased(self, table: str, worker: str) -> JobRow | None:
        job = self.jobs.get(table)
        is_ours = job is not None and job.worker == worker and job.status == "running"
        return job if is_ours else None

    def renew_job(self, table: str, worker: str, at: int, done: int) -> bool:
        job = self.leased(table, worker)
        if job is not None:
            job.seen_at, job.done = at, done
        return job is not None

    def release_job(self, table: str, worker: str) -> None:
        job = self.leased(table, worker)
        if job is not None:
            job.status, job.worker, job.done = "waiting", "", 0

    def finish_job(self, table: str, worker: str, result: str | None, total: int) -> None:
        job = self.leased(table, worker)
        if job is not None and result is None:
            job.status = "failed"
        elif job is not None:
            job.status, job.done, job.total, job.result = "done", total, total, result

    # People.

    def sign_up(self, digest: str, identity: str, name: str) -> None:
        self.tokens[digest] = (identity, name)

    def next_command(self) -> int:
        """Return the number of a new command, whose transaction may be committed later."""
        self.last_command += 1
        return self.last_command

    def revoke(self, identity: str, number: int) -> None:
        for digest in [digest for digest, owner in self.tokens.items() if owner[0] == identity]:
            del self.tokens[digest]
        self.commands.append(Command(number, "revoke", identity))

    def commands_after(self, number: int) -> list[Command]:
        return sorted(command for command in self.commands if command.number > number)
