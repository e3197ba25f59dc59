"""Compare the static type of a packed record with its NumPy dtype."""

from typing import Any, get_args, get_origin, get_type_hints

import numpy as np

from cartagena.jit.records import Matrix, Vector

_DIMENSIONS: dict[Any, int] = {Vector: 1, Matrix: 2}


def assert_matches_dtype(protocol: type, dtype: np.dtype[Any]) -> None:
    """Check that a Protocol has the fields of a dtype: same order, shapes and kinds of numbers.

    Padding (`gap_…`) is not part of a Protocol.
    """
    hints = get_type_hints(protocol)
    names = [name for name in dtype.names or () if not name.startswith("gap_")]
    assert list(hints) == names
    assert dtype.fields is not None
    for name in names:
        base, shape = dtype.fields[name][0].base, dtype.fields[name][0].shape
        hint = hints[name]
        assert _DIMENSIONS.get(get_origin(hint), 0) == len(shape), name
        number = get_args(hint)[0] if shape else hint
        if issubclass(number, np.generic):
            assert base == np.dtype(number), name
        else:
            assert base.kind in {int: "iu", float: "f"}[number], name
