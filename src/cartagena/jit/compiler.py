"""How the rules are compiled.

Rules are plain functions over one packed NumPy record per game. Numba compiles them; the same
functions are called from CUDA kernels, so they use no allocation, no exceptions and no strings.
With ``NUMBA_DISABLE_JIT=1`` they run as ordinary Python.

There are two decorators. An `entry_point` is called from Python: it becomes machine code that is
kept on disk. A `kernel` is called by other compiled functions only: it is linked into them and
optimised there, and no machine code is made of it alone. That halves the time of compiling. Called
from Python, as a test may do, a kernel runs as ordinary Python.

Compiling everything takes seconds. A program that cannot wait calls `interpret_until_compiled`:
entry points then run as ordinary Python until a thread inside `compiling` has called each of them
once.
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


# Nobody passes rules around as C callbacks; leaving those out saves compiling time.
_OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


# How far compiling has come.

_known: set[str] = set()
_compiled: set[str] = set()


def progress() -> tuple[int, int]:
    """How many functions this process has compiled or loaded, and how many it knows."""
    return len(_compiled), len(_known)


def _note(functions: set[str], function: Any) -> None:
    functions.add(f"{function.__module__}.{function.__qualname__}")


# Kernels and entry points.


class _LinkedLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel: nothing but a part of its callers, which are optimised as a whole."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:  # noqa: ARG002
        """No machine code, no address."""
        return 0

    @property
    def codegen(self) -> "_LinkedLibrary":
        """Asked only to set the environment of machine code, which is not there."""
        return self

    def set_env(self, env_name: str, env: object) -> None:
        """Nothing to set."""


class KernelCompiler(Compiler):  # type: ignore[misc]
    """Compiles a kernel as far as its callers need it."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function into a library that is only linked."""
        self.state.library = _LinkedLibrary(self.state.targetctx.codegen(), func.__qualname__)
        result = super().compile_extra(func)
        _note(_compiled, func)
        return result


class _Kernel(CPUDispatcher):  # type: ignore[misc]
    """A function that is compiled into its callers; ordinary Python when called from there."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.py_func(*args, **kwargs)


class _EntryPoint(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that Python calls."""

    layer: str

    def compile(self, sig: Any) -> Any:
        """Load the machine code for arguments of these types, or compile it."""
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
    """Let a function be compiled into the compiled functions that call it."""
    compiled = numba.njit(no_cpython_wrapper=True, pipeline_class=KernelCompiler, **_OPTIONS)(
        function
    )
    if isinstance(compiled, CPUDispatcher):
        compiled.__class__ = _Kernel
        _note(_known, function)
    return cast(Function, compiled)


def entry_point(function: Function) -> Function:
    """Compile a function on its first call, without the GIL, and keep the result on disk."""
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
    """From now on the rules run as ordinary Python until they have been compiled.

    Bots and analyses do not: they would be far too slow, and are compiled when they are called.
    """
    for compiled in _entry_points:
        if compiled.layer == LAYERS[0] and not compiled.signatures:
            compiled.__class__ = _Interpreted


def interpret_no_more() -> None:
    """From now on every entry point is compiled when it is called."""
    for compiled in _entry_points:
        compiled.__class__ = _EntryPoint


def interpreted() -> list[str]:
    """The entry points that run as ordinary Python at this moment."""
    return [one.py_func.__qualname__ for one in _entry_points if isinstance(one, _Interpreted)]


@contextmanager
def compiling() -> Iterator[None]:
    """In this thread a call of an entry point compiles it, for all threads."""
    _thread.compiles = True
    try:
        yield
    finally:
        _thread.compiles = False
