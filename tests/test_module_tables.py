"""Every module is in the table of its area in the documentation, once, and no other is."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PACKAGE = ROOT / "src" / "cartagena"
TABLES = [
    # page, heading of the table, folder of the area, how its files end
    ("architecture.md", "The modules of `rules`", PACKAGE / "rules", ".py"),
    ("architecture.md", "The other modules", PACKAGE, ".py"),
    ("server.md", "The modules", PACKAGE / "server", ".py"),
    ("browser.md", "The modules", PACKAGE / "web" / "js", ".js"),
]
ELSEWHERE = ("rules/", "server/", "web/")
"""What the table of the other modules leaves to the tables of their own."""
MIGRATIONS = "storage/migrations"
"""One name for all steps of the database's schema."""
UNNAMED = ("__init__", "__main__")


def named(page: str, heading: str, ending: str) -> list[str]:
    """The modules in the first column of the table below a heading."""
    text = (DOCS / page).read_text("utf-8")
    below = text.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = re.findall(r"^\| (`.*?) \|", below[below.index("| module |") :], re.MULTILINE)
    names = [name.removesuffix(ending) for row in rows for name in re.findall(r"`([^`]+)`", row)]
    return [name.replace(".", "/") for name in names]


def there(folder: Path, ending: str) -> list[str]:
    """The modules of a folder, those of nested folders with their path."""
    paths = (path.relative_to(folder) for path in folder.rglob(f"*{ending}"))
    names = [path.with_suffix("").as_posix() for path in paths if path.stem not in UNNAMED]
    names = sorted({MIGRATIONS if name.startswith(MIGRATIONS) else name for name in names})
    return [name for name in names if folder != PACKAGE or not name.startswith(ELSEWHERE)]


@pytest.mark.parametrize(("page", "heading", "folder", "ending"), TABLES)
def test_modules(page: str, heading: str, folder: Path, ending: str) -> None:
    assert sorted(named(page, heading, ending)) == sorted(there(folder, ending))
