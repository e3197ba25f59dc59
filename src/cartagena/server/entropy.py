"""The randomness of a node. Nothing else in the server draws any, so tests can replace it."""

import base64
import secrets
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

_CHOICE_BITS: Final = 64
_FRACTION_BITS: Final = 53


class Entropy:
    """Random numbers that nobody can predict."""

    def bits(self, count: int) -> int:
        """Return a number of `count` random bits."""
        return secrets.randbits(count)

    def hex(self, size: int) -> str:
        """Return `size` random bytes in hexadecimal digits."""
        return f"{self.bits(8 * size):0{2 * size}x}"

    def token(self, size: int) -> str:
        """Return `size` random bytes as text that is safe in addresses."""
        data = self.bits(8 * size).to_bytes(size, "big")
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    def choice(self, options: Sequence[T]) -> T:
        """Return one of the options."""
        return options[self.bits(_CHOICE_BITS) * len(options) >> _CHOICE_BITS]

    def uniform(self, low: float, high: float) -> float:
        """Return a number between `low` and `high`."""
        return low + (high - low) * self.bits(_FRACTION_BITS) / (1 << _FRACTION_BITS)


SYSTEM_ENTROPY: Final = Entropy()
