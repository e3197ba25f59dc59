"""Friends in the browser: a link and a press, an invitation, a report."""

from playwright.sync_api import Browser, expect

from tests.support.servers import Server, me, seat
from tests.web.chromium import Watched, person


def test_a_link_makes_friends_who_invite_and_report(
    browser: Browser, server: Server, anna: Watched
) -> None:
    page = anna.page
    page.goto("/profile")
    page.get_by_role("button", name="Create a friend link").click()
    link = page.get_by_label("Friend link").input_value()
    with person(browser, server.url) as bert:
        bert.page.goto(link)
        expect(bert.page.get_by_role("heading", name="Become friends with")).to_be_visible()
        bert.page.get_by_role("button", name="Become friends").click()
        expect(bert.page.locator(".friends .people-list li")).to_have_count(1)
        page.reload()
        expect(page.locator(".friends .people-list li")).to_contain_text("online")
        table = server.person("Cleo").table(me("red"), seat("blue"), seat("green"))
        page.goto(f"/table/{table}")
        page.get_by_role("button", name="Sit here: Blue").click()
        page.locator(".invite-friends button").click()
        expect(page.locator(".invite-friends button")).to_be_disabled()
        bert.page.goto("/")
        invitation = bert.page.locator(f"[data-table='{table}'] a")
        expect(invitation).to_contain_text("1 open seat")
        invitation.click()
        bert.page.get_by_role("button", name="Report a player").click()
        bert.page.get_by_label("Player", exact=True).select_option(label="Cleo")
        bert.page.get_by_label("Block this player").check()
        bert.page.get_by_role("dialog").get_by_role("button", name="Send").click()
        expect(bert.page.locator("#toast")).to_contain_text("Thank you")
        bert.page.goto("/profile")
        blocked = bert.page.locator(".friends .people-list").last
        expect(blocked).to_contain_text("Cleo")
        blocked.get_by_role("button", name="Unblock").click()
        expect(bert.page.get_by_role("button", name="Unblock")).to_have_count(0)
