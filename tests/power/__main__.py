"""`make power`: let the power fail after each of many writes, and check the files that are left.

    python -m tests.power --events 2000 --seed 1

Prints the number of examined states of the disk, and the first that broke a promise.
"""

import argparse
import asyncio
import sqlite3
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

from cartagena.server.metrics import Metrics
from cartagena.server.storage import database
from cartagena.server.storage.writer import Append, SqliteWriter
from tests.power.disk import Disk, write_files
from tests.power.recorder import Acknowledged, Operation, recording

FILE: Final = "power.db"
MAX_AT_ONCE: Final = 8
CHECKPOINT_EVERY: Final = 20
"""Commits between checkpoints, which move the content of the write-ahead log into the database."""


@dataclass
class Outcome:
    """The states that were examined, and the first broken promise."""

    operations: int = 0
    acknowledged: int = 0
    states: Counter[str] = field(default_factory=Counter)
    broken: str = ""


async def record(folder: Path, events: int, rng: Random) -> list[Operation]:
    """Write events with the server's writer, and return its operations on the disk."""
    url = database.read_url(str(folder / FILE))
    with recording(folder) as recorder:
        await database.prepare(url)
        recorder.acknowledge("schema")
        writer = SqliteWriter(database.connect_sync(url), Metrics())
        writer.open()
        written, batches = 0, 0
        while written < events:
            batch = [
                _append(number, rng)
                for number in range(written, min(events, written + rng.randint(1, MAX_AT_ONCE)))
            ]
            written += len(batch)

            async def durable(append: Append) -> None:
                await writer.append(append)
                recorder.acknowledge((append.table, append.seq, append.body))

            await asyncio.gather(*map(durable, batch))
            batches += 1
            if not batches % CHECKPOINT_EVERY:
                await asyncio.to_thread(_checkpoint, folder / FILE)
        await writer.close()
    return recorder.operations


def _append(number: int, rng: Random) -> Append:
    """Return an event: the next of one of ten tables, of any length."""
    table, seq = f"table {number % 10}", number // 10 + 1
    body = rng.choice("abc") * int(10 ** rng.uniform(1, 4))
    row: dict[str, Any] | None = None
    if seq == 1:
        row = {"id": table, "status": "running", "public": True, "owner": "x", "created_at": 1}
    return Append(table, seq, number, body, new_row=row)


def _checkpoint(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")


def examine(operations: Sequence[Operation], rng: Random, every: int = 1) -> Outcome:
    """Let the power fail after each operation, or after one of `every`, and check the files."""
    outcome, disk = Outcome(operations=len(operations)), Disk()
    promised: list[Any] = []
    for number, operation in enumerate(operations):
        disk.do(operation)
        if isinstance(operation, Acknowledged):
            promised.append(operation.what)
            outcome.acknowledged += 1
        if number % every:
            continue
        for way, files in disk.after_power_loss(rng):
            outcome.states[way] += 1
            with tempfile.TemporaryDirectory(prefix="power-", dir=_in_memory()) as folder:
                write_files(files, Path(folder))
                problem = check(Path(folder), promised)
            if problem:
                outcome.broken = f"after operation {number}, with {way}: {problem}"
                return outcome
    return outcome


def _in_memory() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def check(folder: Path, promised: Sequence[Any]) -> str:
    """Return the fault of the files, or an empty string."""
    try:
        with closing(sqlite3.connect(folder / FILE)) as connection:
            if (result := connection.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                return f"integrity check: {result}"
            if not promised:
                return ""
            rows = connection.execute("SELECT table_id, seq, body FROM events").fetchall()
            rowids = connection.execute("SELECT id FROM tables").fetchall()
    except sqlite3.DatabaseError as error:
        return f"{type(error).__name__}: {error}"
    stored = {(table, seq): body for table, seq, body in rows}
    for table, seq, body in promised[1:]:
        if stored.get((table, seq)) != body:
            return f"event {seq} of {table} was acknowledged and is lost"
    numbers = Counter(table for table, _ in stored)
    if any(
        (table, seq + 1) not in stored for table, most in numbers.items() for seq in range(most)
    ):
        return "a log has a gap"
    if {table for (table,) in rowids} != set(numbers):
        return "a table and its first event were not committed together"
    return ""


def lose_power(events: int, seed: int, every: int = 1) -> Outcome:
    """Record a run of the writer, and let the power fail after its operations."""
    with tempfile.TemporaryDirectory(prefix="power-") as folder:
        operations = asyncio.run(record(Path(folder), events, Random(seed)))
    return examine(operations, Random(seed), every)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="fail after every n-th operation only")
    chosen = parser.parse_args()
    outcome = lose_power(chosen.events, chosen.seed, chosen.every)
    print(f"{outcome.operations} operations, {outcome.acknowledged} acknowledged")
    for way, number in outcome.states.items():
        print(f"{number:8} states: {way}")
    print(outcome.broken or "everything acknowledged was there, in every state")
    return 1 if outcome.broken else 0


if __name__ == "__main__":
    sys.exit(main())
