"""Takes pictures of every screen at seven window sizes, and of two of them in the dark and in Hebrew."""

import re
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser

from tests.support.servers import Server
from tests.web.chromium import person
from tests.web.every_screen import screens, screens_with_searches
from tests.web.player import until_still

Size = tuple[int, int]
TOUCH_SIZES: Final[Sequence[Size]] = ((360, 640), (390, 844), (844, 390), (820, 1180))
MOUSE_SIZES: Final[Sequence[Size]] = ((1280, 800), (1366, 768), (1920, 1080))
LOOKS: Final[dict[str, dict[str, Any]]] = {
    "dark": {"color_scheme": "dark"},
    "hebrew": {"locale": "he"},
}


def take_gallery(browser: Browser, server: Server, out: Path) -> None:
    """Save a picture of every screen at every size."""
    _visit(browser, server, out, TOUCH_SIZES, has_touch=True)
    _visit(browser, server, out, MOUSE_SIZES)
    for look, options in LOOKS.items():
        _visit(browser, server, out / look, (TOUCH_SIZES[1], MOUSE_SIZES[1]), **options)


def _visit(
    browser: Browser, server: Server, out: Path, sizes: Sequence[Size], **options: Any
) -> None:
    out.mkdir(parents=True, exist_ok=True)
    windows: list[Any] = [{"width": width, "height": height} for width, height in sizes]
    with person(browser, server.url, viewport=windows[0], **options) as anna:
        page = anna.page
        for screen in chain(screens(page, server), screens_with_searches(page)):
            name = re.sub(r"\W+", "-", screen).strip("-") or "home"
            for window in windows:
                page.set_viewport_size(window)
                until_still(page)
                page.screenshot(path=out / f"{name}-{window['width']}x{window['height']}.png")
            page.set_viewport_size(windows[0])
