"""Call the C functions of compiled entry points from Python, without Numba."""

import ctypes
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np

from cartagena.jit.arguments import Argument, ArrayOf, Scalar, TupleOf, c_parameters, signature_of

_C_TYPES: Final[dict[str, Any]] = {
    "i64": ctypes.c_int64,
    "double": ctypes.c_double,
    "ptr": ctypes.c_void_p,
}
_RESULTS: Final[dict[Any, Any]] = {
    None: None,
    int: ctypes.c_int64,
    bool: ctypes.c_int64,
    float: ctypes.c_double,
}


def bind(function: Callable[..., Any], address: int) -> Callable[..., Any]:
    """Return a Python function that calls the C function of an entry point at an address."""
    signature = signature_of(function)
    kinds = [
        _C_TYPES[parameter.kind]
        for name, argument in signature.arguments.items()
        for parameter in c_parameters(name, argument)
    ]
    c_function = ctypes.CFUNCTYPE(_RESULTS[signature.result], *kinds)(address)
    arguments = tuple(signature.arguments.values())

    def call(*values: Any) -> Any:
        pairs = zip(arguments, values, strict=True)
        result = c_function(*(one for pair in pairs for one in _c_values(*pair)))
        return bool(result) if signature.result is bool else result

    return call


def _c_values(argument: Argument, value: Any) -> Iterator[Any]:
    match argument:
        case Scalar():
            yield value
        case ArrayOf(dtype, ndim):
            if not _fits(value, dtype, ndim):
                raise TypeError(f"expected a contiguous array of {dtype}, not {value.dtype}")
            yield value.ctypes.data
            yield from value.shape
        case TupleOf(_, fields):
            for field, part in zip(fields, value, strict=True):
                yield from _c_values(field, part)


def _fits(array: Any, dtype: "np.dtype[Any]", ndim: int) -> bool:
    same = array.dtype == dtype or (array.dtype.itemsize == dtype.itemsize == 1)
    return bool(same and array.ndim == ndim and array.flags.c_contiguous)
