"""A recorder of everything that SQLite writes.

It puts itself between SQLite and the operating system: SQLite's *virtual file system* is a table of C
functions, and some of them are replaced. So the program, Python's driver and SQLite itself are those of
a real server. It needs a Python that loads SQLite as a shared library, as those of Linux
distributions do.
"""

import ctypes
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_MAPS: Final = Path("/proc/self/maps")
_OK: Final = 0
_P: Final = ctypes.c_void_p
_INT: Final = ctypes.c_int


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes that were handed to the operating system, which may write them now or later."""

    file: str
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncate:
    """A change of a file's length, which may happen now or later."""

    file: str
    size: int


@dataclass(frozen=True, slots=True)
class Sync:
    """The operating system has reported that all earlier writes of a file are on the disk."""

    file: str


@dataclass(frozen=True, slots=True)
class Delete:
    """A file was deleted. The change may reach the disk at any later time."""

    file: str


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """The program has promised that this is durable."""

    what: Any


Operation = Write | Truncate | Sync | Delete | Acknowledged


class _File(ctypes.Structure):
    _fields_ = [("methods", _P)]


_METHODS: Final = (
    "close", "read", "write", "truncate", "sync", "size", "lock", "unlock", "reserved", "control",
    "sector", "characteristics", "shm_map", "shm_lock", "shm_barrier", "shm_unmap", "fetch", "unfetch",
)  # fmt: skip
_PER_VERSION: Final = {1: 12, 2: 16, 3: 18}
"""Number of methods of each version of the table."""
_Write = ctypes.CFUNCTYPE(_INT, _P, _P, _INT, ctypes.c_longlong)
_Truncate = ctypes.CFUNCTYPE(_INT, _P, ctypes.c_longlong)
_Sync = ctypes.CFUNCTYPE(_INT, _P, _INT)
_Close = ctypes.CFUNCTYPE(_INT, _P)
# SQLite keeps the pointer to a path, so it must be passed on and not copied.
_Open = ctypes.CFUNCTYPE(_INT, _P, _P, _P, _INT, _P)
_Delete = ctypes.CFUNCTYPE(_INT, _P, ctypes.c_char_p, _INT)


class _Methods(ctypes.Structure):
    """`sqlite3_io_methods`: the operations on an open file."""

    _fields_ = [("version", _INT), *((name, _P) for name in _METHODS)]


class _System(ctypes.Structure):
    """The beginning of `sqlite3_vfs`. The rest is copied unchanged."""

    _fields_ = [
        ("version", _INT),
        ("file_size", _INT),
        ("longest_path", _INT),
        ("next", _P),
        ("name", ctypes.c_char_p),
        ("data", _P),
        ("open", _P),
        ("delete", _P),
        ("rest", _P * 16),
    ]


_USED_OF_REST: Final = {1: 10, 2: 11, 3: 14}


def library() -> ctypes.CDLL | None:
    """Return the library that Python's driver uses, or None if it is part of the driver."""
    with sqlite3.connect(":memory:") as connection:
        connection.execute("SELECT 1")
    if not _MAPS.exists():
        return None
    for line in _MAPS.read_text(encoding="utf-8").splitlines():
        path = line.rpartition(" ")[2]
        if "libsqlite3" in path:
            return ctypes.CDLL(path)
    return None


class Recorder:
    """All operations on the files of a folder, in order."""

    def __init__(self, folder: Path) -> None:
        self.operations: list[Operation] = []
        self._folder = str(folder)
        self._names: dict[int, str] = {}
        """The name of each open file by its address."""
        self._tables: dict[int, tuple[_Methods, _Methods, tuple[Any, ...]]] = {}
        """The original methods, their replacements and the callbacks, by the original address."""
        self._methods_of: dict[int, _Methods] = {}

    def acknowledge(self, what: Any) -> None:
        """Record that something was promised."""
        self.operations.append(Acknowledged(what))

    def wrap_open(self, original: Callable[..., int]) -> Callable[..., int]:
        """Return a function that opens a file and then replaces its methods."""

        def open_file(system: int, path: int | None, file: int, flags: int, out: int) -> int:
            status = original(system, path, file, flags, out)
            name = ctypes.string_at(path).decode() if path else ""
            if status == _OK and name.startswith(self._folder):
                self._watch(file, Path(name).name)
            return status

        return open_file

    def wrap_delete(self, original: Callable[..., int]) -> Callable[..., int]:
        """Return a function that deletes a file and records it."""

        def delete(system: int, path: bytes, sync: int) -> int:
            status = original(system, path, sync)
            if status == _OK and path.decode().startswith(self._folder):
                self.operations.append(Delete(Path(path.decode()).name))
            return status

        return delete

    def _watch(self, file: int, name: str) -> None:
        handle = _File.from_address(file)
        assert handle.methods is not None
        address = handle.methods
        if address not in self._tables:
            self._tables[address] = self._our_methods(address)
        self._names[file] = name
        handle.methods = ctypes.addressof(self._tables[address][1])

    def _our_methods(self, address: int) -> tuple[_Methods, _Methods, tuple[Any, ...]]:
        """Return the methods at an address, their replacements, and the callbacks to keep alive."""
        version = _INT.from_address(address).value
        size = _Methods.close.offset + _PER_VERSION[min(version, 3)] * ctypes.sizeof(_P)
        original, ours = _Methods(), _Methods()
        for methods in (original, ours):
            ctypes.memmove(ctypes.addressof(methods), address, size)
        real_write, real_truncate = _Write(original.write), _Truncate(original.truncate)
        real_sync, real_close = _Sync(original.sync), _Close(original.close)

        def write(file: int, data: int, size: int, offset: int) -> int:
            copy = ctypes.string_at(data, size)
            status = int(real_write(file, data, size, offset))
            if status == _OK:
                self.operations.append(Write(self._names[file], offset, copy))
            return status

        def truncate(file: int, size: int) -> int:
            status = int(real_truncate(file, size))
            self.operations.append(Truncate(self._names[file], size))
            return status

        def sync(file: int, flags: int) -> int:
            status = int(real_sync(file, flags))
            if status == _OK:
                self.operations.append(Sync(self._names[file]))
            return status

        def close(file: int) -> int:
            self._names.pop(file, None)
            return int(real_close(file))

        callbacks = (_Write(write), _Truncate(truncate), _Sync(sync), _Close(close))
        for name, callback in zip(("write", "truncate", "sync", "close"), callbacks, strict=True):
            setattr(ours, name, ctypes.cast(callback, _P))
        return original, ours, callbacks


_kept: list[Any] = []
"""SQLite may still call these after a recording, when a connection is closed late."""


@contextmanager
def recording(folder: Path) -> Iterator[Recorder]:
    """Record what SQLite does with the files of a folder, on connections that are opened now."""
    sqlite = library()
    assert sqlite is not None, "SQLite is not a shared library here"
    sqlite.sqlite3_vfs_find.restype = _P
    address = sqlite.sqlite3_vfs_find(None)
    ours = _System()
    version = _INT.from_address(address).value
    size = _System.rest.offset + _USED_OF_REST[min(version, 3)] * ctypes.sizeof(_P)
    ctypes.memmove(ctypes.addressof(ours), address, size)
    recorder = Recorder(folder)
    callbacks = (
        _Open(recorder.wrap_open(_Open(ours.open))),
        _Delete(recorder.wrap_delete(_Delete(ours.delete))),
    )
    ours.name, ours.next = b"recorded", None
    ours.open, ours.delete = (ctypes.cast(callback, _P) for callback in callbacks)
    _kept.append((ours, recorder, callbacks))
    sqlite.sqlite3_vfs_register(ctypes.byref(ours), 1)
    try:
        yield recorder
    finally:
        sqlite.sqlite3_vfs_unregister(ctypes.byref(ours))
        sqlite.sqlite3_vfs_register(_P(address), 1)
