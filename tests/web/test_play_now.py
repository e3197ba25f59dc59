"""The first page says what it waits for: the server's compiler, or a connection."""

import json

from playwright.sync_api import Browser, Route, expect

from tests.support.servers import Server
from tests.web.chromium import Watched, person


def test_play_now_reports_a_lost_connection_at_once(browser: Browser, server: Server) -> None:
    with person(browser, server.url) as anna:
        page = anna.page
        page.goto("/")
        button = page.get_by_role("button", name="Play now")
        expect(button).to_be_enabled()
        anna.forgiving = True
        anna.context.set_offline(True)
        button.click()
        says = page.locator(".home-status")
        expect(says).to_have_text("Connection lost. Reconnecting…", timeout=2000)
        expect(button).to_be_disabled()
        anna.context.set_offline(False)
        page.wait_for_url("**/table/*")


def test_page_shows_what_the_server_is_preparing(anna: Watched) -> None:
    told = [("rules", 40), ("bots", 70), ("hints", 95)]
    parts = iter([*told, (None, 100)])
    seen: list[str] = []

    def answer(route: Route) -> None:
        line = anna.page.locator("#preparing")
        if line.is_visible():
            seen.append(line.inner_text())
        preparing, percent = next(parts)
        body = json.dumps({"preparing": preparing, "percent": percent})
        route.fulfill(content_type="application/json", body=body)

    anna.page.route("**/api/v1/status", answer)
    anna.page.goto("/")
    expect(anna.page.get_by_role("button", name="Play now")).to_be_enabled()
    expect(anna.page.locator("#preparing")).to_be_visible()
    expect(anna.page.locator("#preparing")).to_have_count(0, timeout=20_000)
    assert seen == [
        "Preparing saved games, strong bots and hints: 40%",
        "Preparing strong bots and hints: 70%",
        "Preparing hints: 95%",
    ]


def test_play_now_uses_a_name_typed_just_before(anna: Watched) -> None:
    page = anna.page
    page.goto("/")
    page.get_by_role("button", name="Change the game").click()
    page.get_by_label("Your name").fill("Anne Bonny")
    page.locator(".choice-sheet").get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    table = page.request.get(f"/api/v1/tables/{page.url.rpartition('/')[2]}").json()
    assert table["table"]["seats"][0]["name"] == "Anne Bonny"
