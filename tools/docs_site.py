"""Build the documentation as a site, with a reference and a list of modules from the docstrings.

    make docs

The pages are written for the repository, where `../deploy/nginx.conf` is a link to a file. The site
is built from a copy of them in build/docs, in which such links become file names. The pages
reference.md and modules.md exist only there. A dead link is an error.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tools import module_tables

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
COPY: Final = ROOT / "build" / "docs"
OUTSIDE: Final = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+[^)#\s]+)[^)]*\)")
REFERENCE: Final = """# Reference

From the docstrings of the library. [The tour](library.md) shows how it is used.

::: cartagena.game.Game
::: cartagena.rules.notation.moves.Move
::: cartagena.rules.notation.legal_moves.LegalMoves
::: cartagena.rules.options.Rules
::: cartagena.errors.CartagenaError
"""


def for_the_site(page: Path) -> str:
    """Return the text of a page, with file names instead of links to files outside of docs/."""

    def name(link: re.Match[str]) -> str:
        words, path = link.groups()
        target = (page.parent / path).resolve()
        if target.is_relative_to(DOCS) or not target.exists():
            return link[0]
        file = target.relative_to(ROOT).as_posix()
        return f"`{file}`" if words == file else f"{words} (`{file}`)"

    return OUTSIDE.sub(name, page.read_text("utf-8"))


def copy() -> None:
    """Write build/docs."""
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(DOCS, COPY)
    for page in DOCS.rglob("*.md"):
        (COPY / page.relative_to(DOCS)).write_text(for_the_site(page), encoding="utf-8")
    (COPY / "reference.md").write_text(REFERENCE, encoding="utf-8")
    (COPY / "modules.md").write_text(module_tables.page(), encoding="utf-8")


if __name__ == "__main__":
    copy()
    build = [str(Path(sys.executable).parent / "zensical"), "build", "--strict", "--clean"]
    sys.exit(subprocess.run(build, cwd=ROOT, check=False).returncode)
