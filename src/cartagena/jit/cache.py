"""Where machine code is kept, under a key that changes with the rules.

Numba's disk cache looks only at the file a function is written in, so a change in one rule
module would leave stale machine code of its callers. The cache folder is therefore named after
a digest of every module that compiled code of that layer can come from.
"""

import hashlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

import numba
from numba.core import config

LAYERS = ("rules", "bots", "sim", "envs", "analysis", "lab")
"""The packages with compiled functions; each calls only those before it."""

_COMPLETE = "complete"
"""A file in the cache folder that says: everything that `warm_up` compiles is there."""


def cache_folder(layer: str = "rules") -> Path:
    """Where the machine code of this very version of a layer is kept."""
    chosen = os.environ.get("CARTAGENA_CACHE")
    if chosen:
        base = Path(chosen)
    elif sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "cartagena"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cartagena"
    return base / f"{layer}-{_digest(layer)}"


@cache
def _digest(layer: str) -> str:
    return source_digest(Path(__file__).parents[1], LAYERS[: LAYERS.index(layer) + 1])


def source_digest(package: Path, layers: tuple[str, ...]) -> str:
    """A digest of every module in these layers, nested ones too, and of the compiler's version."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for layer in layers:
        for source in sorted((package / layer).rglob("*.py")):
            digest.update(source.relative_to(package).as_posix().encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def is_cached(layer: str = "rules") -> bool:
    """Whether everything of a layer can be loaded, which takes a second, or must be compiled."""
    return bool(config.DISABLE_JIT) or (cache_folder(layer) / _COMPLETE).exists()


def mark_cached(layer: str = "rules") -> None:
    """Remember that everything of a layer has been compiled."""
    if is_writable(cache_folder(layer)):
        (cache_folder(layer) / _COMPLETE).touch()


@cache
def is_writable(folder: Path) -> bool:
    """Whether machine code can be kept there. If not, Numba would choose a folder of its own."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


_held: set[str] = set()
"""The layers that this process is compiling."""


@contextmanager
def compile_lock(layer: str) -> Iterator[None]:
    """Let one process at a time compile a layer; the others then find its code in the cache.

    Held inside Numba's own lock, so only one thread of a process ever comes here. An entry point
    that calls another compiles it meanwhile, under the same lock.
    """
    if _held or is_cached(layer) or not is_writable(cache_folder(layer)):
        yield
        return
    with (cache_folder(layer) / "lock").open("a") as file:
        with suppress(ImportError, OSError):  # Windows and some network disks have no such locks
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        _held.add(layer)
        try:
            yield
        finally:
            _held.clear()
