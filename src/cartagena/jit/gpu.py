"""Typed decorators of functions that run on a CUDA GPU."""

from collections.abc import Callable
from typing import Any, TypeVar

from numba import cuda

_Function = TypeVar("_Function", bound=Callable[..., Any])


def gpu_kernel(function: Callable[..., None]) -> Any:
    """Compile a function that Python starts in many threads."""
    return cuda.jit(function)


def gpu_function(function: _Function) -> _Function:
    """Compile a function that only functions on the GPU call."""
    compiled: _Function = cuda.jit(device=True)(function)
    return compiled
