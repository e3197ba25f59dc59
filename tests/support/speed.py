"""Test examples that `make quick` or `make test` leaves out."""

from collections.abc import Iterable
from typing import Any

import pytest


def mostly_slow(values: Iterable[Any], quick: int) -> list[Any]:
    """Mark all but the first `quick` examples as slow."""
    return [
        value if number < quick else pytest.param(value, marks=pytest.mark.slow)
        for number, value in enumerate(values)
    ]


def long(values: Iterable[Any]) -> list[Any]:
    """Mark examples that only `make long` runs."""
    return [pytest.param(value, marks=pytest.mark.long) for value in values]
