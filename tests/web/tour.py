"""Measures how many presses and how much time a newcomer needs for a first move: `make tour`.

It runs in a real Chromium at five window sizes, with a new browser each time, and tries both ways
that the first page offers: the first game with tips, and *Play now*. The server is warm. A first pass
measures the time, a second one takes pictures into build/tour. It fails if a way takes more than
three presses, or more than four seconds without the turns of bots before ours. The last results
are in docs/experiments.md.
"""

import shutil
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from cartagena.server.settings import Settings
from tests.support.servers import Server, running
from tests.web.chromium import launch, person
from tests.web.player import until_still

OUT: Final = Path(__file__).parents[2] / "build" / "tour"
SIZES: Final = ((360, 640), (390, 844), (820, 1180), (1366, 768), (1920, 1080))
MAX_PRESSES: Final = 3
MAX_SECONDS: Final = 4.0
PATIENCE: Final = 60_000
COMPACT: Final = 1000
"""Pixels: narrower windows are taken for those of devices with a touch screen."""


class Newcomer:
    """A newcomer whose presses are counted; `look` is called when there is something to see."""

    def __init__(self, page: Page, look: Callable[[str], None]) -> None:
        self.page, self.look, self.presses = page, look, 0

    def press(self, what: Locator) -> None:
        """Press an element by mouse or finger."""
        self.presses += 1
        if self.page.evaluate("navigator.maxTouchPoints > 0"):
            what.tap()
        else:
            what.click()


class Visit(NamedTuple):
    """The presses and the time of a first visit."""

    presses: int
    seconds: float
    bots: float
    """Seconds that bots took for their turns before ours."""


def first_visit(newcomer: Newcomer, way: str) -> Visit:
    """Go from the address of the server to the first own move."""
    page = newcomer.page
    began = time.monotonic()
    page.goto("/")
    offer = page.get_by_role("button", name="New here?" if way == "first-game" else "Play now")
    offer.wait_for()
    newcomer.look("1-home")
    newcomer.press(offer)
    page.locator(".table .board .pirate").first.wait_for(state="attached", timeout=PATIENCE)
    shown = time.monotonic()
    ours = page.locator(".turn-line.ours")
    expect(ours).to_be_visible(timeout=PATIENCE)
    bots = time.monotonic() - shown
    newcomer.look("2-table")
    before = _answers(page)
    if way == "first-game":
        # The pirate in front, because its moves lead to different places.
        newcomer.press(page.locator('.pirate[data-colour=blue][data-place="16"]'))
    else:
        newcomer.press(page.locator(".hand .card-button:not([aria-disabled])").first)
    target = page.locator(".target").first
    target.wait_for()
    newcomer.look("3-chosen")
    newcomer.press(target)
    page.wait_for_function(
        "n => Number(document.querySelector('.table').dataset.expected_seq) > n", arg=before
    )
    seconds = time.monotonic() - began
    newcomer.look("4-moved")
    return Visit(newcomer.presses, seconds, bots)


def _answers(page: Page) -> int:
    return int(page.evaluate("document.querySelector('.table').dataset.expected_seq"))


def visit(
    browser: Browser, server: Server, size: tuple[int, int], way: str, out: Path | None
) -> Visit:
    """Make a first visit in a window of this size, and take pictures if wanted."""
    width, height = size
    options: dict[str, Any] = {
        "viewport": {"width": width, "height": height},
        "has_touch": width <= COMPACT,
        "reduced_motion": "no-preference",
        "storage_state": None,
    }
    with person(browser, server.url, **options) as anna:

        def look(name: str) -> None:
            if out is not None:
                until_still(anna.page)
                anna.page.screenshot(path=out / f"{way}-{width}x{height}-{name}.png")

        return first_visit(Newcomer(anna.page, look), way)


def main() -> int:
    """Take the tour, print the results, and fail if they are over the limits."""
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    failed = False
    with (
        TemporaryDirectory() as folder,
        # The default pace of bots, and the default limits.
        running(Path(folder), bot_pace=str(Settings().bot_pace)) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for way in ("first-game", "play-now"):
            visit(browser, server, SIZES[0], way, None)  # nobody else is the very first
            for size in SIZES:
                tries = [visit(browser, server, size, way, None) for _ in range(3)]
                own = [each.seconds - each.bots for each in tries]
                presses = max(each.presses for each in tries)
                bots = max(each.bots for each in tries)
                visit(browser, server, size, way, OUT)
                print(
                    f"{way:10}  {size[0]:4} × {size[1]:4}  {presses} presses  "
                    f"{statistics.median(own):.1f} s, at most {max(own):.1f} s; "
                    f"bots before us {bots:.1f} s at most"
                )
                failed |= presses > MAX_PRESSES or max(own) > MAX_SECONDS
        browser.close()
    print(f"{len(list(OUT.iterdir()))} pictures in {OUT}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
