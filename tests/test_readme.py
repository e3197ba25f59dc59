"""The README's tour is true: its Python blocks are run, and its links lead somewhere."""

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]


def headings(page: Path) -> set[str]:
    """The anchors of a page's headings, as code forges make them."""
    lines = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


def test_the_tour_runs_as_printed() -> None:
    text = README.read_text("utf-8")
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    assert len(blocks) > 5
    # Blank lines end what a doctest expects, so the table is printed without them.
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(optionflags=flags)
    names: dict[str, Any] = {}
    for block in blocks:
        line = text[: block.start()].count("\n") + 1
        test = doctest.DocTestParser().get_doctest(block[1], names, "README", "README.md", line)
        output: list[str] = []
        runner.run(test, out=output.append, clear_globs=False)
        names = test.globs
        assert not output, "".join(output)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", page.read_text("utf-8")):
        linked = page if not target else page.parent / target
        assert linked.exists(), target
        if anchor:
            assert anchor in headings(linked), f"{target}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_are_named_exist(page: Path) -> None:
    for path in re.findall(r"`((?:src|tests|docs|tools)/[\w/.-]+)`", page.read_text("utf-8")):
        assert (ROOT / path).exists(), path
