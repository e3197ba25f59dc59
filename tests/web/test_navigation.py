"""Navigation works on a bad connection and moves the focus to the new screen."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.servers import Server, me, seat
from tests.web.chromium import Watched, person
from tests.web.player import ask
from tools import catalogues

FOCUSED = "wanted => (document.activeElement.id || document.activeElement.nodeName) === wanted"


@pytest.fixture
def plain(browser: Browser, server: Server) -> Iterator[Watched]:
    """Open a page on which requests may fail."""
    with person(browser, server.url) as watched:
        watched.forgiving = True
        yield watched


def czech(sentence: str) -> str:
    """Return a message in Czech."""
    return str(catalogues.translations_of("cs")[sentence])


def lost(page: Page, address: str, times: int) -> list[str]:
    """Let these requests fail a number of times, and return those that failed."""
    failed: list[str] = []

    def answer(route: Route) -> None:
        if len(failed) < times:
            failed.append(route.request.url)
            route.abort("connectionfailed")
        else:
            route.fallback()

    page.route(address, answer)
    return failed


@pytest.mark.parametrize("address", ["**/art.svg", "**/locale/cs.json"])
def test_page_retries_failed_requests_at_the_start(plain: Watched, address: str) -> None:
    page = plain.page
    page.add_init_script("localStorage.setItem('language', 'cs')")
    failed = lost(page, address, 1)
    page.goto("/create")
    expect(page.locator("main > [role=alert]")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(czech("Create a table"))
    expect(page.locator("main > [role=alert]")).to_have_count(0)
    assert len(failed) == 1
    assert page.locator("#art #ct-bottle").count() == 1


def test_language_that_fails_to_load_changes_nothing(plain: Watched) -> None:
    page = plain.page
    page.goto("/learn#rules")
    page.locator("#language").select_option("cs")
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    text = page.locator(".rules-text").inner_text()
    lost(page, "**/locale/hu.json", 1)
    page.locator("#language").select_option("hu")
    expect(page.locator("#toast")).to_have_text(czech("Can’t reach the server."))
    expect(page.locator("#language")).to_have_value("cs")
    expect(page.locator(".rules-text")).to_have_text(text, use_inner_text=True)
    assert page.evaluate("localStorage.getItem('language')") == "cs"


def test_focus_moves_to_the_new_screen(anna: Watched) -> None:
    page = anna.page
    page.goto("/")
    page.get_by_role("link", name="Create a table").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.get_by_role("link", name="Learn").first.click()
    expect(page.locator("main h1")).to_be_focused()
    page.get_by_role("link", name="Rules").click()
    expect(page.locator(".rules-page h1")).to_be_focused()
    page.go_back()
    expect(page.locator(".lesson h1")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("() => document.activeElement.closest('main') !== null")


@pytest.mark.parametrize("path", ["/", "/learn", "/learn#puzzles"])
def test_changing_the_language_keeps_the_screen(anna: Watched, path: str) -> None:
    page = anna.page
    page.goto(path)
    expect(page.locator("main h1")).not_to_have_text("")
    page.locator("#language").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("main .pirate").first).to_be_attached()
    page.wait_for_function(FOCUSED, arg="language")


def test_focus_moves_from_the_waiting_room_to_the_game(anna: Watched, server: Server) -> None:
    page = anna.page
    table = ask(page, "/tables", {"rules": "short", "seats": [me("blue"), seat("red", "bot")]})
    page.goto(f"/table/{table['id']}")
    page.get_by_role("button", name="Start the game").press("Enter")
    expect(page.locator(".table .pirate").first).to_be_attached()
    page.wait_for_function(FOCUSED, arg="main")


def test_shows_the_board_that_was_requested_last(plain: Watched) -> None:
    page = plain.page
    page.goto("/learn#rules")
    expect(page.locator(".learn .pirate").first).to_be_attached()
    late: list[Route] = []

    def hold(route: Route) -> None:
        late.append(route)

    page.route("**/boards/*.svg", hold)
    for name in ("Short Escape", "Long Escape"):
        page.locator(".games-list button").get_by_text(name, exact=True).click()
    end = time.monotonic() + 20
    while len(late) < 2 and time.monotonic() < end:
        page.evaluate(NEXT_FRAME)
    before = standing(page)
    with page.expect_response("**/boards/*.svg"):
        late[1].continue_()
    page.wait_for_function(f"before => ({STANDING})() !== before", arg=before)
    places = standing(page)
    with page.expect_response("**/boards/*.svg") as answer:
        late[0].continue_()
    answer.value.finished()
    for _ in range(3):
        page.evaluate(NEXT_FRAME)
    assert standing(page) == places


STANDING = """() => [...document.querySelectorAll(".learn .pirate")]
    .map((one) => `${one.dataset.colour} ${one.dataset.place}`).sort().join()"""
NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


def standing(page: Page) -> str:
    """Return the places of all pirates on the page."""
    return str(page.evaluate(STANDING))
