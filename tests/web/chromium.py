"""A Chromium from the distribution's packages, and pages that fail when anything goes wrong."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Playwright,
    Request,
    Response,
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
NO_WORKER = "Service Worker registration blocked by Playwright"


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=require("Chromium"), args=FLAGS)


class Watched:
    """A browser of one person: everything that goes wrong in it is remembered."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.wrong: list[str] = []
        self.forgiving = False

        context.set_default_timeout(20_000)
        context.on("weberror", lambda error: self._note(f"error: {error.error}"))
        context.on("console", self._on_console)
        context.on("response", self._on_response)
        context.on("requestfailed", self._on_failure)
        self.page = context.new_page()

    def _on_console(self, said: ConsoleMessage) -> None:
        """What breaks the content policy is told here, too."""
        if said.type in ("error", "warning") and said.text != NO_WORKER:
            self._note(f"console: {said.text}")

    def _on_response(self, answer: Response) -> None:
        if answer.status >= 400:
            self._note(f"{answer.status} for {answer.url}")

    def _on_failure(self, request: Request) -> None:
        # What the page itself breaks off by leaving, such as a stream, is no failure.
        if request.failure != "net::ERR_ABORTED":
            self._note(f"{request.failure} for {request.url}")

    def _note(self, words: str) -> None:
        if not self.forgiving:
            self.wrong.append(words)


@contextmanager
def person(browser: Browser, base: str, **options: Any) -> Iterator[Watched]:
    """Somebody with a browser of their own; nothing may go wrong in it."""
    settings: dict[str, Any] = {
        "base_url": base,
        "viewport": {"width": 1280, "height": 900},
        "locale": "en",
        "reduced_motion": "reduce",
        # It would fetch all files once more for later, which is more work than the page itself.
        "service_workers": "block",
        # Most tests are not about undoing the last action of a turn, and do not wait for its end.
        "storage_state": {
            "cookies": [],
            "origins": [
                {"origin": base, "localStorage": [{"name": "turn-end", "value": "at-once"}]}
            ],
        },
        **options,
    }
    context = browser.new_context(**settings)
    watched = Watched(context)
    try:
        yield watched
        assert watched.wrong == [], watched.wrong
    finally:
        context.close()
