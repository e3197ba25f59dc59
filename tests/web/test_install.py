"""The client as an app: manifest, icons, and everything that works offline."""

import json
import struct
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from cartagena.server.http.routes.site import Site
from tests.support.servers import Server
from tests.web.chromium import Watched, person
from tests.web.player import quick_start
from tools.icons import ICONS, WEB, drawing, pixels


def size_of(png: bytes) -> str:
    """Return the size of a PNG."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return f"{width}x{height}"


def test_manifest_has_what_browsers_require() -> None:
    site = Site()
    manifest: dict[str, Any] = json.loads(site.page("manifest.webmanifest"))
    assert manifest["start_url"].startswith(manifest["scope"])
    assert (manifest["display"], manifest["name"]) == ("standalone", "Cartagena")
    purposes = {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]}
    assert purposes >= {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    for icon in manifest["icons"]:
        name = icon["src"].removeprefix(f"/static/{site.version}/")
        assert name in site.files
        if icon["type"] == "image/png":
            assert size_of(site.files[name]) == icon["sizes"]


def test_chromium_reports_no_manifest_errors(anna: Watched) -> None:
    anna.page.goto("/")
    devtools = anna.context.new_cdp_session(anna.page)
    result = devtools.send("Page.getAppManifest")
    assert result["errors"] == []
    assert result["url"].endswith("/manifest.webmanifest")
    assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        # A private window never installs an app.
        [{"errorId": "in-incognito", "errorArguments": []}],
    )


@pytest.mark.parametrize(("name", "size", "maskable"), ICONS)
def test_icons_look_like_their_drawing(
    browser: Browser, name: str, size: int, maskable: bool
) -> None:
    content = (WEB / "icons" / name).read_bytes()
    assert size_of(content) == f"{size}x{size}"
    assert len(content) < 16_000
    page = browser.new_page()
    drawn = pixels(page, drawing(maskable=maskable).encode(), "image/svg+xml", size)
    actual = pixels(page, content, "image/png", size)
    page.close()
    # Each shade is rounded to one of sixteen, so it is rarely off by more than eight.
    far = sum(abs(a - b) > 12 for a, b in zip(drawn, actual, strict=True))
    assert far < len(drawn) / 500, "run `make art`"
    if maskable:
        assert set(actual[3::4]) == {255}, "a mask needs a full ground"


def settled(page: Page) -> None:
    """Wait until the service worker has cached everything and serves this page."""
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def test_boards_of_tables_are_not_cached(browser: Browser, server: Server) -> None:
    with person(browser, server.url, service_workers="allow") as anna:
        page = anna.page
        settled(page)
        script = """async () => {
            const cache = await caches.open((await caches.keys())[0]);
            return (await cache.keys()).map((one) => new URL(one.url).pathname + new URL(one.url).search);
        }"""
        assert sorted(page.evaluate(script)) == sorted(Site().offline())
        quick_start(page, "short")
        assert sorted(page.evaluate(script)) == sorted(Site().offline())


@pytest.mark.parametrize(
    ("language", "yes", "rules"),
    [pytest.param("hu", "Igen!", "A cél", marks=pytest.mark.browser), ("he", "כן!", "המטרה")],
)
def test_examples_and_rules_work_offline_in_every_language(
    browser: Browser, server: Server, language: str, yes: str, rules: str
) -> None:
    with person(browser, server.url, locale=language, service_workers="allow") as anna:
        page = anna.page
        settled(page)
        anna.forgiving = True
        anna.context.set_offline(True)
        page.goto("/learn#examples")
        page.locator(".puzzle-list button").last.click()
        page.locator(".idea").first.click()
        expect(page.locator(".feedback")).to_contain_text(yes)
        expect(page.locator(".learn .pirate").first).to_be_attached()
        page.goto("/learn#rules")
        for button in page.locator(".games-list button").all():
            button.click()
            expect(page.locator(".rules-text h2").first).to_have_text(rules)
            expect(page.locator(".learn .board .pirate").first).to_be_attached()
        page.goto("/")
        expect(page.locator("main h1")).to_be_visible()
        anna.context.set_offline(False)
