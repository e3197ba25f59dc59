"""Chromium, and pages that fail if anything goes wrong."""

import json
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Playwright,
    WebError,
    expect,
)

from tests.support.programs import require

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 20_000
"""Milliseconds to wait for anything on a page. Playwright's five seconds for `expect` are too few on a busy machine."""
expect.set_options(timeout=PATIENCE)
NO_WORKER = "Service Worker registration blocked by Playwright"


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=require("Chromium"), args=FLAGS)


# Most tests need neither the undo window nor a first game, so both are off.
AS_NEW = """
if (location.protocol.startsWith("http") && !sessionStorage.getItem("begun")) {
  sessionStorage.setItem("begun", "yes");
  localStorage.clear();
  localStorage.setItem("turn-end", "at-once");
  localStorage.setItem("first-game", "done");
}
"""
"""Run before the first page of a person. It erases what the browser stored for the previous one."""

OWN_CLOCK = "() => String(Date).includes('[native code]')"
_idle: defaultdict[tuple[Browser, str], deque[BrowserContext]] = defaultdict(deque)
"""Idle contexts by browser and settings. Their caches hold all files of the client."""


class Watched:
    """A person's browser that records everything that goes wrong in it."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.wrong: list[str] = []
        self.forgiving = False

        context.set_default_timeout(PATIENCE)
        context.on("weberror", self._on_error)
        context.on("console", self._on_console)
        self.page = context.new_page()

    def leave(self) -> bool:
        """Close the pages and return True if another test may use this browser."""
        try:
            # A test that sets the clock sets it for all later pages, too.
            clean = bool(self.page.evaluate(OWN_CLOCK))
        except Error:
            # The page is closed or navigating.
            clean = False
        for page in self.context.pages:
            page.close()
        self.context.remove_listener("weberror", self._on_error)
        self.context.remove_listener("console", self._on_console)
        return clean

    def _on_error(self, error: WebError) -> None:
        self._note(f"error: {error.error}")

    def _on_console(self, message: ConsoleMessage) -> None:
        """Record violations of the content policy, and requests that fail or are refused.

        Requests that the page itself aborts by leaving, such as a stream, are not reported here.
        """
        if message.type in ("error", "warning") and message.text != NO_WORKER:
            self._note(f"console: {message.text} ({message.location['url']})")

    def _note(self, words: str) -> None:
        if not self.forgiving:
            self.wrong.append(words)


@contextmanager
def person(
    browser: Browser, base: str, *, empty_cache: bool = False, **options: Any
) -> Iterator[Watched]:
    """Open a browser for a person, and fail if anything goes wrong in it.

    Unless its cache must be empty, reuse an earlier browser with its storage cleared.
    """
    settings: dict[str, Any] = {
        "base_url": base,
        "viewport": {"width": 1280, "height": 900},
        "locale": "en",
        "reduced_motion": "reduce",
        # The service worker would fetch all files again, which is more work than the page itself.
        "service_workers": "block",
        **options,
    }
    idle = _idle[browser, json.dumps(settings, sort_keys=True)]
    shared = not (empty_cache or "storage_state" in options or "service_workers" in options)
    if shared and idle:
        context = idle.popleft()
        context.clear_cookies()
    else:
        context = browser.new_context(**settings)
    keep = False
    try:
        watched = Watched(context)
        if "storage_state" not in options:
            watched.page.add_init_script(AS_NEW)
        yield watched
        assert watched.wrong == [], watched.wrong
        keep = shared and watched.leave()
    finally:
        if keep:
            idle.append(context)
        else:
            context.close()
