"""Calls of machine code: arrays are checked, and cached addresses belong to living arrays."""

import gc
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cartagena.jit.arguments import ArrayOf
from cartagena.jit.compiler import mode
from cartagena.jit.native import Addresses
from cartagena.rules import batch
from cartagena.rules.options import Rules
from cartagena.rules.state import new_scratches

pytestmark = pytest.mark.skipif(mode() != "prebuilt", reason="there is no library that fits")


def test_addresses_are_forgotten_with_their_arrays() -> None:
    addresses = Addresses(ArrayOf(np.dtype(np.int64)))
    array = np.zeros(3, np.int64)
    assert addresses.look_at(array)[1:] == (array.ctypes.data, 3)
    assert len(addresses) == 1
    del array
    gc.collect()
    assert not addresses


@pytest.mark.parametrize(
    "array",
    [np.zeros(4, np.float64), np.zeros((2, 2), np.int64), np.zeros(8, np.int64)[::2]],
    ids=["other type", "other shape", "not contiguous"],
)
def test_arrays_of_another_kind_are_rejected(array: NDArray[Any]) -> None:
    with pytest.raises(TypeError, match="expected a contiguous array of int64"):
        batch.write_list(new_scratches(), array)


def test_a_whole_number_must_be_one() -> None:
    states = batch.prepare(Rules(), 2)
    with pytest.raises(TypeError):
        batch.legal(states, 0.5, new_scratches())  # type: ignore[arg-type]
    batch.legal(states, np.int64(0), new_scratches())  # type: ignore[arg-type]


def test_entry_points_keep_their_names_and_texts() -> None:
    assert batch.apply.__qualname__ == "apply"
    assert (batch.apply.__doc__ or "").startswith("Apply an action")
