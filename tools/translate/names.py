"""Names: those of JavaScript, and the scopes of the Python functions that are translated."""

import ast
from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


RESERVED: Final = words(
    "arguments await break case catch class const continue debugger default delete do else enum eval export "
    "extends false finally for function if implements import in instanceof interface let new null package "
    "private protected public py return static super switch this throw true try typeof var void while with yield"
)


class Unsupported(Exception):  # noqa: N818
    """A construct that cannot be translated."""


def identifier(name: str) -> str:
    """Return a Python name as a name in JavaScript."""
    return f"{name}_" if name in RESERVED else name


def quoted(text: str) -> str:
    """Return a text as a literal."""
    import json

    return json.dumps(text, ensure_ascii=False)


def singleton(value: Any) -> str:
    """Return None, True or False as a literal."""
    return {None: "null", True: "true", False: "false"}[value]


class Scope(Protocol):
    """The global names that a function can use."""

    def resolve(self, node: ast.expr) -> str | None:
        """Return the value of a global name or of an attribute of a module, or None."""

    def kind(self, node: ast.expr) -> str:
        """Return "class" or "function" for such a value, or "" for anything else."""

    def add_import(self, node: ast.ImportFrom) -> None:
        """Make the names of an import inside of a function known."""

    def note_attribute(self, name: str) -> None:
        """Note that an attribute of this name is used."""

    def note_load(self, name: str) -> bool:
        """Note that an attribute is used as a value. Return whether it may be a method."""


def parameter_names(args: ast.arguments) -> list[str]:
    """Return the names of the parameters that can be passed by name, in the order of JavaScript."""
    names = [one.arg for one in (*args.posonlyargs, *args.args, *args.kwonlyargs)]
    if args.vararg is not None and args.kwonlyargs:
        names.append(f"*{args.vararg.arg}")
    return [*names, f"**{args.kwarg.arg}"] if args.kwarg is not None else names


def target_names(target: ast.expr) -> set[str]:
    """Return the names that are assigned by assigning to a target."""
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}


def _own_nodes(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    """Yield the nodes of a function's own scope."""
    todo: list[ast.AST] = list(body)
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            continue
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            # Only a walrus inside of it belongs to the function.
            todo += [one.target for one in ast.walk(node) if isinstance(one, ast.NamedExpr)]
            continue
        todo += ast.iter_child_nodes(node)


def assigned_names(body: Sequence[ast.stmt]) -> set[str]:
    """Return the names that a function assigns."""
    names: set[str] = set()
    for node in _own_nodes(body):
        match node:
            case ast.Name(name, ast.Store()):
                names.add(name)
            case ast.FunctionDef(name):
                names.add(name)
            case ast.MatchAs(_, str(name)):
                names.add(name)
            case ast.ExceptHandler(_, str(name)):
                names.add(name)
    return names


def nonlocal_names(body: Sequence[ast.stmt]) -> set[str]:
    """Return the names that a function declares as nonlocal."""
    return {
        name for node in _own_nodes(body) if isinstance(node, ast.Nonlocal) for name in node.names
    }


def inline_names(body: Sequence[ast.stmt]) -> set[str]:
    """Return the names that are declared where they are assigned."""
    return {
        node.name for node in _own_nodes(body) if isinstance(node, ast.ExceptHandler) and node.name
    }


def mentions(node: ast.FunctionDef, name: str) -> bool:
    """Return True if a function uses a name."""
    return any(isinstance(one, ast.Name) and one.id == name for one in ast.walk(node))


def is_generator(node: ast.FunctionDef) -> bool:
    """Return True if a function is a generator."""
    return any(isinstance(one, ast.Yield | ast.YieldFrom) for one in _own_nodes(node.body))
