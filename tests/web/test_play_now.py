"""The first page names what it waits for: the server's compiler, or a connection."""

from playwright.sync_api import Browser, expect

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


def test_play_now_uses_a_name_typed_just_before(anna: Watched) -> None:
    page = anna.page
    page.goto("/")
    page.get_by_role("button", name="Change the game").click()
    page.get_by_label("Your name").fill("Anne Bonny")
    page.locator(".choice-sheet").get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    table = page.request.get(f"/api/v1/tables/{page.url.rpartition('/')[2]}").json()
    assert table["table"]["seats"][0]["name"] == "Anne Bonny"
