"""Find everything that some functions need, and translate it.

Globals are looked up in the imported modules, not in their text. So a name means what it means to
Python, tables that are built when a module is imported are written as they are, and only functions
and classes are translated. Methods of a class are left out if nothing mentions their names.
"""

import builtins
import dataclasses
import functools
import importlib
import inspect
import re
import types
import typing
from collections.abc import Callable
from typing import Any, Final, cast

import msgspec
import numpy as np

from cartagena.jit.compiler import export_name, is_entry_point, python_code
from tools.translate.members import function_of, has_source, parts_of, path_of, source_of
from tools.translate.names import Unsupported, identifier, parameter_names, quoted
from tools.translate.roots import EVALUATED, EXTERNAL, RUNTIME_MODULES, SKIPPED
from tools.translate.scope import FunctionScope
from tools.translate.syntax import FunctionTranslator

_BASES: Final = {dict: "py.Dict", Exception: "py.PyError", ValueError: "py.PyError"}
_MAPPING: Final = "py.Mapping"
_DUNDERS: Final = frozenset(
    [
        "__init__",
        "__post_init__",
        "__len__",
        "__iter__",
        "__getitem__",
        "__setitem__",
        "__contains__",
        "__eq__",
        "__missing__",
        "__str__",
        "__call__",
    ]
)


@dataclasses.dataclass
class _Class:
    """A class that is being translated."""

    name: str
    value: type
    base: str
    fields: str = ""
    attributes: str = ""
    methods: dict[str, str] = dataclasses.field(default_factory=dict)
    parameters: dict[str, list[str]] = dataclasses.field(default_factory=dict)

    def text(self) -> str:
        """Return its text."""
        parameters = ", ".join(
            f"{quoted(name)}: [{', '.join(map(quoted, names))}]"
            for name, names in sorted(self.parameters.items())
        )
        methods = "\n".join(method for _, method in sorted(self.methods.items()))
        return (
            f"class {self.name} extends {self.base} {{\n{self.fields}{methods}\n}}\n"
            f"py.describe({self.name}, {{ {parameters} }}, {{ {self.attributes} }});"
        )


class Program:
    """A translated program."""

    def __init__(self, bound: frozenset[str] = frozenset()) -> None:
        """Start a program. `bound` has the names of methods that are used as values."""
        self.bound = bound
        self._loaded: set[str] = set()
        self._names: dict[int, str] = {}
        self._taken: set[str] = set()
        self._kept: list[Any] = []
        self._classes: dict[type, _Class] = {}
        self._definitions: list[Callable[[], str]] = []
        self._functions: dict[str, str] = {}
        self._attributes: set[str] = set()
        self._waiting: dict[str, list[Callable[[], None]]] = {}
        self._work: list[Callable[[], None]] = []

    def add(self, path: str) -> str:
        """Add a function or a class, such as `cartagena.game:Game`, and return its name."""
        module, _, name = path.partition(":")
        value: Any = importlib.import_module(module)
        for part in name.split("."):
            value = getattr(value, part)
        written = self.value(value, name.split(".")[-1])
        self._finish()
        return written

    def use(self, *attributes: str) -> None:
        """Keep the methods of these names."""
        for attribute in attributes:
            self.note_attribute(attribute)
        self._finish()

    def text(self) -> str:
        """Return everything in JavaScript."""
        functions = [self._functions[name] for name in sorted(self._functions)]
        return "\n\n".join([*functions, *(definition() for definition in self._definitions)]) + "\n"

    def classes(self) -> list[str]:
        """Return the class names that belong to exactly one class."""
        return [one.name for one in self._classes.values() if one.name.endswith("$")]

    def method_values(self) -> frozenset[str]:
        """Return the names of methods that are used as values, and not only called."""
        methods = {
            name
            for one in self._classes.values()
            for name, text in one.methods.items()
            if not text.startswith(("get ", "static "))
        }
        return frozenset(self._loaded & methods)

    def note_load(self, name: str) -> bool:
        """Note that an attribute is used as a value. Return whether it may be a method."""
        self._loaded.add(name)
        return name in self.bound

    def _finish(self) -> None:
        while self._work:
            self._work.pop()()

    def note_attribute(self, name: str) -> None:
        """Translate methods of this name, now and later."""
        if name not in self._attributes:
            self._attributes.add(name)
            self._work += self._waiting.pop(name, [])

    # Values.

    def value(self, value: Any, hint: str) -> str:
        """Return the expression of a global value."""
        path = path_of(value)
        if path in EXTERNAL:
            return EXTERNAL[path]
        simple = self._simple(value)
        if simple is not None:
            return simple
        if id(value) in self._names:
            return self._names[id(value)]
        if isinstance(value, type):
            return self._add_class(value)
        if is_entry_point(value):
            return self._add_entry_point(value)
        if path in EVALUATED:
            name = self._new_name(value, hint)
            result = self.literal(value())
            self._definitions.append(lambda: f"const {name} = py.constant({result});")
            return name
        if (callable(value) and hasattr(value, "__wrapped__")) or inspect.isfunction(value):
            return self._add_function(value)
        if isinstance(value, np.dtype):
            return self._dtype(value, hint)
        name = self._new_name(value, hint)
        written = self.literal(value)
        self._definitions.append(lambda: f"const {name} = {written};")
        return name

    def _simple(self, value: Any) -> str | None:
        if value is None:
            return "null"
        if value is msgspec.UNSET:
            return "py.UNSET"
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int | np.integer):
            return f"{int(value)}n" if abs(int(value)) >= 1 << 53 else str(int(value))
        if isinstance(value, float):
            return "Infinity" if value == float("inf") else repr(value)
        if isinstance(value, str):
            return quoted(value)
        if getattr(value, "__module__", "") == "numpy" and hasattr(value, "__name__"):
            return f"np.{value.__name__}"
        name = getattr(value, "__name__", "")
        if name and getattr(builtins, name, None) is value:
            return f"py.{identifier(name)}"
        if name and getattr(value, "__module__", "") in RUNTIME_MODULES:
            return f"py.{name}"
        return None

    def literal(self, value: Any) -> str:
        """Return the expression of a value that is part of another one."""
        if isinstance(value, types.BuiltinFunctionType) and path_of(value) not in EXTERNAL:
            raise Unsupported(f"the function {path_of(value)} of the interpreter")
        simple = self._simple(value)
        if simple is not None:
            return simple
        if path_of(value) in EXTERNAL:
            return EXTERNAL[path_of(value)]
        match value:
            case dict() | types.MappingProxyType():
                items = ", ".join(
                    f"[{self.literal(k)}, {self.literal(v)}]" for k, v in value.items()
                )
                return f"new py.Dict([{items}])"
            case set() | frozenset():
                items = ", ".join(self.literal(one) for one in sorted(value, key=repr))
                return f"new py.PySet([{items}])"
            case re.Pattern():
                return f"py.pattern({quoted(value.pattern.replace('(?P<', '(?<'))})"
            case np.dtype():
                return self._dtype(value)
            case np.ndarray() if value.dtype.fields is not None:
                return f"np.fromHex({self._dtype(value.dtype)}, {quoted(value.tobytes().hex())})"
            case np.ndarray():
                return f"np.array({self.literal(value.tolist())}, {self.literal(value.dtype)})"
            case tuple() if hasattr(value, "_fields"):
                return self._instance(value, cast(Any, value)._asdict())
            case tuple() | list():
                return f"[{', '.join(self.literal(one) for one in value)}]"
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            names = [one.name for one in dataclasses.fields(value)]
            return self._instance(value, {name: getattr(value, name) for name in names})
        if isinstance(value, msgspec.Struct):
            names = [one.name for one in msgspec.structs.fields(type(value))]
            return self._instance(value, {name: getattr(value, name) for name in names})
        if isinstance(value, type) or callable(value):
            return self.value(value, getattr(value, "__name__", "value"))
        raise Unsupported(f"the value {value!r}")

    def _instance(self, value: Any, fields: dict[str, Any]) -> str:
        cls = self.value(type(value), type(value).__name__)
        items = ", ".join(
            f"{quoted(name)}: {self.literal(field)}" for name, field in fields.items()
        )
        return f"py.instance({cls}, {{ {items} }})"

    def _dtype(self, dtype: "np.dtype[Any]", hint: str = "RECORD") -> str:
        if dtype.fields is None:
            return quoted(f"{dtype.kind}{dtype.itemsize}")
        if id(dtype) in self._names:
            return self._names[id(dtype)]
        name = self._new_name(dtype, hint)
        fields = []
        for field in dtype.names or ():
            kind, offset = dtype.fields[field][:2]
            base, shape = kind.subdtype or (kind, ())
            fields.append(
                f"{field}: [{quoted(f'{base.kind}{base.itemsize}')}, {offset}, {list(shape)}]"
            )
        written = f"np.record({dtype.itemsize}, {{ {', '.join(fields)} }})"
        self._definitions.append(lambda: f"const {name} = {written};")
        return name

    def _new_name(self, value: Any, hint: str) -> str:
        # A dollar sign distinguishes them from local names.
        name, number = f"{hint}$", 2
        while name in self._taken:
            name, number = f"{hint}${number}", number + 1
        self._taken.add(name)
        self._names[id(value)] = name
        self._kept.append(value)
        return name

    # Functions.

    def _add_function(self, function: Any) -> str:
        name = self._new_name(function, function.__name__)
        inner = inspect.unwrap(function)
        is_cached = hasattr(function, "cache_info")
        is_manager = inspect.isgeneratorfunction(inner) and function is not inner and not is_cached

        def translate() -> None:
            node = source_of(inner)
            parameters, body, generates = FunctionTranslator(FunctionScope(self, inner)).function(
                node
            )
            names = ", ".join(map(quoted, parameter_names(node.args)))
            star = "*" if generates else ""
            text = f"function{star} {name}({parameters}) {{\n{body}\n}}"
            if is_cached or is_manager:
                wrapper = "cached" if is_cached else "contextmanager"
                text = f"const {name} = py.{wrapper}({text});"
            self._functions[name] = f"{text}\npy.named([{names}], {name});"

        self._work.append(translate)
        return name

    def _add_entry_point(self, function: Any) -> str:
        exported = export_name(python_code(function) or function)
        name = self._new_name(function, exported)
        self._definitions.append(lambda: f"const {name} = engine.bind({quoted(exported)});")
        return name

    # Classes.

    def _add_class(self, cls: type) -> str:
        if typing.is_typeddict(cls):
            return "py.dict"
        bases = [base for base in cls.__bases__ if base not in (object, msgspec.Struct, tuple)]
        base = "py.Obj"
        for one in bases:
            if one in _BASES:
                base = _BASES[one]
            elif one.__module__ == "collections.abc":
                base = _MAPPING if one.__name__ == "Mapping" else base
            elif one.__module__ not in ("typing", "builtins"):
                base = self.value(one, one.__name__)
        name = self._new_name(cls, cls.__name__)
        described = _Class(name, cls, base)
        self._classes[cls] = described
        self._definitions.append(described.text)
        self._add_fields(described)
        described.attributes = ", ".join(
            f"{quoted(key)}: {self.literal(member)}"
            for key, member in vars(cls).items()
            if not key.startswith("__") and isinstance(member, str | bool | int | float)
        )
        for key, member in vars(cls).items():
            if key.startswith("__") and key not in _DUNDERS:
                continue
            if f"{path_of(cls)}.{key}" in SKIPPED:
                continue
            function = function_of(member)
            if function is None or not has_source(function):
                continue
            work = functools.partial(self._translate_method, described, key, member)
            if key in _DUNDERS or key in self._attributes:
                self._work.append(work)
            else:
                self._waiting.setdefault(key, []).append(work)
        return name

    def _add_fields(self, described: _Class) -> None:
        cls = described.value
        if issubclass(cls, msgspec.Struct):
            fields = [
                (one.name, self._default(one.default, one.default_factory, msgspec.NODEFAULT))
                for one in msgspec.structs.fields(cls)
            ]
            config = cls.__struct_config__
            described.fields += f"static $tag = {self.literal(config.tag)};\n"
            described.fields += f"static $omitsDefaults = {self.literal(config.omit_defaults)};\n"
            described.fields += self._nested(cls)
        elif dataclasses.is_dataclass(cls):
            fields = [
                (one.name, self._default(one.default, one.default_factory, dataclasses.MISSING))
                for one in dataclasses.fields(cls)
                if one.init
            ]
            metadata = {
                one.name: dict(one.metadata) for one in dataclasses.fields(cls) if one.metadata
            }
            if metadata:
                described.fields += f"static $metadata = {self.literal(metadata)};\n"
            if not cls.__dataclass_params__.init:  # type: ignore[attr-defined]
                return
        elif hasattr(cls, "_fields"):
            defaults = cast(Any, cls)._field_defaults
            fields = [
                (name, self.literal(defaults[name]) if name in defaults else None)
                for name in cls._fields
            ]
            described.fields += "static $tuple = true;\n"
        else:
            return
        names = [name for name, _ in fields]
        parameters = ", ".join(
            identifier(name) + ("" if default is None else f" = {default}")
            for name, default in fields
        )
        values = " ".join(f"this.{name} = {identifier(name)};" for name in names)
        described.fields += f"static $fields = {self.literal(names)};\n"
        described.methods["__init__"] = (
            f"__init__({parameters}) {{ {values} this.__post_init__?.(); }}"
        )
        described.parameters["__init__"] = names

    def _nested(self, cls: type) -> str:
        """Return which fields of a Struct contain other Structs, so that it can be read from JSON."""
        hints = typing.get_type_hints(cls)
        found = {}
        for name, hint in hints.items():
            inner = next(
                (
                    one
                    for one in parts_of(hint)
                    if isinstance(one, type) and issubclass(one, msgspec.Struct)
                ),
                None,
            )
            if inner is not None:
                found[name] = inner
        items = ", ".join(
            f"{name}: () => {self.value(one, one.__name__)}" for name, one in found.items()
        )
        return f"static $structs = {{ {items} }};\n" if items else ""

    def _default(self, default: Any, factory: Any, missing: Any) -> str | None:
        if default is not missing:
            return self.literal(default)
        if factory is missing:
            return None
        if factory.__name__ == "<lambda>":
            return "[]"
        return f"py.call({self.value(factory, factory.__name__)}, [])"

    def _translate_method(self, described: _Class, key: str, member: Any) -> None:
        function = function_of(member)
        assert function is not None
        node = source_of(function)
        is_static = isinstance(member, staticmethod)
        translator = FunctionTranslator(FunctionScope(self, function))
        try:
            parameters, body, generates = translator.function(node, is_method=not is_static)
        except Unsupported as error:
            raise Unsupported(f"{described.name}.{key}: {error}") from None
        names = parameter_names(node.args)[0 if is_static else 1 :]
        prefix = ""
        if isinstance(member, staticmethod | classmethod):
            prefix = "static "
        elif isinstance(member, property):
            prefix = "get "
        elif isinstance(member, functools.cached_property):
            prefix = "get "
            body = f"return py.once(this, {quoted(key)}, () => {{\n{body}\n}});"
        if hasattr(member, "__wrapped__") and generates and not prefix:
            body = f"return py.manage((function* () {{\n{body}\n}}).call(this));"
            generates = False
        described.methods[key] = (
            f"{prefix}{'*' if generates else ''}{key}({parameters}) {{\n{body}\n}}"
        )
        described.parameters[key] = names
