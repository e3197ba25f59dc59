"""An exponential function that is equal to the last bit on every target.

The C library of each platform, `Math.exp` of each browser and CUDA round differently. That was
enough for searches to choose other moves. This one uses only operations that IEEE 754 defines
exactly. Its relative error is below 3e-16.
"""

from typing import Final

from cartagena.jit.compiler import kernel

_PER_LN2: Final = 1.4426950408889634
_LN2_HIGH: Final = 0.693147180369123816490
"""The first 32 bits of ln 2, so that small multiples of it are exact."""
_LN2_LOW: Final = 1.90821492927058770002e-10
"""The rest of ln 2."""

_SMALLEST: Final = -700.0
"""The result of a smaller argument is 0."""

_MAX_SHIFT: Final = 62
_BY_MAX_SHIFT: Final = 0.5**_MAX_SHIFT


@kernel
def exp(exponent: float) -> float:
    """Return e to the power of a number that is at most 0."""
    x = float(exponent)
    if x < _SMALLEST:
        return 0.0
    halvings = int(0.5 - x * _PER_LN2)
    r = (x + halvings * _LN2_HIGH) + halvings * _LN2_LOW
    value = taylor(r)
    while halvings > _MAX_SHIFT:
        value *= _BY_MAX_SHIFT
        halvings -= _MAX_SHIFT
    return value / (1 << halvings)


@kernel
def taylor(r: float) -> float:
    """Return the Taylor polynomial of degree 13 of the exponential function."""
    value = 1.0 / 479001600.0 + r * (1.0 / 6227020800.0)
    value = 1.0 / 39916800.0 + r * value
    value = 1.0 / 3628800.0 + r * value
    value = 1.0 / 362880.0 + r * value
    value = 1.0 / 40320.0 + r * value
    value = 1.0 / 5040.0 + r * value
    value = 1.0 / 720.0 + r * value
    value = 1.0 / 120.0 + r * value
    value = 1.0 / 24.0 + r * value
    value = 1.0 / 6.0 + r * value
    value = 0.5 + r * value
    value = 1.0 + r * value
    return 1.0 + r * value
