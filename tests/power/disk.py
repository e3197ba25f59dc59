"""The states that a disk can have after the power has failed."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from tests.power.recorder import Acknowledged, Delete, Operation, Sync, Truncate, Write

SECTOR: Final = 512
"""Bytes that a disk writes at once. A longer write can be torn between two of them."""


class Disk:
    """The files as they certainly are on the disk, and the changes that may be there."""

    def __init__(self) -> None:
        self._files: dict[str, bytearray] = {}
        self._waiting: dict[str, list[Write | Truncate]] = {}

    def do(self, operation: Operation) -> None:
        """Carry out an operation. Only a sync makes changes certain."""
        match operation:
            case Write() | Truncate():
                self._waiting.setdefault(operation.file, []).append(operation)
            case Sync():
                for waiting in self._waiting.pop(operation.file, []):
                    _apply(self._files, waiting)
                self._files.setdefault(operation.file, bytearray())
            case Delete():
                self._files.pop(operation.file, None)
                self._waiting.pop(operation.file, None)
            case Acknowledged():
                pass

    def after_power_loss(self, rng: Random) -> Iterator[tuple[str, dict[str, bytearray]]]:
        """Yield a name and the files for several ways in which the power can fail now."""
        changes = [change for waiting in self._waiting.values() for change in waiting]
        yield "nothing but what was synced", self._with([])
        if not changes:
            return
        yield "everything", self._with(changes)
        last = changes[-1]
        if isinstance(last, Write) and len(last.data) > 1:
            yield "the last write torn", self._with([*changes[:-1], _torn(last, rng)])
        kept = [change for change in changes if rng.random() < 0.5]
        yield "some writes lost", self._with(kept)
        rng.shuffle(kept)
        torn = [_torn(each, rng) if isinstance(each, Write) else each for each in kept]
        yield "some writes lost, all others torn and out of order", self._with(torn)

    def _with(self, changes: Sequence[Write | Truncate]) -> dict[str, bytearray]:
        files = {name: bytearray(content) for name, content in self._files.items()}
        for change in changes:
            _apply(files, change)
        return files


def _apply(files: dict[str, bytearray], change: Write | Truncate) -> None:
    content = files.setdefault(change.file, bytearray())
    match change:
        case Write():
            missing = change.offset + len(change.data) - len(content)
            content.extend(bytes(max(0, missing)))
            content[change.offset : change.offset + len(change.data)] = change.data
        case Truncate():
            del content[change.size :]


def _torn(write: Write, rng: Random) -> Write:
    """Return the beginning of a write, cut anywhere or at the end of a sector."""
    length = rng.randrange(len(write.data))
    if rng.random() < 0.5:
        length -= (write.offset + length) % SECTOR
    return Write(write.file, write.offset, write.data[: max(0, length)])


def write_files(files: dict[str, bytearray], folder: Path) -> None:
    """Write the files into an empty folder. The shared memory of a database does not survive."""
    for name, content in files.items():
        if not name.endswith("-shm"):
            (folder / name).write_bytes(content)
