"""Offline use: the lessons still work."""

from playwright.sync_api import Browser, expect

from tests.support.servers import Server
from tests.web.chromium import person


def test_lessons_work_offline(browser: Browser, server: Server) -> None:
    with person(browser, server.url, service_workers="allow") as anna:
        page = anna.page
        page.goto("/")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        anna.forgiving = True
        anna.context.set_offline(True)
        page.goto("/learn")
        expect(page.locator(".learn .pirate").first).to_be_attached()
        page.get_by_role("button", name="Morgan").click()
        expect(page.locator("#main").get_by_text("Help Red’s pirate")).to_be_visible()
        expect(page.locator(".learn .pirate.movable").first).to_be_attached()
        anna.context.set_offline(False)
