"""The rights of a table's host, and pausing."""

import re

from playwright.sync_api import expect

from tests.web.chromium import Watched
from tests.web.player import ask, open_drawer, open_menu, sit_down


def test_host_removes_mutes_and_closes_and_everybody_agrees_to_pause(
    anna: Watched, bert: Watched
) -> None:
    host, guest = anna.page, bert.page
    seats = [{"colour": "blue", "kind": "me"}, {"colour": "red"}, {"colour": "green"}]
    request = {"rules": "short", "seats": seats, "public": True, "seconds": 600}
    table = ask(host, "/tables", request)["id"]
    host.goto(f"/table/{table}")
    guest.goto(f"/table/{table}")
    guest.get_by_role("button", name="Sit here: Red").click()
    expect(guest.get_by_role("button", name="Leave the seat")).to_be_visible()
    # A guest of a public table has only one seat.
    expect(guest.get_by_role("button", name=re.compile("Sit here|Add a player"))).to_have_count(0)
    host.get_by_role("button", name="Remove: Red").click()
    expect(guest.get_by_text("The host removed a player: Red.")).to_be_visible()
    bert.forgiving = True  # the next attempt is refused
    guest.get_by_role("button", name="Sit here: Red").click()
    expect(guest.get_by_text("The host removed you from this table.")).to_be_visible()
    bert.forgiving = False
    host.get_by_role("button", name="Close the table").click()
    for page in (host, guest):
        expect(page.locator("#main .prompt")).to_have_text("The host has closed this table.")

    table = ask(host, "/tables", {**request, "seats": seats[:2]})["id"]
    ask(guest, f"/tables/{table}/join", {})
    ask(host, f"/tables/{table}/start", {})
    for page in (host, guest):
        sit_down(page, table)
    open_menu(host)
    host.get_by_role("button", name="Pause", exact=True).click()
    expect(guest.locator(".player.blue .tag", has_text="wants a pause")).to_be_visible()
    open_menu(guest)
    guest.get_by_role("button", name="Agree to pause").click()
    for page in (host, guest):
        expect(page.locator(".turn strong")).to_have_text("The game is paused.")
        expect(page.locator(".clock[data-deadline]:not([data-deadline=''])")).to_have_count(0)
    host.locator(".controls").get_by_role("button", name="Resume").click()
    expect(guest.locator(".turn strong")).not_to_have_text("The game is paused.")

    ask(guest, f"/tables/{table}/chat", {"text": "bilge rat"})
    open_drawer(host, "chat")
    host.get_by_role("button", name="for everyone").click()
    expect(host.locator(".muted-list")).to_contain_text("is muted for everyone.")
    expect(host.locator(".chat-message")).to_have_count(0)

    host.get_by_role("button", name="Let only players write").click()
    expect(host.get_by_text("Only players can chat here.")).to_be_visible()
    host.get_by_role("button", name="Let everyone write").click()
    expect(host.get_by_text("Only players can chat here.")).to_have_count(0)

    open_menu(host)
    host.get_by_role("button", name="Leave", exact=True).click()
    host.get_by_role("dialog").get_by_role("button", name="Close the table").click()
    for page in (host, guest):
        expect(page.locator(".controls")).to_contain_text("The host has closed this table.")
        expect(page.get_by_role("link", name="New game").last).to_be_visible()
    with host.expect_response("**/tables?mine=true&*"):
        host.goto("/")
    expect(host.locator(".home-known")).to_be_visible()
    expect(host.get_by_role("heading", name="Your games")).to_have_count(0)


def test_host_removes_a_player_whose_time_ran_out(anna: Watched, bert: Watched) -> None:
    host, guest = anna.page, bert.page
    seats = [{"colour": "blue", "kind": "me"}, {"colour": "red"}]
    request = {"rules": "everything", "seats": seats, "seconds": 2}
    # Red begins. After both have run out of time, bots soon finish the game.
    while True:
        table = ask(host, "/tables", request)["id"]
        ask(guest, f"/tables/{table}/join", {})
        ask(host, f"/tables/{table}/start", {})
        if ask(guest, f"/tables/{table}")["legal"]:
            break
    sit_down(host, table)
    red = host.locator(".player.red")
    red.get_by_role("button", name="Remove: Red").click()
    expect(red.get_by_role("button", name="Remove: Red")).to_have_count(0)
    expect(red.locator(".player-name")).to_contain_text("Rufus")
