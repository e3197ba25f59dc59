"""The documentation is true: its Python blocks are run, and its links lead somewhere."""

import doctest
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cartagena import Game
from cartagena.bots import create, play
from tests.support.speed import mostly_slow

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
LIBRARY = ROOT / "docs" / "library.md"
BOTS = ROOT / "docs" / "bots.md"
RESEARCH = ROOT / "docs" / "research.md"
OPENSPIEL = ROOT / "docs" / "openspiel.md"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
PAGES_WITH_PYTHON = {README: 1, LIBRARY: 15, BOTS: 2, RESEARCH: 5, OPENSPIEL: 3}
"""Those whose Python blocks are run, and how many blocks they have at least."""
NEEDS = {OPENSPIEL: "pyspiel"}
"""Pages whose Python needs a module that cannot be had everywhere."""


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def headings(page: Path) -> set[str]:
    """The anchors of a page's headings, as code forges make them."""
    lines = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


def run(page: Path) -> tuple[int, dict[str, Any]]:
    """Run the Python blocks of a page, one after the other: how many there are, and their names.

    What is shown as a session at the prompt must also print what the page says.
    """
    text = page.read_text("utf-8")
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    # Blank lines end what a doctest expects, so the table is printed without them.
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(optionflags=flags)
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks:
        line = text[: block.start()].count("\n") + 1
        if not block[1].startswith(">>>"):
            exec(compile("\n" * line + block[1], page.name, "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(block[1], names, page.name, page.name, line)
        output: list[str] = []
        runner.run(test, out=output.append, clear_globs=False)
        names = test.globs
        assert not output, "".join(output)
    return len(blocks), names


@pytest.mark.parametrize("page", mostly_slow(PAGES_WITH_PYTHON, quick=3), ids=name_of)
def test_python_runs_as_printed(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if page in NEEDS:
        pytest.importorskip(NEEDS[page], reason="what this page needs cannot be had here")
    monkeypatch.chdir(tmp_path)
    blocks, _ = run(page)
    assert blocks >= PAGES_WITH_PYTHON[page]


def test_the_bot_of_the_documentation_runs_farthest() -> None:
    hare = run(BOTS)[1]["Hare"]()
    game = Game("jamaica", players=["blue", "red"], seed=3)
    assert play(game, [hare, create("drunk")], Random(1)) == "blue"
    replayed = Game("jamaica", players=["blue", "red"], seed=3)
    for move in game.moves:
        runs = [other for other in replayed.legal_moves if other.kind == "advance"]
        if replayed.decider == "blue" and runs:
            assert move.kind == "advance"
            home = any(other.target == "sloop" for other in runs)
            assert home == (move.target == "sloop")
            if not home:
                assert hare.gain(move) == max(map(hare.gain, runs))
        replayed.push(move)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    links = re.findall(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", text)
    links += [(source, "") for source in re.findall(r'<img src="([^"]*)"', text)]
    for target, anchor in links:
        if target.startswith("https://"):
            continue
        linked = page if not target else page.parent / target
        assert linked.exists(), target
        if anchor:
            assert anchor in headings(linked), f"{target}#{anchor}"


def test_every_page_can_be_reached() -> None:
    """From the README directly, or from the list of all pages for the variants."""
    text = README.read_text("utf-8") + (ROOT / "docs" / "README.md").read_text("utf-8")
    for page in PAGES:
        assert (
            page == README
            or f"]({page.relative_to(ROOT)}" in README.read_text("utf-8")
            or (page.parent.name == "variants" and f"](variants/{page.name})" in text)
        ), page


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_that_are_named_exist(page: Path) -> None:
    for path in re.findall(r"`((?:src|tests|docs|tools)/[\w/.-]+)`", page.read_text("utf-8")):
        assert (ROOT / path).exists(), path
