"""The on-disk cache of machine code.

Numba's cache checks only the file in which a function is defined, so a change in one module would
leave stale machine code in the functions that call it. The cache folder is therefore named after a
digest of all modules whose code can be compiled into that layer.
"""

import hashlib
import os
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

import numba

LAYERS = ("rules", "bots", "sim", "envs", "analysis", "lab")
"""The packages with compiled functions. Each calls only those before it."""


def cache_folder(layer: str = "rules") -> Path:
    """Return the folder for the machine code of this version of a layer."""
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
    """Return a digest of all modules of these layers and of the versions of Numba and Python."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for layer in layers:
        for source in sorted((package / layer).rglob("*.py")):
            digest.update(source.relative_to(package).as_posix().encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@cache
def is_writable(folder: Path) -> bool:
    """Return True if the folder is writable. If not, Numba would choose another folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
