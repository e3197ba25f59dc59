"""What is not needed everywhere is an extra: say so where it is missing."""

from importlib.util import find_spec
from typing import Final

from cartagena.errors import CartagenaError

EXTRAS: Final = {
    "client": ("httpx", "msgspec"),
    "mcp": ("httpx", "mcp", "msgspec"),
    "server": (
        "aiosqlite",
        "alembic",
        "httptools",
        "httpx",
        "litestar",
        "msgspec",
        "prometheus_client",
        "segno",
        "sqlalchemy",
        "uvicorn",
    ),
    "train": ("torch",),
}
"""The modules of each extra without which its commands cannot start."""


def require(extra: str, command: str) -> None:
    """Refuse a command that needs an extra where that is not installed."""
    if any(find_spec(name) is None for name in EXTRAS[extra]):
        raise CartagenaError(
            f"`cartagena {command}` needs more packages: pip install 'cartagena[{extra}]'"
        )
