"""Measure tables of this device in Chromium: `python -m tests.web.reach` on a machine at rest.

Prints the time from *Play now* to the board and to the player's turn, with the files in the cache and
the page slowed down four times, and the time of a whole analysis with the longest task on the main
thread. The slowdown is that of Chromium's tools: it does not slow workers.
"""

import json
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from playwright.sync_api import Page, sync_playwright

from cartagena import Game, Rules
from cartagena.server.http.routes.site import Site
from tests.web.chromium import launch, person
from tests.web.test_static_site import FOLDER, go_to, open_home, settle_worker, static_host
from tools.static_site import write_site

RUNS: Final = 5
SLOWDOWN: Final = 4
MOVES: Final = 60
PHONE: Final = {"width": 390, "height": 844}
LONGEST_TASK: Final = """() => {
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.longest = Math.max(window.longest, one.duration);
  }).observe({ type: "longtask" });
}"""


def play_now(page: Page, address: str) -> tuple[float, float]:
    """Press *Play now* and return the seconds to the board and to our turn."""
    open_home(page, address)
    page.wait_for_timeout(1000)
    begun = time.perf_counter()
    page.get_by_role("button", name="Play now").click()
    page.locator(".table .board .pirate").first.wait_for(state="attached")
    board = time.perf_counter() - begun
    page.locator(".turn-line.ours").wait_for(timeout=60_000)
    return board, time.perf_counter() - begun


def record_of(moves: int) -> str:
    """Return the record of a random game of about this length, ended by a limit of turns."""
    for limit in range(2, moves):
        rules = Rules.from_mapping({"preset": "jamaica", "turn_limit": limit})
        game, luck = Game(rules, 2, limit), Random(limit)
        while not game.over:
            game.push(luck.choice(game.legal_moves))
        if abs(game.moves_made - moves) <= 2:
            return json.dumps(game.record())
    raise AssertionError("no game of this length")


def analyse(page: Page, address: str, record: str) -> tuple[float, float]:
    """Analyse a record, and return the seconds and the longest task of the main thread in milliseconds."""
    open_home(page, address)
    go_to(page, "/record")
    page.locator("#record").fill(record)
    page.get_by_role("button", name="Open the game").click()
    button = page.get_by_role("button", name="See where it turned")
    button.wait_for()
    page.evaluate(LONGEST_TASK)
    begun = time.perf_counter()
    button.click()
    page.locator(".theatre .accounts").wait_for(state="attached", timeout=120_000)
    return time.perf_counter() - begun, float(page.evaluate("window.longest"))


def main() -> None:
    """Measure and print."""
    record = record_of(MOVES)
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
    ):
        write_site(Path(folder) / FOLDER, Site())
        browser = launch(playwright)
        with (
            static_host(Path(folder)) as address,
            person(browser, address, service_workers="allow", viewport=PHONE) as anna,
        ):
            open_home(anna.page, address)
            settle_worker(anna.page)
            devtools = anna.context.new_cdp_session(anna.page)
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
            starts = [play_now(anna.page, address) for _ in range(RUNS)]
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            board, turn = (median(column) for column in zip(*starts, strict=True))
            first = min(turn for _, turn in starts)
            print(f"Play now: board after {board:.2f} s, our turn after {turn:.2f} s (median)")
            print(f"  our turn where we begin or bots are done soonest: {first:.2f} s")
            seconds, longest = analyse(anna.page, address, record)
            moves = len(json.loads(record)["moves"])
            print(f"Analysis of {moves} moves: {seconds:.1f} s, longest task {longest:.0f} ms")
        browser.close()


if __name__ == "__main__":
    main()
