"""Confidence intervals. All intervals of the project have a level of 95 %."""

from math import sqrt
from typing import Final

Z: Final = 1.959963984540054
"""The normal quantile of a two-sided 95 % interval."""


def wilson(share: float, n: float) -> tuple[float, float]:
    """Return the Wilson interval for a share observed in n independent trials."""
    if n <= 0:
        return 0.0, 1.0
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return max(0.0, middle - half), min(1.0, middle + half)
