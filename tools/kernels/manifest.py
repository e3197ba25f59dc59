"""The manifest of the libraries: the modules that they were built from, with digests."""

import ast
import json
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cartagena.jit import prebuilt
from cartagena.jit.compiler import export_name, python_code
from cartagena.jit.prebuilt import MANIFEST, PACKAGE, bytes_digest, code_digest, read_sources
from tools.kernels.exports import MODULES


def export_names(functions: Iterable[Callable[..., Any]]) -> list[str]:
    """Return the C names of entry points."""
    return [export_name(function) for function in functions]


def text() -> str:
    """Return the manifest for the sources as they are."""
    names = compiled_modules()
    sources = read_sources(names)
    document = {
        "bytes_digest": bytes_digest(sources),
        "code_digest": code_digest(sources),
        "modules": names,
    }
    return json.dumps(document, indent=2) + "\n"


def write() -> None:
    """Write the manifest."""
    MANIFEST.write_text(text(), "utf-8")


def is_current() -> bool:
    """Return True if the libraries were built from the same modules with the same code."""
    return prebuilt.is_current() and list(prebuilt.read_manifest().modules) == compiled_modules()


def compiled_modules() -> list[str]:
    """Return the modules with kernels and with constants that kernels use, by path."""
    known: dict[str, Path] = {}
    pending = list(MODULES)
    while pending:
        name = pending.pop()
        if name not in known:
            known[name] = _path(name)
            pending += _modules_used_by(name)
    return sorted(path.relative_to(PACKAGE).as_posix() for path in known.values())


def _path(name: str) -> Path:
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin)


def _modules_used_by(name: str) -> Iterator[str]:
    """Yield the modules that a module imports kernels or constants from, or as a whole."""
    for node in ast.walk(ast.parse(_path(name).read_text("utf-8"))):
        if not isinstance(node, ast.ImportFrom) or not str(node.module).startswith("cartagena"):
            continue
        module = import_module(str(node.module))
        for alias in node.names:
            value = getattr(module, alias.name, None)
            if _is_module(f"{node.module}.{alias.name}", module):
                yield f"{node.module}.{alias.name}"
            elif alias.name.isupper() or python_code(value) is not None:
                yield str(node.module)


def _is_module(name: str, parent: Any) -> bool:
    """Return True if this is the name of a module in a package."""
    return hasattr(parent, "__path__") and find_spec(name) is not None
