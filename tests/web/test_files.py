"""The files of the client: up to date, small, and never from other sites."""

import gzip
import re
from pathlib import Path

import pytest

from cartagena.server.http.routes.site import Site
from tools import art, catalogue_fixture, catalogues, client_types, icons, lessons

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src" / "cartagena" / "web"


def test_drawings_are_up_to_date() -> None:
    for name, drawing in art.drawings().items():
        assert (WEB / name).read_text(encoding="utf-8") == drawing, "run `make art`"


def test_icon_with_badge_is_up_to_date() -> None:
    assert (WEB / "icon-turn.svg").read_text(encoding="utf-8") == icons.drawing_with_badge(), (
        "run `make art`"
    )


def test_lessons_are_up_to_date() -> None:
    assert (WEB / "lessons.json").read_text(encoding="utf-8") == lessons.text(), "run `make art`"


def test_types_of_the_client_are_up_to_date() -> None:
    types, events = client_types.TYPES, client_types.EVENT_NAMES
    assert types.read_text(encoding="utf-8") == client_types.types_text(), "run `make art`"
    assert events.read_text(encoding="utf-8") == client_types.event_names_text(), "run `make art`"


def test_catalogue_of_the_unit_tests_is_up_to_date() -> None:
    text = catalogue_fixture.CATALOGUE.read_text(encoding="utf-8")
    assert text == catalogue_fixture.text(), "run `make art`"


LAZY_FILES = (
    *("chart.svg", "posters.svg", "sounds.bin"),
    *("lessons.json", "examples.json", "puzzles.json"),
)
"""The files that are loaded only when they are needed."""


def test_first_load_is_small() -> None:
    lazy = (
        "engine.wasm",
        "icons/",
        "rivals/",
        "reactions/",
        "nets/",
        "js/engine/",
        "js/local/",
    )
    page = Site().files["index.html"].decode()
    first = {
        name: content
        for name, content in Site().files.items()
        if not name.startswith(("locale/", "previews/", *lazy))
        # Every other screen is loaded when it is opened: see main.js.
        and (not name.startswith("js/screens/") or name.startswith("js/screens/home/"))
        and (not name.startswith("css/") or f"/{name}" in page)
        and name not in LAZY_FILES
    }
    assert sum(len(gzip.compress(content)) for content in first.values()) < 170_000


def test_files_name_no_other_site() -> None:
    for name, content in Site().files.items():
        addresses = re.findall(rb"https?://[\w.]+", content)
        assert set(addresses) <= {b"http://www.w3.org"}, name


@pytest.mark.parametrize(
    "path",
    sorted(set(WEB.glob("js/**/*.js")) - {WEB / "js/local/program.js"}),
    ids=lambda path: path.relative_to(WEB).as_posix(),
)
def test_modules_are_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < 300


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_everything_is_translated(language: str) -> None:
    assert catalogues.incomplete_messages(language) == []
    ids = {message.id for message in catalogues.read(language) if message.id}
    assert ids == {message.id for message in catalogues.extract_messages() if message.id}, (
        "run `make art`"
    )
    for name, text in catalogues.files_of(language).items():
        assert (WEB / "locale" / name).read_text(encoding="utf-8") == text, "run `make art`"


def test_the_list_of_languages_is_current() -> None:
    content = catalogues.LANGUAGES_MODULE.read_text(encoding="utf-8")
    assert content == catalogues.languages_module(), "run `make art`"


def test_no_selector_makes_every_change_style_the_whole_page_again() -> None:
    """Chromium styles everything below `X` again if any rule ends in `X:has(…) *`.

    A rule that begins at the table or the body is checked after every change in it.
    """
    for path in sorted(WEB.glob("css/*.css")):
        css = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        css = re.sub(r"@media print \{.*\n\}\n", "", css, flags=re.DOTALL)
        selectors = re.findall(r"[^{}]*:has\([^{}]*(?=\{)", css)
        for selector in (each.strip() for rule in selectors for each in rule.split(",\n")):
            assert not re.search(r":has\(.*\*$", selector), (path.name, selector)
            assert not re.match(r"(body|main|\.table)[^ ]*:has", selector), (path.name, selector)
