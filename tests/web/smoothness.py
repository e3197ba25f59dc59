"""Measure how smoothly the table moves: `make browser`. The results are in docs/experiments.md.

Five players, all animations, bots at their default pace. A frame is late if it comes more than
50 ms after the last one. The aim is that no frame is late in a game on an idle machine. A busy
machine has late frames of its own, so an empty page is measured next to the games.
"""

import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from cartagena.server.settings import Settings
from tests.support.servers import running_fresh
from tests.web.chromium import launch, person
from tests.web.player import against_bots, ask, play, until_still

LATE = 50
PAINT = 200
GAMES = 5
CONTROL = 30
"""Seconds for which the square moves, before and after the games."""
DECISIONS = 20
OPENINGS = 7

FRAMES = """() => {
  window.frames_took = [];
  let last = performance.now();
  const tick = (now) => {
    window.frames_took.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""

SQUARE = """<style>
  @keyframes go { to { transform: translateX(500px); } }
  div { width: 50px; height: 50px; background: teal; animation: go 1s infinite alternate; }
</style><div></div>"""

# Records when the snapshot arrives, and when the frame with the pirates is painted.
OPENING = """() => {
  const listen = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (kind, heard) {
    const noted = (event) => {
      if (kind === "snapshot") window.heard_at ??= performance.now();
      heard(event);
    };
    listen.call(this, kind, noted);
  };
  const look = () => {
    if (!document.querySelector(".table .board .pirate")) return requestAnimationFrame(look);
    const channel = new MessageChannel();
    channel.port1.onmessage = () => (window.painted_at = performance.now());
    requestAnimationFrame(() => channel.port2.postMessage(0));
  };
  requestAnimationFrame(look);
}"""


def tasks(trace: list[dict[str, Any]]) -> list[float]:
    """Return the duration of each task of the page's thread in milliseconds."""
    names = {
        (one["pid"], one["tid"]): one["args"]["name"]
        for one in trace
        if one.get("ph") == "M" and one["name"] == "thread_name"
    }
    tasks: dict[Any, list[dict[str, Any]]] = {}
    for one in trace:
        thread = (one["pid"], one.get("tid"))
        task = one.get("ph") == "X" and one["name"] == "RunTask" and "tdur" in one
        if task and names.get(thread) == "CrRendererMain":
            tasks.setdefault(thread, []).append(one)
    busiest = max(tasks.values(), key=lambda all_: sum(one["tdur"] for one in all_))
    return [one["tdur"] / 1000 for one in busiest]


def late_frames(page: Page, what: str, pass_time: Callable[[], object]) -> int:
    """Return the number of late frames while `pass_time` runs."""
    page.evaluate(FRAMES)
    start = time.monotonic()
    pass_time()
    seconds = time.monotonic() - start
    took: list[int] = [round(one) for one in page.evaluate("() => window.frames_took")]
    late = sum(one > LATE for one in took)
    print(
        f"{what}, {seconds:.0f} s, {len(took)} frames:"
        f" {late} later than {LATE} ms, the latest {max(took)} ms"
    )
    return late


def game(browser: Browser, url: str) -> int:
    """Return the number of late frames in some turns of a game of five."""
    with person(browser, url, reduced_motion="no-preference") as anna:
        seat_of_five(anna.page)
        what = f"five players, {DECISIONS} decisions of ours"
        return late_frames(anna.page, what, lambda: play(anna.page, DECISIONS))


def nothing(browser: Browser, url: str) -> int:
    """Return the number of late frames that the machine itself causes: one moving square."""
    with person(browser, url, reduced_motion="no-preference") as anna:
        anna.page.set_content(SQUARE)
        return late_frames(
            anna.page, "a moving square", lambda: anna.page.wait_for_timeout(1000 * CONTROL)
        )


def work(browser: Browser, url: str, folder: Path) -> bool:
    """Trace every task of a game, and return True if none was too long. Tracing takes time."""
    with person(browser, url, reduced_motion="no-preference") as anna:
        page = anna.page
        seat_of_five(page)
        path = folder / "trace.json"
        categories = ["disabled-by-default-devtools.timeline"]
        browser.start_tracing(page=page, path=path, categories=categories)
        start = time.monotonic()
        play(page, DECISIONS)
        seconds = time.monotonic() - start
        browser.stop_tracing()
    took = tasks(json.loads(path.read_text(encoding="utf-8"))["traceEvents"])
    print(
        f"longest task of the page's thread: {max(took):.0f} ms of work;"
        f" all its work: {sum(took) / seconds / 10:.0f} % of one core"
    )
    return max(took) <= LATE


def seat_of_five(page: Page) -> None:
    page.set_default_timeout(300_000)
    against_bots(page, "everything", 5)
    until_still(page)


def opening(browser: Browser, url: str) -> bool:
    """Measure the time from snapshot to first paint, and return True if the median was in time."""
    with person(browser, url, reduced_motion="no-preference") as anna:
        page = anna.page
        response = ask(page, "/quick-start", {"rules": "everything", "players": 5})
        page.add_init_script(f"({OPENING})()")
        took = sorted(one_opening(page, response["id"]) for _ in range(OPENINGS))
    print(f"snapshot to first paint, {OPENINGS} times: median {took[len(took) // 2]:.0f} ms,")
    print(f"  fastest {took[0]:.0f} ms, slowest {took[-1]:.0f} ms")
    return took[len(took) // 2] <= PAINT


def one_opening(page: Page, table: str) -> float:
    page.goto(f"/table/{table}")
    page.wait_for_function("() => window.painted_at")
    return float(page.evaluate("() => window.painted_at - window.heard_at"))


def main() -> int:
    with (
        TemporaryDirectory() as folder,
        running_fresh(Path(folder), bot_pace=str(Settings().bot_pace)) as server,
        sync_playwright() as play_,
    ):
        print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        browser = launch(play_)
        nothing(browser, server.url)
        in_time = statistics.median(game(browser, server.url) for _ in range(GAMES)) == 0
        nothing(browser, server.url)
        light = work(browser, server.url, Path(folder))
        quick = opening(browser, server.url)
        browser.close()
    return 0 if in_time and light and quick else 1


if __name__ == "__main__":
    sys.exit(main())
