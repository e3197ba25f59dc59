"""The decorators of compiled functions.

Rules are plain functions over one packed NumPy record per game. CUDA kernels call the same functions,
so they use no allocation, no exceptions and no strings.

An `entry_point` is called from Python. It runs as machine code from a library that is part of the
package. If there is none for this platform or for these sources, Numba compiles it on its first call.
Without Numba it runs as ordinary Python. `CARTAGENA_KERNELS=prebuilt`, `jit` or `python` chooses.

A `kernel` is called only by other compiled functions. It is linked into them and optimised there.
Called from Python, as in tests, it runs as ordinary Python.
"""

import logging
import os
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any, Final, Literal, TypeVar, cast, get_args

from cartagena.jit import native, prebuilt

Function = TypeVar("Function", bound=Callable[..., object])
Mode = Literal["prebuilt", "jit", "python"]

SWITCH: Final = "CARTAGENA_KERNELS"
"""The environment variable that chooses the mode."""

_MARK: Final = "__cartagena_kernel__"
"""The attribute of functions that may be compiled into others: their Python code."""

_ENTRY: Final = "__cartagena_entry_point__"
"""The attribute of entry points."""

log: Final = logging.getLogger("cartagena.jit")


@cache
def mode() -> Mode:
    """Return how entry points run in this process. Logs a warning if the library cannot be used."""
    choice = os.environ.get(SWITCH)
    if choice:
        if choice not in get_args(Mode):
            raise ValueError(
                f"{SWITCH} must be {', '.join(get_args(Mode))} or empty, not {choice!r}."
            )
        return cast(Mode, choice)
    problem = prebuilt.problem()
    if problem is None:
        return "prebuilt"
    if find_spec("numba") is not None:
        log.warning(
            "%s Numba compiles them again, which takes half a minute the first time.", problem
        )
        return "jit"
    log.warning("%s They run as ordinary Python, which is slow: install cartagena[jit].", problem)
    return "python"


def kernel(function: Function) -> Function:
    """Compile a function into the compiled functions that call it."""
    setattr(function, _MARK, function)
    return function


def entry_point(function: Function) -> Function:
    """Run a function as machine code when Python calls it, without the interpreter's lock."""
    setattr(function, _MARK, function)
    compiled = _compile(function)
    if compiled is not function:
        setattr(compiled, _MARK, function)
    setattr(compiled, _ENTRY, True)
    return cast(Function, compiled)


def _compile(function: Callable[..., Any]) -> Callable[..., Any]:
    if mode() == "prebuilt":
        entry = native.find(str(prebuilt.library_file()), function, export_name(function))
        if entry is not None:
            return entry
    if mode() == "python" or find_spec("numba") is None:
        return function
    from cartagena.jit.numba_backend import entry_point_dispatcher

    compiled: Callable[..., Any] = entry_point_dispatcher(function)
    return compiled


def export_name(function: Callable[..., Any]) -> str:
    """Return the C name of an entry point: `cartagena.rules.batch.apply` is `rules_batch_apply`."""
    module = function.__module__.removeprefix("cartagena.")
    return f"{module}.{function.__name__}".replace(".", "_")


def is_entry_point(value: object) -> bool:
    """Return True if a value is a function that `entry_point` has decorated."""
    return callable(value) and getattr(value, _ENTRY, False) is True


def python_code(value: object) -> Callable[..., Any] | None:
    """Return the Python function behind a kernel or an entry point, or None for other values."""
    return getattr(value, _MARK, None)
