"""Takes the pictures of the browser client that the documentation shows: `make screens`."""

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.server.running import Server, me, running, seat
from tests.web.chromium import launch, person
from tests.web.hands import play, quick_start, settle

IMAGES = Path(__file__).parents[2] / "docs" / "images"
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 860}}


def shot(page: Page, name: str) -> None:
    page.wait_for_timeout(900)
    page.screenshot(path=IMAGES / f"browser-{name}.jpg", type="jpeg", quality=84)


def some_turns(page: Page, preset: str, decisions: int, seed: int) -> None:
    """Into the middle of a game, with a pirate chosen."""
    quick_start(page, preset)
    play(page, decisions, seed)
    while page.locator(".choice").count():
        play(page, 1, seed)
    settle(page)
    page.locator(".pirate.free:not(.behind)").last.dispatch_event("click")
    page.evaluate("scrollTo(0, 0)")


def take(browser: Browser, url: str) -> None:
    with person(browser, url, **DESKTOP) as anna:
        anna.page.goto("/")
        shot(anna.page, "home")
        anna.page.goto("/create")
        shot(anna.page, "create")
        anna.page.goto("/learn")
        shot(anna.page, "learn")
        some_turns(anna.page, "everything", 26, 5)
        shot(anna.page, "table")
    with person(browser, url, **DESKTOP, color_scheme="dark") as anna:
        some_turns(anna.page, "tortuga", 16, 3)
        shot(anna.page, "dark")
    with person(browser, url, **PHONE) as anna:
        some_turns(anna.page, "escape", 14, 4)
        shot(anna.page, "phone")
    # Playing by hand reads English words; so the language is changed at the end.
    with person(browser, url, **DESKTOP) as anna:
        some_turns(anna.page, "complete", 18, 8)
        anna.page.select_option("#language", "he")
        settle(anna.page)
        anna.page.locator(".pirate.free:not(.behind)").last.dispatch_event("click")
        shot(anna.page, "hebrew")


def insight(browser: Browser, server: Server) -> None:
    """A hint, and a finished game that has been looked at."""
    with person(browser, server.url, **DESKTOP) as anna:
        some_turns(anna.page, "complete", 20, 9)
        anna.page.locator(".action.hint").click()
        anna.page.locator(".advice").wait_for(timeout=90_000)
        shot(anna.page, "hint")
    hanna = server.person("Hanna")
    bots = [seat("red", "bot"), seat("green", "bot")]
    table = hanna.table(me("blue"), *bots, rules="short")
    hanna.done(f"/tables/{table}/start")
    rng = Random(2)
    while (seen := hanna.look(table))["table"]["status"] != "finished":
        if seen["legal"]:
            runs = [move for move in seen["legal"] if not move.startswith(("back", "pass"))]
            hanna.play(table, rng.choice(runs or seen["legal"]), seen["answers"])
    tall: dict[str, Any] = {"viewport": {"width": 1280, "height": 1500}}
    with person(browser, server.url, **tall) as anna:
        anna.page.goto(f"/table/{table}")
        anna.page.get_by_role("button", name="Analyse the game").click()
        anna.page.locator(".chart").wait_for(timeout=300_000)
        anna.page.locator(".moment button").nth(2).click()
        anna.page.evaluate("scrollTo(0, 0)")
        shot(anna.page, "finished")


def main() -> int:
    with TemporaryDirectory() as folder, running(Path(folder)) as server, sync_playwright() as play:
        browser = launch(play)
        take(browser, server.url)
        insight(browser, server)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
