"""Measures how smoothly the table moves, for `make browser`; the results are in docs/browser.md.

Five players, all animations, bots at a quick human pace. A frame is late by the clock when two
follow each other by more than 50 ms, by its own fault when the page's thread worked for more than
50 ms at a stretch: on a busy machine only the second says something about the client.
"""

import json
import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.server.running import running
from tests.web.chromium import launch, person
from tests.web.hands import against_bots, ask, play

LATE = 50.0
PAINT = 200.0
DECISIONS = 20
OPENINGS = 7

FRAMES = """() => {
  window.frames_late = [];
  let last = performance.now();
  const tick = (now) => {
    window.frames_late.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""

# Notes when the snapshot is heard, and when the frame with the pirates has been painted.
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


def tasks(trace: list[dict[str, Any]]) -> tuple[list[float], list[float]]:
    """Milliseconds of work, and by the clock, of each task of the page's thread."""
    names = {
        (one["pid"], one["tid"]): one["args"]["name"]
        for one in trace
        if one.get("ph") == "M" and one["name"] == "thread_name"
    }
    found: dict[Any, list[dict[str, Any]]] = {}
    for one in trace:
        thread = (one["pid"], one.get("tid"))
        task = one.get("ph") == "X" and one["name"] == "RunTask" and "tdur" in one
        if task and names.get(thread) == "CrRendererMain":
            found.setdefault(thread, []).append(one)
    busiest = max(found.values(), key=lambda all_: sum(one["tdur"] for one in all_))
    return [one["tdur"] / 1000 for one in busiest], [one["dur"] / 1000 for one in busiest]


def moving(browser: Browser, url: str, folder: Path) -> bool:
    """Some turns of a game of five; says whether every frame was in time by its own fault."""
    with person(browser, url, reduced_motion="no-preference") as anna:
        page = anna.page
        page.set_default_timeout(300_000)
        against_bots(page, "everything", 5)
        page.wait_for_timeout(1000)
        page.evaluate(FRAMES)
        path = folder / "trace.json"
        browser.start_tracing(
            page=page, path=path, categories=["disabled-by-default-devtools.timeline"]
        )
        start = time.monotonic()
        play(page, DECISIONS)
        seconds = time.monotonic() - start
        browser.stop_tracing()
        frames = sorted(page.evaluate("() => window.frames_late"))
    work, clock = tasks(json.loads(path.read_text(encoding="utf-8"))["traceEvents"])
    late = [one for one in frames if one > LATE]
    print(f"five players, {DECISIONS} decisions of ours, {seconds:.0f} s, {len(frames)} frames")
    print(
        f"  frames later than {LATE:.0f} ms by the clock: {len(late)}, the latest {frames[-1]:.0f}"
    )
    print(f"  longest task: {max(work):.0f} ms of work, {max(clock):.0f} ms by the clock")
    print(f"  work of the page's thread: {sum(work) / seconds / 10:.0f} % of one core")
    return max(work) <= LATE


def opening(browser: Browser, url: str) -> bool:
    """The table from the snapshot to the first paint; says whether the median was in time."""
    with person(browser, url, reduced_motion="no-preference") as anna:
        page = anna.page
        made = ask(page, "/quick-start", {"rules": "everything", "players": 5})
        page.add_init_script(f"({OPENING})()")
        took = sorted(one_opening(page, made["id"]) for _ in range(OPENINGS))
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
        running(Path(folder), bot_pace="0.3") as server,
        sync_playwright() as play_,
    ):
        print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        browser = launch(play_)
        smooth = moving(browser, server.url, Path(folder))
        quick = opening(browser, server.url)
        browser.close()
    return 0 if smooth and quick else 1


if __name__ == "__main__":
    sys.exit(main())
