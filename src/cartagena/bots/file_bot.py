"""Bots in files: `./my_bot.py:Name` is the class `Name` of that file.

Only the command line and the environments read such names. A server never does, since loading a file
runs it.
"""

import sys
from collections.abc import Callable
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import cast

from cartagena.bots.bot import Bot
from cartagena.errors import CartagenaError

_MARK = ".py:"


def split_file_bot(text: str) -> tuple[str, str]:
    """Split `./my_bot.py:Name:100ms` into the bot and the rest. Without a file the bot is empty."""
    file, mark, rest = text.partition(_MARK)
    if not mark:
        return "", text
    end = next((i for i, letter in enumerate(rest) if letter in ":@"), len(rest))
    return file + mark + rest[:end], rest[end:]


def file_bot_factory(bot: str) -> Callable[..., Bot]:
    """Run the file of `./my_bot.py:Name` and return the class or function that creates the bot."""
    path, _, attribute = bot.rpartition(":")
    factory = getattr(_load(path), attribute, None)
    if not callable(factory):
        raise CartagenaError(f"{path} has no class or function {attribute!r}.")
    return cast(Callable[..., Bot], factory)


@cache
def _load(path: str) -> ModuleType:
    """Run a Python file once. It may import other modules from its folder."""
    file = Path(path).resolve()
    if not file.is_file():
        raise CartagenaError(f"There is no file {path!r}.")
    spec = spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    # Classes look up their module when their types are read or they are pickled.
    sys.modules[file.stem] = module
    sys.path.append(str(file.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise CartagenaError(f"{path} failed: {type(error).__name__}: {error}") from error
    return module
