"""Static types for packed NumPy records.

Numba ignores annotations, so kernels may declare what they take. A record gets a `Protocol` that
lists its fields in the order of its dtype: plain numbers as `int` or `float`, arrays as `Vector`
or `Matrix`. An array of records is `Records[TheProtocol]`. mypy then rejects a misspelt field.
`tests/support/records.py` compares a Protocol with its dtype.
"""

from typing import Any, Protocol, TypeVar

import numpy as np

T_co = TypeVar("T_co", covariant=True)

Number = float | np.integer[Any] | np.floating[Any]


class Vector(Protocol[T_co]):
    """A field that holds a one-dimensional array of numbers."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> T_co: ...
    def __setitem__(self, index: int, value: Number, /) -> None: ...


class Matrix(Protocol[T_co]):
    """A field that holds a two-dimensional array of numbers."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: tuple[int, int], /) -> T_co: ...
    def __setitem__(self, index: tuple[int, int], value: Number, /) -> None: ...


class Records(Protocol[T_co]):
    """An array of packed records. Assigning to an element copies a record."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> T_co: ...
    def __setitem__(self, index: int, record: Any, /) -> None: ...
