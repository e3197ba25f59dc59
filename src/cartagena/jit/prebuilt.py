"""The machine code that is part of the package: one library for each platform.

`python -m tools.kernels` builds the libraries from the modules that `manifest.json` lists. A library
is used only if those modules have not changed since.
"""

import hashlib
import io
import json
import platform
import sys
import tokenize
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

PACKAGE: Final = Path(__file__).parents[1]
LIBRARIES: Final = Path(__file__).parent / "libraries"
MANIFEST: Final = LIBRARIES / "manifest.json"

NAMES: Final[Mapping[tuple[str, str], str]] = {
    ("linux", "x86_64"): "x86_64-linux.so",
    ("linux", "aarch64"): "aarch64-linux.so",
    ("darwin", "arm64"): "aarch64-macos.dylib",
    ("darwin", "x86_64"): "x86_64-macos.dylib",
    ("win32", "amd64"): "x86_64-windows.dll",
}
"""The libraries by platform and processor."""

_IGNORED: Final = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.INDENT,
    tokenize.ENCODING,
}


class Manifest(NamedTuple):
    """The modules that the libraries were built from, with a digest of their bytes and their code."""

    modules: tuple[str, ...]
    bytes_digest: str
    code_digest: str


def library_file() -> Path | None:
    """Return the library for this platform, or None if there is none."""
    if sys.maxsize < 2**32:
        return None
    name = NAMES.get((sys.platform, platform.machine().lower()))
    return None if name is None else LIBRARIES / name


def problem() -> str | None:
    """Return why the prebuilt library cannot be used, as a sentence, or None if it can."""
    file = library_file()
    if file is None or not file.exists():
        return f"There are no compiled rules for {sys.platform} on {platform.machine()}."
    return None if is_current() else "The compiled rules are older than their sources."


def is_current() -> bool:
    """Return True if the code is the same as when the libraries were built."""
    try:
        manifest = read_manifest()
        sources = read_sources(manifest.modules)
    except OSError:
        return False
    return (
        bytes_digest(sources) == manifest.bytes_digest
        or code_digest(sources) == manifest.code_digest
    )


def read_manifest() -> Manifest:
    """Read the manifest of the libraries."""
    document = json.loads(MANIFEST.read_text("utf-8"))
    return Manifest(tuple(document["modules"]), document["bytes_digest"], document["code_digest"])


def read_sources(modules: Iterable[str]) -> list[bytes]:
    """Read modules, given by their paths in the package."""
    return [(PACKAGE / name).read_bytes().replace(b"\r\n", b"\n") for name in modules]


def bytes_digest(sources: Iterable[bytes]) -> str:
    """Return a digest of sources, which takes a millisecond."""
    return hashlib.sha256(b"\0".join(sources)).hexdigest()


def code_digest(sources: Iterable[bytes]) -> str:
    """Return a digest of sources without comments and docstrings, which takes 0.1 seconds."""
    digest = hashlib.sha256()
    for source in sources:
        for text in _code_tokens(source):
            digest.update(text.encode() + b"\0")
    return digest.hexdigest()


def _code_tokens(source: bytes) -> Iterator[str]:
    begins_line = True
    tokens = list(tokenize.tokenize(io.BytesIO(source).readline))
    for token, after in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        if token.type in _IGNORED:
            continue
        is_docstring = begins_line and token.type == tokenize.STRING
        if not (is_docstring and after.type in (tokenize.NEWLINE, tokenize.NL)):
            yield "dedent" if token.type == tokenize.DEDENT else token.string
        begins_line = token.type in (tokenize.NEWLINE, tokenize.DEDENT)
