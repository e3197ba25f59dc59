"""The exponential function of the bots is exact enough, and needs no library."""

import math
from random import Random
from typing import cast

import numpy as np
import pytest

from cartagena.bots.exponential import exp


def test_exponential_is_exact_to_the_last_bits() -> None:
    random = Random(1)
    for _ in range(20_000):
        x = -700 * random.random() ** 3
        assert exp(x) == pytest.approx(math.exp(x), rel=3e-16, abs=0)


@pytest.mark.parametrize(("x", "value"), [(0.0, 1.0), (-0.0, 1.0), (-700.1, 0.0), (-1e300, 0.0)])
def test_limits_of_the_exponential(x: float, value: float) -> None:
    assert exp(x) == value


def test_single_precision_is_widened() -> None:
    assert exp(cast(float, np.float32(-1.1))) == exp(float(np.float32(-1.1)))
