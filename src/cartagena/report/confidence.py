"""The confidence level of all intervals in the lab."""

from typing import Final

Z: Final = 1.959963984540054
"""The normal quantile of a two-sided interval of 95 %."""
