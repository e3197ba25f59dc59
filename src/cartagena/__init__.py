"""Cartagena: every rule of both editions of the board game, exact and fast.

The names below are loaded on first use, so that `import cartagena` is fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cartagena.errors import CartagenaError, IllegalMoveError
    from cartagena.game import Game
    from cartagena.rules.notation.moves import Move
    from cartagena.rules.options import Rules

    __version__: str

__all__ = ["CartagenaError", "Game", "IllegalMoveError", "Move", "Rules", "__version__"]

_HOMES = {
    "CartagenaError": "cartagena.errors",
    "IllegalMoveError": "cartagena.errors",
    "Game": "cartagena.game",
    "Move": "cartagena.rules.notation.moves",
    "Rules": "cartagena.rules.options",
}


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        value: object = version("cartagena")
    elif name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
