"""The documentation is true: its Python blocks run, and its links and file names exist."""

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
CHANGELOG = ROOT / "CHANGELOG.md"
INDEX = ROOT / "docs" / "README.md"
LIBRARY = ROOT / "docs" / "library.md"
REFERENCE = ROOT / "docs" / "game.md"
BOTS = ROOT / "docs" / "bots.md"
RESEARCH = ROOT / "docs" / "research.md"
OPENSPIEL = ROOT / "docs" / "openspiel.md"
SPACES = ROOT / "docs" / "spaces.md"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
PAGES_WITH_PYTHON = {
    README: 1,
    LIBRARY: 10,
    REFERENCE: 7,
    BOTS: 2,
    RESEARCH: 5,
    SPACES: 1,
    OPENSPIEL: 3,
}
"""Pages whose Python blocks are run, with the minimum number of blocks."""
MAX_LINES = 310
SHORTENED = [ROOT / folder for folder in ("", "src", "src/cartagena", "src/cartagena/server")]
SHORTENED += [ROOT / "src" / "cartagena" / "web" / "js"]
"""Folders that pages leave out of the names of files."""
NEEDS = {OPENSPIEL: "pyspiel"}
"""Pages whose Python needs a module that is not available everywhere."""


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page: its ids, and its headings as code forges write them."""
    text = page.read_text("utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {
        *(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings),
        *re.findall(r'<a id="([^"]+)">', text),
    }


def run(page: Path) -> tuple[int, dict[str, Any]]:
    """Run the Python blocks of a page in order and return their number and the names they define.

    A block that shows the prompt must also print what the page says.
    """
    text = page.read_text("utf-8")
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    # Blank lines end what a doctest expects, so the table is printed without them.
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    runner = doctest.DocTestRunner(verbose=False, optionflags=flags)
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
        pytest.importorskip(NEEDS[page], reason="a module that this page needs is not available")
    monkeypatch.chdir(tmp_path)
    blocks, _ = run(page)
    assert blocks >= PAGES_WITH_PYTHON[page]


def test_the_documented_bot_runs_farthest() -> None:
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
def test_links_have_a_target(page: Path) -> None:
    text = page.read_text("utf-8")
    links = re.findall(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", text)
    links += [(source, "") for source in re.findall(r'<img src="([^"]*)"', text)]
    for target, anchor in links:
        if target.startswith("https://"):
            continue
        linked = page if not target else page.parent / target
        assert linked.exists(), target
        if anchor:
            assert anchor in anchors(linked), f"{target}#{anchor}"


def test_the_readme_or_the_index_links_to_every_page() -> None:
    readme, index = README.read_text("utf-8"), INDEX.read_text("utf-8")
    assert "](docs/README.md)" in readme
    for page in set(PAGES) - {README, INDEX}:
        listed = page.is_relative_to(INDEX.parent) and page.relative_to(INDEX.parent)
        assert f"]({page.relative_to(ROOT)}" in readme or f"]({listed})" in index, page


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_named_files_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    for path in re.findall(r"`((?:src|tests|docs|tools)/[\w/.-]+)`", text):
        assert (ROOT / path).exists(), path
    for path in re.findall(r"`([a-z_]+/[\w/]+\.(?:py|js|toml))[`:]", text):
        assert any((folder / path).exists() for folder in SHORTENED), path


@pytest.mark.parametrize("page", [page for page in PAGES if page != CHANGELOG], ids=name_of)
def test_pages_stay_short(page: Path) -> None:
    assert page.read_text("utf-8").count("\n") <= MAX_LINES
