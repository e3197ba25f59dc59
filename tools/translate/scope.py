"""The globals of a Python function, as its translation names them."""

import ast
import builtins
import importlib
import inspect
import types
import typing
from typing import Any, Protocol

from cartagena.jit.compiler import is_entry_point
from tools.translate.members import path_of, takes_rest
from tools.translate.roots import EXTERNAL, RUNTIME_MODULES


class Values(Protocol):
    """The program, as the scope of a function needs it."""

    def value(self, value: Any, hint: str) -> str:
        """Return the expression of a global value."""

    def note_attribute(self, name: str) -> None:
        """Translate methods of this name, now and later."""

    def note_load(self, name: str) -> bool:
        """Note that an attribute is used as a value. Return whether it may be a method."""


class FunctionScope:
    """The globals of a function."""

    def __init__(self, program: Values, function: Any) -> None:
        self._program = program
        self._function = inspect.unwrap(function)
        self._imported: dict[str, Any] = {}
        self.note_attribute = program.note_attribute
        self.note_load = program.note_load

    def _find(self, node: ast.expr) -> tuple[bool, Any]:
        match node:
            case ast.Name(name):
                for names in (self._imported, self._function.__globals__, vars(builtins)):
                    if name in names:
                        return True, names[name]
                closure = inspect.getclosurevars(self._function).nonlocals
                if name in closure:
                    return True, closure[name]
            case ast.Attribute(owner, name):
                found, value = self._find(owner)
                if found and isinstance(value, types.ModuleType):
                    return True, getattr(value, name)
        return False, None

    def resolve(self, node: ast.expr) -> str | None:
        """Return the value of a global name or of an attribute of a module, or None."""
        found, value = self._find(node)
        if not found or isinstance(value, types.ModuleType):
            return None
        hint = node.id if isinstance(node, ast.Name) else node.attr  # type: ignore[attr-defined]
        return self._program.value(value, hint)

    def kind(self, node: ast.expr) -> str:
        """Return "class" or "function" for such a value, or "" for anything else."""
        found, value = self._find(node)
        if (
            not found
            or path_of(value) in EXTERNAL
            or getattr(value, "__module__", "") in RUNTIME_MODULES
        ):
            return ""
        if (
            isinstance(value, type)
            and value.__module__ != "builtins"
            and value.__module__ != "numpy"
        ):
            return "" if typing.is_typeddict(value) else "class"
        if isinstance(value, types.BuiltinFunctionType | type):
            return "function"
        if inspect.isfunction(value) and takes_rest(value):
            return ""
        return "function" if inspect.isfunction(value) or is_entry_point(value) else ""

    def add_import(self, node: ast.ImportFrom) -> None:
        """Make the names of an import inside of a function known."""
        module = importlib.import_module(node.module or "")
        for alias in node.names:
            if not hasattr(module, alias.name):
                importlib.import_module(f"{node.module}.{alias.name}")
            self._imported[alias.asname or alias.name] = getattr(module, alias.name)
