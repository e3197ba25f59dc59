"""The decorators that compile functions with Numba.

Rules are plain functions over one packed NumPy record per game. CUDA kernels call the same functions,
so they use no allocation, no exceptions and no strings. With ``NUMBA_DISABLE_JIT=1`` they run as
ordinary Python.

An `entry_point` is called from Python. It becomes machine code, which is cached on disk. A `kernel` is
called only by other compiled functions. It is linked into them and optimised there, and no machine
code is generated for it alone, which halves the compile time. Called from Python, as in tests, a
kernel runs as ordinary Python.

Compiling everything takes seconds. A program that cannot wait calls `interpret_until_compiled`. Entry
points then run as ordinary Python until a thread inside `compiling` has called each of them once.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import numba
from numba.core import config
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from cartagena.jit.cache import LAYERS, cache_folder, compile_lock, is_writable

Function = TypeVar("Function", bound=Callable[..., object])


# No rule is passed around as a C callback. Leaving out those wrappers saves compile time.
_OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


# Compile progress.

_known: set[str] = set()
_compiled: set[str] = set()


def progress() -> tuple[int, int]:
    """Return how many functions this process has compiled or loaded, and how many there are."""
    return len(_compiled), len(_known)


def _note(functions: set[str], function: Any) -> None:
    functions.add(f"{function.__module__}.{function.__qualname__}")


# Kernels and entry points.


class _LinkedLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel, which exists only as a part of its callers."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002
        """Return no address, since there is no machine code."""
        return 0

    @property
    def codegen(self) -> "_LinkedLibrary":
        """Return an object to which the environment of the machine code can be set."""
        return self

    def set_env(self, env_name: str, env: object) -> None:
        """Ignore the environment, since there is no machine code."""


class KernelCompiler(Compiler):  # type: ignore[misc]
    """Compiles a kernel only as far as its callers need it."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function into a library that is only linked."""
        self.state.library = _LinkedLibrary(self.state.targetctx.codegen(), func.__qualname__)
        result = super().compile_extra(func)
        _note(_compiled, func)
        return result


class _Kernel(CPUDispatcher):  # type: ignore[misc]
    """A function that is compiled into its callers. Python calls the original function."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.py_func(*args, **kwargs)


class _EntryPoint(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that Python calls."""

    layer: str

    def compile(self, sig: Any) -> Any:
        """Load or compile the machine code for arguments of these types."""
        with global_compiler_lock, compile_lock(self.layer):
            result = super().compile(sig)
        _note(_compiled, self.py_func)
        return result


class _Interpreted(_EntryPoint):
    """An entry point that has not been compiled yet."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if not getattr(_thread, "compiles", False):
            return self.py_func(*args, **kwargs)
        result = super().__call__(*args, **kwargs)
        self.__class__ = _EntryPoint
        return result


_thread = threading.local()
_entry_points: list[Any] = []


def kernel(function: Function) -> Function:
    """Compile a function into the compiled functions that call it."""
    compiled = numba.njit(no_cpython_wrapper=True, pipeline_class=KernelCompiler, **_OPTIONS)(
        function
    )
    if isinstance(compiled, CPUDispatcher):
        compiled.__class__ = _Kernel
        _note(_known, function)
    return cast(Function, compiled)


def entry_point(function: Function) -> Function:
    """Compile a function on its first call, to run without the GIL, and cache it on disk."""
    parts = function.__module__.split(".")
    layer = parts[1] if parts[0] == "cartagena" and parts[1] in LAYERS else LAYERS[-1]
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder(layer))
    compiled: Any = numba.njit(**_OPTIONS)(function)
    try:
        if isinstance(compiled, CPUDispatcher):
            compiled.__class__ = _EntryPoint
            _note(_known, function)
            _entry_points.append(compiled)
            compiled.layer = layer
            if is_writable(cache_folder(layer)):
                compiled.enable_caching()
    finally:
        config.CACHE_DIR = before
    return cast(Function, compiled)


def is_entry_point(value: object) -> bool:
    """Return True if a value is a function that `entry_point` has decorated."""
    return isinstance(value, _EntryPoint)


def interpret_until_compiled() -> None:
    """Run the rules as ordinary Python until they are compiled.

    Bots and analyses would be far too slow, so they are still compiled when they are called.
    """
    for compiled in _entry_points:
        if compiled.layer == LAYERS[0] and not compiled.signatures:
            compiled.__class__ = _Interpreted


def interpret_no_more() -> None:
    """Compile every entry point when it is called from now on."""
    for compiled in _entry_points:
        compiled.__class__ = _EntryPoint


def interpreted() -> list[str]:
    """Return the entry points that run as ordinary Python at the moment."""
    return [
        entry.py_func.__qualname__ for entry in _entry_points if isinstance(entry, _Interpreted)
    ]


@contextmanager
def compiling() -> Iterator[None]:
    """Let calls of entry points in this thread compile them, for all threads."""
    _thread.compiles = True
    try:
        yield
    finally:
        _thread.compiles = False
