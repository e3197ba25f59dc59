"""What the table server needs is an extra: say so where it is missing."""

from importlib.util import find_spec
from typing import Final

from cartagena.rules.errors import CartagenaError

SERVER: Final = (
    "aiosqlite",
    "alembic",
    "httptools",
    "httpx",
    "litestar",
    "msgspec",
    "prometheus_client",
    "sqlalchemy",
    "uvicorn",
)
"""The modules of the extra `server` without which it cannot start."""


def require_server(command: str) -> None:
    """Refuse a command that needs the extra `server` where that is not installed."""
    if any(find_spec(name) is None for name in SERVER):
        raise CartagenaError(
            f"`cartagena {command}` needs the packages of the table server: "
            "pip install 'cartagena[server]'"
        )
