"""The chance that nobody can choose: commitment, contributions, key, seed. See docs/fairness.md.

Everything here is a pure function of bytes, so that `cartagena verify` and any other program can
compute the same offline.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Mapping
from typing import Final

SECRET_BYTES: Final = 32
CONTRIBUTION: Final = re.compile(r"(?:[0-9a-f]{2}){16,64}")
"""A seat's own random value: 16 to 64 bytes as small hexadecimal digits."""
SCHEME: Final = "cartagena-fairness-3"
EARLIER: Final = "cartagena-fairness-2"
"""The scheme before, of which finished games are kept: see `earlier`."""
NONE: Final = "none"
"""In place of a scheme: the game began from a position, so there was no shuffle to prove."""


def new_secret() -> str:
    """A secret of 256 bits, as hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def commitment(secret: str) -> str:
    """What is published before anybody contributes: the SHA-256 of the secret."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def server_value(secret: str, table: str, colour: str, name: str = SCHEME) -> str:
    """The value of a seat that brings none of its own, such as a bot's.

    It follows from the secret, so that the commitment binds it too: were it drawn at the start,
    the server could try values until it likes the deal, with everybody else's known.
    """
    message = f"{name}\n{table}\nseat {colour}".encode()
    return hmac.digest(bytes.fromhex(secret), message, "sha256").hex()


def key(secret: str, table: str, contributions: Mapping[str, str], name: str = SCHEME) -> bytes:
    """The key of all chance at a table: HMAC-SHA-256, by the secret, over what everybody else gave.

    The contributions are those of the players in seat order, one line each.
    """
    lines = [name, table, *(f"{colour} {value}" for colour, value in contributions.items())]
    return hmac.digest(bytes.fromhex(secret), "\n".join(lines).encode(), "sha256")


def seed(key: bytes, label: str) -> int:
    """A seed of 256 bits for one purpose: an HMAC over its label.

    Little-endian, so that its bytes are the key of ChaCha20 as they stand.
    """
    return int.from_bytes(hmac.digest(key, label.encode(), "sha256"), "little")


def game_seed(key: bytes) -> int:
    """The seed of the game: the deal and every card that is drawn later follow from it."""
    return seed(key, "game")
