"""Look at Python functions, classes and their members."""

import ast
import functools
import inspect
import textwrap
import typing
from collections.abc import Iterator
from typing import Any

from tools.translate.names import Unsupported


def path_of(value: Any) -> str:
    """Return the path of a value, such as `cartagena.game:Game`, or an empty string."""
    module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
    return f"{module}:{name}" if isinstance(module, str) and isinstance(name, str) else ""


def takes_rest(function: Any) -> bool:
    """Return True for a function like `f(*parts, bits=52)`, whose arguments have another order."""
    kinds = {one.kind for one in inspect.signature(function).parameters.values()}
    return inspect.Parameter.VAR_POSITIONAL in kinds and inspect.Parameter.KEYWORD_ONLY in kinds


def parts_of(hint: Any) -> Iterator[Any]:
    """Yield a type and all types in it."""
    yield hint
    for part in typing.get_args(hint):
        yield from parts_of(part)


def function_of(member: Any) -> Any:
    """Return the function behind a member of a class, or None if it is not a method."""
    if isinstance(member, staticmethod | classmethod):
        return member.__func__
    if isinstance(member, property):
        return member.fget
    if isinstance(member, functools.cached_property):
        return member.func
    if inspect.isfunction(member):
        return member
    return member if hasattr(member, "__wrapped__") and callable(member) else None


def has_source(function: Any) -> bool:
    """Return True unless a class decorator or NamedTuple has made the function."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    return (
        code is not None and "<" not in code.co_filename and "collections" not in code.co_filename
    )


def source_of(function: Any) -> ast.FunctionDef:
    """Return the syntax tree of a function."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function))))
    node = tree.body[0]
    if not isinstance(node, ast.FunctionDef):
        raise Unsupported(f"{function.__qualname__} is not a function")
    return node
