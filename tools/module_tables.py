"""Print a table of all modules, with the first sentence of each module's docstring or first comment.

    python -m tools.module_tables                    # everything, as Markdown
    python -m tools.module_tables cartagena.server   # one package and those below it

`make docs` adds the same tables to the site as the page "Modules". They are never committed, so
they cannot go stale.
"""

import argparse
import ast
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src"
SUFFIXES: Final = (".py", ".js")
_COMMENT: Final = re.compile(r"\s*/\*\*?(.*?)\*/", re.DOTALL)
_SENTENCE: Final = re.compile(r"(.+?[.!?])(?=\s+[A-Z`*]|\s*$)")


class Module(NamedTuple):
    """A source file and the first sentence of its description."""

    folder: str
    name: str
    summary: str


def first_sentence(text: str) -> str:
    """Return the first sentence of a text, on one line."""
    paragraph = " ".join(text.strip().split("\n\n")[0].split())
    match = _SENTENCE.match(paragraph)
    return match[1] if match else paragraph


def describe(path: Path) -> str:
    """Return the docstring of a Python module, or the first comment of a JavaScript module."""
    text = path.read_text("utf-8")
    if path.suffix == ".py":
        return ast.get_docstring(ast.parse(text)) or ""
    comment = _COMMENT.match(text)
    return re.sub(r"^\s*\*? ?", "", comment[1], flags=re.MULTILINE) if comment else ""


def modules(source: Path = SOURCE) -> Iterator[Module]:
    """Yield every module under a folder, folder by folder."""
    paths = [path for suffix in SUFFIXES for path in source.rglob(f"*{suffix}")]
    for path in sorted(paths, key=lambda path: (path.parent, path.name)):
        folder = path.parent.relative_to(source).as_posix()
        yield Module(folder, path.name, first_sentence(describe(path)))


def tables(listed: Sequence[Module]) -> str:
    """Return one Markdown table for each folder, under a heading with the folder's own summary."""
    parts = []
    for folder in dict.fromkeys(module.folder for module in listed):
        inside = [module for module in listed if module.folder == folder]
        summary = next((each.summary for each in inside if each.name == "__init__.py"), "")
        rows = [each for each in inside if each.name != "__init__.py"]
        if not rows and not summary:
            continue
        lines = [f"## {folder}", ""]
        if summary:
            lines += [summary, ""]
        if rows:
            lines += ["| module | what it is |", "| --- | --- |"]
            lines += [
                f"| `{each.name}` | {each.summary.replace('|', chr(92) + '|')} |" for each in rows
            ]
            lines.append("")
        parts.append("\n".join(lines))
    return "\n".join(parts)


def page() -> str:
    """Return the page "Modules" of the documentation site."""
    return (
        f"# Modules\n\nEvery source file, from its own first sentence.\n\n{tables(list(modules()))}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables of all packages, or of one."""
    parser = argparse.ArgumentParser(prog="python -m tools.module_tables", description=__doc__)
    parser.add_argument("package", nargs="?", default="cartagena", help="(default: cartagena)")
    folder = parser.parse_args(arguments).package.replace(".", "/")
    chosen = [each for each in modules() if f"{each.folder}/".startswith(f"{folder}/")]
    print(tables(chosen))
    return 0 if chosen else 1


if __name__ == "__main__":
    sys.exit(main())
