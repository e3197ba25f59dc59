"""Optional packages: report which extra is missing."""

from importlib.util import find_spec
from typing import Final

from cartagena.errors import CartagenaError

EXTRAS: Final = {
    "client": ("httpx", "msgspec"),
    "mcp": ("httpx", "mcp", "msgspec"),
    "server": (
        "aiosqlite",
        "alembic",
        "cryptography",
        "httptools",
        "httpx",
        "litestar",
        "msgspec",
        "prometheus_client",
        "resvg_py",
        "segno",
        "sqlalchemy",
        "uvicorn",
    ),
    "train": ("torch",),
}
"""The modules that the commands of each extra need to start."""


def require(extra: str, command: str) -> None:
    """Raise `CartagenaError` if the extra that a command needs is not installed."""
    if any(find_spec(name) is None for name in EXTRAS[extra]):
        raise CartagenaError(
            f"`cartagena {command}` needs more packages: pip install 'cartagena[{extra}]'"
        )
