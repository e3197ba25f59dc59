"""How the rules are compiled.

Rules are plain functions over one packed NumPy record per game. `kernel` compiles them with
Numba; the same functions are called from CUDA kernels, so they use no allocation, no
exceptions and no strings. With ``NUMBA_DISABLE_JIT=1`` they run as ordinary Python.

Numba's disk cache looks only at the file a function is written in, so a change in one rule
module would leave stale machine code of its callers. The cache folder is therefore named after
a digest of every module that compiled code of that layer can come from.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar, cast

import numba
from numba.core import config

Function = TypeVar("Function", bound=Callable[..., object])


_LAYERS = ("rules", "players", "lab")
"""The packages with compiled functions; each calls only those before it."""


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
    return source_digest(Path(__file__).parents[1], _LAYERS[: _LAYERS.index(layer) + 1])


def source_digest(package: Path, layers: tuple[str, ...]) -> str:
    """A digest of every module in these layers, nested ones too, and of the compiler's version."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for layer in layers:
        for source in sorted((package / layer).rglob("*.py")):
            digest.update(source.relative_to(package).as_posix().encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def kernel(function: Function) -> Function:
    """Compile a rule on its first call, without the GIL, and keep the result on disk."""
    parts = function.__module__.split(".")
    layer = parts[1] if parts[0] == "cartagena" and parts[1] in _LAYERS else _LAYERS[-1]
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder(layer))
    try:
        # Nobody passes rules around as C callbacks; leaving those out saves compiling time.
        compiled = numba.njit(cache=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True)(
            function
        )
    finally:
        config.CACHE_DIR = before
    return cast(Function, compiled)
