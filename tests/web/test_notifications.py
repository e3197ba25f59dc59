"""Notifications of our turn: only if switched on, only in a hidden tab, and without secrets."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.support.servers import Server
from tests.web.chromium import Watched
from tests.web.player import ask, open_menu, sit_down

STAND_IN = """(answer) => {
    window.shown = []; window.asked = 0; window.unseen = false;
    Object.defineProperty(document, "hidden", { get: () => window.unseen });
    window.Notification = class {
        static permission = "default";
        static async requestPermission() { window.asked++; return (this.permission = answer); }
        constructor(title, options) { window.shown.push({ title, ...options }); }
        close() {}
    };
}"""
"""Fake notifications that are only recorded, and a page that can claim to be hidden."""


def with_notifications(page: Page, answer: str) -> None:
    """Fake notifications from the next page on; `answer` is the reader's answer to the browser."""
    page.add_init_script(f"({STAND_IN})('{answer}')")


def at_a_table(page: Page, server: Server) -> tuple[str, Any]:
    """Start a game against a person without a browser, and return the table and the person."""
    other = server.person("Cleo")
    seats = [{"colour": "blue", "kind": "me"}, {"colour": "red", "kind": "open"}]
    table = ask(page, "/tables", {"rules": "tortuga", "seats": seats})["id"]
    other.done(f"/tables/{table}/join")
    ask(page, f"/tables/{table}/start", {})
    return str(table), other


def until_ours(page: Page, table: str, other: Any, *, ours: bool) -> None:
    """Make moves until it is our turn, or no longer our turn."""
    while bool(ask(page, f"/tables/{table}")["legal"]) != ours:
        snapshot = other.look(table) if ours else ask(page, f"/tables/{table}")
        move = "pass" if "pass" in snapshot["legal"] else snapshot["legal"][0]
        body = {
            "move": move,
            "expected_seq": snapshot["expected_seq"],
            "key": str(snapshot["expected_seq"]),
        }
        (other.done if ours else lambda *one: ask(page, *one))(f"/tables/{table}/moves", body)


def test_notifies_of_our_turn_in_a_hidden_tab(anna: Watched, server: Server) -> None:
    page = anna.page
    with_notifications(page, "granted")
    table, other = at_a_table(page, server)
    until_ours(page, table, other, ours=False)
    sit_down(page, table)
    open_menu(page)
    box = page.get_by_label("Notify me when it’s my turn")
    expect(box).not_to_be_checked()
    assert page.evaluate("asked") == 0
    box.check()
    expect(box).to_be_checked()
    page.wait_for_function("() => asked === 1")
    # A visible tab shows no notification, and a hidden one shows only the name of the game.
    until_ours(page, table, other, ours=True)
    expect(page.locator(".turn-line.ours")).to_be_visible()
    assert page.evaluate("shown") == []
    until_ours(page, table, other, ours=False)
    page.evaluate("unseen = true")
    until_ours(page, table, other, ours=True)
    page.wait_for_function("() => shown.length === 1")
    path = f"/table/{table}"
    expected = {"title": "Your turn", "body": "Tortuga", "tag": path, "data": server.url + path}
    assert page.evaluate("shown") == [expected]
    # When switched off, there is no notification.
    page.evaluate("unseen = false")
    box.uncheck()
    until_ours(page, table, other, ours=False)
    page.evaluate("unseen = true")
    until_ours(page, table, other, ours=True)
    expect(page).to_have_title("● Your turn – Cartagena")
    assert page.evaluate("shown.length") == 1


def test_notifies_of_our_turn_on_other_pages(anna: Watched, server: Server) -> None:
    page = anna.page
    with_notifications(page, "granted")
    table, other = at_a_table(page, server)
    until_ours(page, table, other, ours=False)
    page.add_init_script(
        "Notification.permission = 'granted'; localStorage.setItem('notify', 'on')"
    )
    with page.expect_response("**/api/v1/turns"):
        page.goto("/learn")
    until_ours(page, table, other, ours=True)
    page.evaluate("unseen = true; document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("() => shown.length === 1")
    notification = page.evaluate("shown[0]")
    assert (notification["title"], notification["body"]) == ("Your turn", "Your turn at 1 table")


def test_says_that_notifications_are_not_allowed(anna: Watched, server: Server) -> None:
    page = anna.page
    with_notifications(page, "denied")
    table, _ = at_a_table(page, server)
    sit_down(page, table)
    open_menu(page)
    page.get_by_label("Notify me when it’s my turn").click()
    expect(page.locator("#toast")).to_contain_text("doesn’t allow notifications")
    expect(page.get_by_label("Notify me when it’s my turn")).not_to_be_checked()
    assert page.evaluate("localStorage.getItem('notify')") == "off"
