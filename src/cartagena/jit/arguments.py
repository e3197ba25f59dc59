"""The arguments of entry points, read from their annotations.

An entry point is annotated with the types below. From these annotations follow the Numba
signature, the C function, the Python call and the JavaScript call, so nobody writes a wrapper.

    @entry_point
    def apply(states: States, i: int, action: int, scratches: Scratches) -> bool: ...

`int` and `float` are 64 bits wide. An array is passed as a pointer and its shape. A tuple or a
NamedTuple is passed field by field.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import NoneType
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class ArrayOf:
    """A C-contiguous array."""

    dtype: "np.dtype[Any]"
    ndim: int = 1


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number of 64 bits."""

    is_float: bool = False


@dataclass(frozen=True, slots=True)
class TupleOf:
    """A tuple of arguments; `kind` is a NamedTuple class or `tuple`."""

    kind: type
    fields: tuple["Argument", ...]


Argument = ArrayOf | Scalar | TupleOf

INT: Final = Scalar()
FLOAT: Final = Scalar(is_float=True)

Bytes = Annotated[NDArray[np.int8], ArrayOf(np.dtype(np.int8))]
Ints = Annotated[NDArray[np.int64], ArrayOf(np.dtype(np.int64))]
IntMatrix = Annotated[NDArray[np.int64], ArrayOf(np.dtype(np.int64), 2)]
Floats = Annotated[NDArray[np.float64], ArrayOf(np.dtype(np.float64))]
FloatMatrix = Annotated[NDArray[np.float64], ArrayOf(np.dtype(np.float64), 2)]
SingleVector = Annotated[NDArray[np.float32], ArrayOf(np.dtype(np.float32))]
SingleMatrix = Annotated[NDArray[np.float32], ArrayOf(np.dtype(np.float32), 2)]


class Signature(NamedTuple):
    """The arguments of an entry point by name, and its result: None, `int`, `float` or `bool`."""

    arguments: dict[str, Argument]
    result: type | None


def signature_of(function: Callable[..., object]) -> Signature:
    """Return the signature of an entry point. Raises TypeError for an annotation without a size."""
    hints = get_type_hints(function, include_extras=True)
    result = hints.pop("return", NoneType)
    arguments = {
        name: _argument(hint, f"{function.__qualname__}({name})") for name, hint in hints.items()
    }
    return Signature(arguments, None if result is NoneType else result)


def _argument(hint: Any, where: str) -> Argument:
    if hint in (int, bool):
        return INT
    if hint is float:
        return FLOAT
    if get_origin(hint) is Annotated:
        for extra in get_args(hint)[1:]:
            if isinstance(extra, ArrayOf):
                return extra
    if get_origin(hint) is tuple:
        return TupleOf(tuple, tuple(_argument(field, where) for field in get_args(hint)))
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        fields = get_type_hints(hint, include_extras=True)
        return TupleOf(
            hint, tuple(_argument(fields[name], f"{where}.{name}") for name in hint._fields)
        )
    raise TypeError(f"{where} has no type that a compiled function can take: {hint}")


class CParameter(NamedTuple):
    """A parameter of the C function: "i64", "double" or "ptr", with the dtype behind a pointer."""

    name: str
    kind: str
    dtype: "np.dtype[Any] | None" = None


def c_parameters(name: str, argument: Argument) -> Iterator[CParameter]:
    """Yield the C parameters that one argument is passed as."""
    match argument:
        case Scalar(is_float):
            yield CParameter(name, "double" if is_float else "i64")
        case ArrayOf(dtype, ndim):
            yield CParameter(name, "ptr", dtype)
            yield from (CParameter(f"{name}_{axis}", "i64") for axis in range(ndim))
        case TupleOf(_, fields):
            for number, field in enumerate(fields):
                yield from c_parameters(f"{name}_f{number}", field)
