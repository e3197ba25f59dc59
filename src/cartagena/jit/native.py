"""Call machine code from Python through ctypes, without a compiler.

A call passes the addresses of arrays. Asking NumPy for an address takes a microsecond, longer than
most rules. So each array is inspected once, and its address is remembered for as long as it lives.
"""

import ctypes
import operator
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final
from weakref import ref

import numpy as np

from cartagena.jit.arguments import (
    Argument,
    ArrayOf,
    Scalar,
    TupleOf,
    c_parameters,
    signature_of,
)

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


_HEAD: Final = object.__basicsize__
"""Size of the head of every Python object. In arrays the address of the numbers follows it."""


class _Reference(ref[Any]):
    """A weak reference to an array, with the key under which it is stored."""

    __slots__ = ("key",)

    key: int


class Addresses(dict[int, tuple[Any, ...]]):
    """The arrays of one kind that were passed before: a weak reference, the address and the shape.

    The keys are the ids of arrays. An id can be used again for another array, so callers compare the
    referenced array with theirs.
    """

    def __init__(self, kind: ArrayOf) -> None:
        super().__init__()
        self._kind = kind

    def look_at(self, array: Any) -> tuple[Any, ...]:
        """Return the entry of an array. Raises TypeError if it is not of this kind."""
        dtype, actual = self._kind.dtype, array.dtype
        # Comparing two records field by field would take longer than all the rest.
        same = actual is dtype or actual == dtype or actual.itemsize == dtype.itemsize == 1
        if not (same and array.ndim == self._kind.ndim and array.flags.c_contiguous):
            raise TypeError(f"expected a contiguous array of {dtype}, not of {actual}")
        reference = _Reference(array, self._forget)
        reference.key = id(array)
        # `array.ctypes.data` gives the same number, but takes five times as long.
        address = ctypes.c_void_p.from_address(reference.key + _HEAD).value
        entry = self[reference.key] = (reference, address, *array.shape)
        return entry

    def _forget(self, reference: _Reference) -> None:
        entry = self.get(reference.key)
        if entry is not None and entry[0] is reference:
            del self[reference.key]


@cache
def addresses_of(dtype: "np.dtype[Any]", ndim: int) -> Addresses:
    """Return the known arrays of this type and number of dimensions."""
    return Addresses(ArrayOf(dtype, ndim))


def bind(function: Callable[..., Any], address: int) -> Callable[..., Any]:
    """Return a Python function that calls the C function of an entry point at an address."""
    signature = signature_of(function)
    kinds = [
        _C_TYPES[parameter.kind]
        for name, argument in signature.arguments.items()
        for parameter in c_parameters(name, argument)
    ]
    caller = _Caller()
    values = [
        value
        for name, argument in signature.arguments.items()
        for value in caller.values(name, argument)
    ]
    caller.names["call"] = ctypes.CFUNCTYPE(_RESULTS[signature.result], *kinds)(address)
    result = "call({}) != 0" if signature.result is bool else "call({})"
    source = "\n    ".join(
        [
            f"def {function.__name__}({', '.join(signature.arguments)}):",
            *caller.lines,
            f"return {result.format(', '.join(values))}",
        ]
    )
    exec(source, caller.names)
    bound: Any = caller.names[function.__name__]
    bound.__doc__, bound.__module__ = function.__doc__, function.__module__
    bound.__qualname__ = function.__qualname__
    return bound  # type: ignore[no-any-return]


class _Caller:
    """Writes the source of a function that turns Python values into C values."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"whole": operator.index}
        self.lines: list[str] = []

    def values(self, name: str, argument: Argument) -> Iterator[str]:
        """Yield the expressions of the C values of an argument, after adding the lines they need."""
        match argument:
            case Scalar(is_float):
                yield name if is_float else f"whole({name})"
            case ArrayOf(dtype, ndim):
                known, entry = f"known_{len(self.names)}", f"entry_{len(self.lines)}"
                self.names[known] = addresses_of(dtype, ndim)
                self.lines += [
                    f"{entry} = {known}.get(id({name}))",
                    f"if {entry} is None or {entry}[0]() is not {name}:",
                    f"    {entry} = {known}.look_at({name})",
                ]
                yield from (f"{entry}[{number}]" for number in range(1, ndim + 2))
            case TupleOf(_, fields):
                parts = [f"{name}_{number}" for number in range(len(fields))]
                self.lines.append(f"{', '.join(parts)}, = {name}")
                for part, field in zip(parts, fields, strict=True):
                    yield from self.values(part, field)


@cache
def library(file: str) -> ctypes.CDLL:
    """Load a library of compiled entry points."""
    return ctypes.CDLL(file)


def find(file: str, function: Callable[..., Any], name: str) -> Callable[..., Any] | None:
    """Return an entry point of a library, or None if the library does not have it."""
    try:
        c_function = getattr(library(file), name)
    except AttributeError:
        return None
    return bind(function, ctypes.cast(c_function, ctypes.c_void_p).value or 0)
