"""Compile kernels and entry points with Numba.

Numba is imported only by this module, and this module only where there is no prebuilt library: on
other platforms, after a change of the sources, for functions of tests and tools, for building the
libraries, and on GPUs.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any, Final
from weakref import WeakKeyDictionary

import numba
from numba.core import config, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher
from numba.core.typing.typeof import typeof_impl

from cartagena.jit.cache import LAYERS, cache_folder, is_writable
from cartagena.jit.compiler import python_code

# No rule is passed around as a C callback. Leaving out those wrappers saves compile time.
_OPTIONS: Final = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


class _LinkedLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel, which exists only as a part of its callers.

    By default Numba would optimise and emit every function on its own and again inside each caller,
    which takes twice as long.
    """

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
        return super().compile_extra(func)


_dispatchers: WeakKeyDictionary[Callable[..., Any], CPUDispatcher] = WeakKeyDictionary()


def kernel_dispatcher(function: Callable[..., Any]) -> CPUDispatcher:
    """Return the dispatcher through which Numba compiles a kernel into its callers."""
    if function not in _dispatchers:
        _dispatchers[function] = numba.njit(
            no_cpython_wrapper=True, pipeline_class=KernelCompiler, **_OPTIONS
        )(function)
    return _dispatchers[function]


def entry_point_dispatcher(function: Callable[..., Any]) -> CPUDispatcher:
    """Return a function that Numba compiles on its first call and caches on disk."""
    parts = function.__module__.split(".")
    layer = parts[1] if parts[0] == "cartagena" and parts[1] in LAYERS else LAYERS[-1]
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_folder(layer))
    try:
        compiled = numba.njit(**_OPTIONS)(function)
        if is_writable(cache_folder(layer)):
            compiled.enable_caching()
    finally:
        config.CACHE_DIR = before
    return compiled


@typeof_impl.register(FunctionType)  # type: ignore[untyped-decorator]
def _type_of_function(value: Any, _context: Any) -> Any:
    """Let compiled functions call kernels, which are plain functions to Python."""
    function = python_code(value)
    return None if function is None else types.Dispatcher(kernel_dispatcher(function))


_on_gpu: WeakKeyDictionary[Callable[..., Any], Any] = WeakKeyDictionary()


def replace_on_gpu(rule: Callable[..., Any], function: Any) -> None:
    """Let functions for a GPU call another function in place of a kernel."""
    _on_gpu[rule] = function


def use_kernels_on_gpu() -> None:
    """Let functions for a GPU call kernels, which are plain functions to Python."""
    from numba.cuda.target import CUDATypingContext

    def resolve_value_type(self: Any, value: Any) -> Any:
        function = python_code(value)
        if function is not None:
            value = _on_gpu.get(function) or kernel_dispatcher(function)
        return resolve(self, value)

    resolve = CUDATypingContext.resolve_value_type
    CUDATypingContext.resolve_value_type = resolve_value_type
