"""The size of the first visit, as the browser counts it."""

import pytest
from playwright.sync_api import Browser

from tests.support.servers import Server
from tests.web.chromium import person

MAX_BYTES = 220_000


@pytest.mark.parametrize("language", ["en", "he"])
def test_first_load_is_small(browser: Browser, server: Server, language: str) -> None:
    """Page, scripts, styles, drawings, catalogue, the demo, and the first requests."""
    with person(browser, server.url, empty_cache=True, locale=language) as anna:
        line = anna.context.new_cdp_session(anna.page)
        sizes: list[int] = []
        line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
        line.send("Network.enable")
        anna.page.goto("/")
        anna.page.wait_for_load_state("networkidle")
        anna.page.wait_for_selector(".home .pirate", state="attached")
        assert len(sizes) > 20
        print(language, sum(sizes), "bytes")
        assert 20_000 < sum(sizes) < MAX_BYTES, sum(sizes)
