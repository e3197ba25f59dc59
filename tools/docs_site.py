"""Write the documentation as a site, with a reference from the docstrings.

    make docs

The pages are written for the repository, where `../deploy/nginx.conf` leads to a file. The site is
made from a copy of them in build/docs, in which such links are the names of the files, and to
which the page of the reference is added. A dead link is an error.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
COPY: Final = ROOT / "build" / "docs"
OUTSIDE: Final = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+[^)#\s]+)[^)]*\)")
REFERENCE: Final = """# Reference

From the docstrings of the library. [The library](library.md) tells how it is used.

::: cartagena.game.Game
::: cartagena.rules.notation.moves.Move
::: cartagena.rules.notation.legal_moves.LegalMoves
::: cartagena.rules.options.Rules
::: cartagena.errors.CartagenaError
"""


def for_the_site(page: Path) -> str:
    """The text of a page; where it links to a file outside of docs/, the site names that file."""

    def name(link: re.Match[str]) -> str:
        words, path = link.groups()
        target = (page.parent / path).resolve()
        if target.is_relative_to(DOCS) or not target.exists():
            return link[0]
        file = target.relative_to(ROOT).as_posix()
        return f"`{file}`" if words == file else f"{words} (`{file}`)"

    return OUTSIDE.sub(name, page.read_text("utf-8"))


def copy() -> None:
    """Make build/docs anew."""
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(DOCS, COPY)
    for page in DOCS.rglob("*.md"):
        (COPY / page.relative_to(DOCS)).write_text(for_the_site(page), encoding="utf-8")
    (COPY / "reference.md").write_text(REFERENCE, encoding="utf-8")


if __name__ == "__main__":
    copy()
    build = [str(Path(sys.executable).parent / "zensical"), "build", "--strict", "--clean"]
    sys.exit(subprocess.run(build, cwd=ROOT, check=False).returncode)
