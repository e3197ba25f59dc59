"""The first minute of a new user: the time from `make play` in a fresh clone to their first turn.

Clones the last commit, empties the compile cache, runs `make play`, and lets Chromium press *Play
now*. Run it with `make first-minute` on an idle machine, twice if packages had to be downloaded.
With `--busy` it keeps one core busy. docs/performance.md has the last figures.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from playwright.sync_api import expect, sync_playwright

from tests.web.chromium import launch

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 300.0  # seconds that anything may take before we give up
LIMITS: Final = {False: (40.0, 5.0), True: (60.0, 8.0)}
"""Maximum seconds in total and after *Play now*, idle and with one core busy."""


@contextmanager
def playing(clone: Path, environment: dict[str, str]) -> Iterator[tuple[float, str]]:
    """Run `make play` in a clone. Yield the seconds until its page opens, and its address."""
    opened = clone / "opened"
    opened.unlink(missing_ok=True)
    # Python's webbrowser module calls this instead of a browser.
    show = clone / "show"
    show.write_text(f'#!/bin/sh\necho "$1" > {opened}.new && mv {opened}.new {opened}\n')
    show.chmod(0o755)
    began = time.monotonic()
    with subprocess.Popen(
        ["make", "play"], cwd=clone, env=environment | {"BROWSER": str(show)}, process_group=0
    ) as make:
        try:
            while not opened.exists():
                if make.poll() is not None or time.monotonic() - began > PATIENCE:
                    sys.exit("make play did not open a page")
                time.sleep(0.02)
            yield time.monotonic() - began, opened.read_text().strip()
        finally:
            os.killpg(make.pid, signal.SIGINT)
            make.wait(30)


@contextmanager
def busy_core(busy: bool) -> Iterator[None]:
    """Keep one core busy with something else."""
    if not busy:
        yield
        return
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as loop:
        try:
            yield
        finally:
            loop.kill()


def press_play(address: str) -> tuple[float, float]:
    """Press *Play now*. Return the seconds until that was possible, and until the first turn."""
    with sync_playwright() as playwright, launch(playwright) as browser:
        page = browser.new_page(locale="en")
        # Not the first game, which has no bots that think.
        page.add_init_script("localStorage.setItem('first-game', 'done')")
        began = time.monotonic()
        page.goto(address)
        button = page.get_by_role("button", name="Play now")
        expect(button).to_be_enabled(timeout=PATIENCE * 1000)
        pressed = time.monotonic()
        button.click()
        turn = page.locator(".turn[aria-live=polite]")
        expect(turn).to_contain_text("Your turn", timeout=PATIENCE * 1000)
        return pressed - began, time.monotonic() - pressed


def main() -> int:
    """Measure, print, and fail if it took too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--busy", action="store_true", help="keep one core busy meanwhile")
    busy = parser.parse_args().busy
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "cartagena"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        environment = os.environ | {"CARTAGENA_CACHE": str(Path(folder) / "cache")}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        with busy_core(busy):
            with playing(clone, environment) as (page, address):
                page_seconds, turn = press_play(address)
            with playing(clone, environment) as (again, _):
                pass
    whole = page + page_seconds + turn
    print(f"one core busy: {'yes' if busy else 'no'}")
    print(f"make play to the open page  {page:6.1f} s")
    print(f"page to Play now            {page_seconds:6.1f} s")
    print(f"Play now to the own turn    {turn:6.1f} s")
    print(f"in all                      {whole:6.1f} s")
    print(f"make play a second time     {again:6.1f} s to the open page")
    most, most_after = LIMITS[busy]
    return 0 if whole <= most and turn <= most_after else 1


if __name__ == "__main__":
    sys.exit(main())
