"""The profile, and the recovery link that opens it in another browser."""

import re

from playwright.sync_api import Browser, expect

from tests.support.servers import Server
from tests.web.chromium import Watched, person
from tests.web.player import against_bots, ask, at_one_screen, drive


def test_recovery_link_restores_games_after_a_lost_cookie(
    browser: Browser, server: Server, anna: Watched
) -> None:
    page = anna.page
    table = against_bots(page, "short", 2)
    page.goto("/")
    page.get_by_role("link", name="Your profile").click()
    page.locator("#name").fill("Anna & Söhne")
    page.locator("#name").press("Enter")
    page.reload()
    expect(page.locator("#name")).to_have_value("Anna & Söhne")
    page.get_by_role("button", name="Create a recovery link").click()
    link = page.locator(".recovery .share input").input_value()
    assert re.fullmatch(rf"{server.url}/continue#[\w-]{{43}}\.Anna%20%26%20S%C3%B6hne", link)

    with person(browser, server.url) as phone:
        requests: list[str] = []
        phone.page.on("request", lambda request: requests.append(f"{request.method} {request.url}"))
        phone.page.goto(link)
        expect(phone.page.locator("h1")).to_contain_text("Continue as")
        expect(phone.page.locator("h1")).to_contain_text("Anna & Söhne")
        assert phone.page.url == f"{server.url}/continue"  # the secret is gone from the address
        secret = link.partition("#")[2].partition(".")[0]
        assert not [one for one in requests if one.startswith("POST") or secret in one]
        phone.page.locator("#language").select_option("hu")
        phone.page.get_by_role("button", name="Folytatás").click()
        phone.page.wait_for_url("**/profile")
        assert [one for one in requests if one.startswith("POST")] == [
            f"POST {server.url}/api/v1/recovery"
        ]
        phone.page.goto("/")
        expect(phone.page.locator(f'.tables a[href="/table/{table}"]')).to_be_visible()

        # Revoking the link signs the other browser out, and the link stops working.
        page.reload()
        expect(page.locator(".recovery-state")).to_contain_text("It can’t be shown again.")
        page.get_by_role("button", name="Revoke the link").click()
        page.locator("dialog").get_by_role("button", name="Revoke the link").click()
        expect(page.get_by_role("button", name="Create a recovery link")).to_be_visible()
        phone.forgiving = True
        phone.page.goto(link)
        expect(phone.page.locator("h1")).to_contain_text("Anna & Söhne")
        phone.page.locator(".profile .big").click()
        expect(phone.page.locator(".profile [role=status]")).to_have_text(
            "Ez a helyreállító link már nem működik."
        )
    page.goto("/continue#half")
    expect(page.locator("h1")).to_have_text("This recovery link isn’t complete.")


def test_lists_finished_games_with_replays(browser: Browser, server: Server) -> None:
    """There are several pages of games."""
    with person(browser, server.url) as anna:
        page = anna.page
        rules = {"preset": "short", "turn_limit": 2}
        tables = [at_one_screen(page, rules, "blue", "red") for _ in range(20)]
        tables.append(ask(page, "/quick-start", {"rules": rules, "players": 2})["id"])
        page.goto("/profile")
        expect(page.get_by_text("No finished games yet.")).to_be_visible()
        for table in tables:
            drive(page, table, "over")
        page.reload()
        expect(page.locator(".tally").first.locator("tbody tr")).to_have_text(["Custom rules10"])
        expect(page.locator(".tally").last.locator("tbody tr")).to_have_text(["Deckhand10"])
        rows = page.locator(".past-games li")
        expect(rows).to_have_count(20)
        expect(rows.first.locator(".tag")).to_have_text("no winner")
        expect(rows.last.locator(".tag")).to_have_text("one screen")
        page.get_by_role("button", name="Show more").click()
        expect(rows).to_have_count(21)
        expect(page.get_by_role("button", name="Show more")).to_have_count(0)
        rows.first.get_by_role("link", name="Replay").click()
        page.wait_for_url(f"**/table/{tables[-1]}?move=0")
        expect(page.locator(".theatre .pirate").first).to_be_attached()
