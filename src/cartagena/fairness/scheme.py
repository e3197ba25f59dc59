"""Chance that nobody can choose: commitment, contributions, key and seed. See docs/fairness.md.

Everything here is a pure function of bytes, so `cartagena verify` and any other program can compute
the same values offline.
"""

import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence
from typing import Final

SECRET_BYTES: Final = 32
"""Size of the secret of a server, which is stored in hexadecimal digits."""
CONTRIBUTION: Final = re.compile(r"(?:[0-9a-f]{2}){16,64}")
"""A seat's own random value: 16 to 64 bytes as lower-case hexadecimal digits."""
SCHEME: Final = "cartagena-fairness-3"
NONE: Final = "none"
"""The scheme of a game that began from a position: there was no shuffle to prove."""


def commitment(secret: str) -> str:
    """Return the SHA-256 of the secret, which is published before anybody contributes."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def server_value(secret: str, table: str, colour: str) -> str:
    """Return the value of a seat that contributes none of its own, such as a bot's.

    It is derived from the secret, so the commitment binds it too. If the server drew it at the
    start, when it knows all other values, it could try values until it likes the deal.
    """
    message = f"{SCHEME}\n{table}\nseat {colour}".encode()
    return hmac.digest(bytes.fromhex(secret), message, "sha256").hex()


def combined(values: Sequence[str]) -> str:
    """Return the value of a seat that has several contributions, one at each table with equal deals."""
    return hashlib.sha256("\n".join([SCHEME, "equal deals", *values]).encode()).hexdigest()


def key(secret: str, table: str, contributions: Mapping[str, str]) -> bytes:
    """Return the key of all chance at a table: an HMAC-SHA-256 over the contributions.

    Each player's contribution is one line, in seat order.
    """
    lines = [SCHEME, table, *(f"{colour} {value}" for colour, value in contributions.items())]
    return hmac.digest(bytes.fromhex(secret), "\n".join(lines).encode(), "sha256")


def game_seed(key: bytes) -> int:
    """Return the seed of the game, which fixes the deal and every card drawn later.

    It is little-endian, so its bytes are the key of ChaCha20 without conversion.
    """
    return int.from_bytes(hmac.digest(key, b"game", "sha256"), "little")
