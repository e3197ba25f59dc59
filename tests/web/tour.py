"""Measures how many presses and how much time a newcomer needs for a first jump: `make tour`.

It runs in a real Chromium at five window sizes, with a new browser each time, and tries both ways
that the first page offers: the first game, and *Play now* of someone who has played before. The
newcomer is calm: before each press there is time to read what is new on the page and to look for what it
means. The server is warm. A first pass measures the time, a second one takes pictures into
build/tour. In the end, pictures of every screen are taken into build/tour/screens. It fails if a way takes more than four presses, or if the first game takes more than
twenty seconds and *Play now* more than thirty, without the turns of bots before ours. The last
results are in docs/experiments.md.
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
from tests.web.gallery import take_gallery
from tests.web.player import until_still

OUT: Final = Path(__file__).parents[2] / "build" / "tour"
SIZES: Final = ((360, 640), (390, 844), (820, 1180), (1366, 768), (1920, 1080))
MAX_PRESSES: Final = 4
MAX_SECONDS: Final = {"first-game": 20.0, "play-now": 30.0}
LOOK: Final = 1.5
"""Seconds to find the thing on the page that the words describe."""
WORD: Final = 0.3
"""Seconds to read a word, at 200 words per minute."""
PATIENCE: Final = 60_000
COMPACT: Final = 1000
"""Windows narrower than this, in pixels, are tested as touch screens."""


class Newcomer:
    """A newcomer whose presses are counted; `look` is called when there is something to see.

    A calm one reads and looks before each press.
    """

    def __init__(self, page: Page, look: Callable[[str], None], *, calm: bool) -> None:
        self.page, self.look, self.calm, self.presses = page, look, calm, 0

    def press(self, what: Locator, words: Locator) -> None:
        """Read some words, then press an element by mouse or finger."""
        if self.calm:
            time.sleep(LOOK + WORD * len(words.inner_text().split()))
        self.presses += 1
        if self.page.evaluate("navigator.maxTouchPoints > 0"):
            what.tap()
        else:
            what.click()


class Visit(NamedTuple):
    """The presses and the seconds that a first visit took."""

    presses: int
    seconds: float
    bots: float
    """Seconds that bots took for their turns before ours."""


def first_visit(newcomer: Newcomer, way: str) -> Visit:
    """Go from the server's address to the player's first move."""
    page = newcomer.page
    began = time.monotonic()
    page.goto("/")
    panel = page.locator(".home-panel")
    offer = page.get_by_role("button", name="Break out")
    offer.wait_for()
    newcomer.look("1-home")
    if way == "play-now":
        newcomer.press(page.get_by_role("button", name="I’ve played before"), panel)
        offer = page.get_by_role("button", name="Play now")
    newcomer.press(offer, panel)
    page.locator(".table .board .pirate").first.wait_for(state="attached", timeout=PATIENCE)
    start = time.monotonic()
    ours = page.locator(".turn-line.ours")
    expect(ours).to_be_visible(timeout=PATIENCE)
    bots = time.monotonic() - start
    newcomer.look("2-table")
    before = _answers(page)
    if way == "first-game":
        words = page.locator(".guide p")
        newcomer.press(page.locator(".card-button.marked"), words)
        pirate = page.locator(".pirate.marked").first
        pirate.wait_for()
        newcomer.look("3-card")
        newcomer.press(pirate, words)
        target = page.locator(".target.marked")
        page.wait_for_function(MOVED_OR_ASKED, arg=before)
        if target.count():
            newcomer.press(target.first, words)
    else:
        prompt = page.locator(".turn-line")
        newcomer.press(page.locator(".hand .card-button:not([aria-disabled])").first, prompt)
        target = page.locator(".target").first
        target.wait_for()
        newcomer.look("3-card")
        newcomer.press(target, prompt)
    page.wait_for_function(
        "n => Number(document.querySelector('.table').dataset.expected_seq) > n", arg=before
    )
    seconds = time.monotonic() - began
    newcomer.look("4-moved")
    return Visit(newcomer.presses, seconds, bots)


MOVED_OR_ASKED = """n => document.querySelector(".target.marked") ||
  Number(document.querySelector(".table").dataset.expected_seq) > n"""
"""After a card and a pirate the move is made, unless the page asks for the space, too."""


def _answers(page: Page) -> int:
    return int(page.evaluate("document.querySelector('.table').dataset.expected_seq"))


def visit(
    browser: Browser,
    server: Server,
    size: tuple[int, int],
    way: str,
    *,
    out: Path | None = None,
    calm: bool = False,
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

        return first_visit(Newcomer(anna.page, look, calm=calm), way)


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
            visit(browser, server, SIZES[0], way)  # no other newcomer is the very first
            for size in SIZES:
                tries = [visit(browser, server, size, way, calm=True) for _ in range(3)]
                own = [each.seconds - each.bots for each in tries]
                presses = max(each.presses for each in tries)
                bots = max(each.bots for each in tries)
                visit(browser, server, size, way, out=OUT)
                print(
                    f"{way:10}  {size[0]:4} × {size[1]:4}  {presses} presses  "
                    f"{statistics.median(own):.1f} s, at most {max(own):.1f} s; "
                    f"bots before us {bots:.1f} s at most"
                )
                failed |= presses > MAX_PRESSES or max(own) > MAX_SECONDS[way]
        take_gallery(browser, server, OUT / "screens")
        browser.close()
    print(f"{len(list(OUT.rglob('*.png')))} pictures in {OUT}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
