"""Messages for a closed page: the opt-in on the profile, and what the service worker shows.

Chromium without a window has no push service and shows no notifications, so its `PushManager` and
`showNotification` are replaced. The messages themselves are real: the table server sends them to a
push service that decrypts them, and Chromium hands them to the service worker.
"""

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Worker, expect

from tests.support.mailbox import link, mailbox
from tests.support.mailbox import settings as mail_settings
from tests.support.receiver import PushBrowser, Receiver, is_signed, receiving
from tests.support.servers import Server, running
from tests.web.chromium import Watched, person
from tests.web.player import ask, open_menu, sit_down
from tests.web.test_notifications import at_a_table, until_ours

STUB = """(subscription) => {
  const { endpoint, ...keys } = subscription;
  let current = sessionStorage.getItem("subscribed");
  const made = {
    endpoint,
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => { sessionStorage.removeItem("subscribed"); current = null; return true; },
  };
  PushManager.prototype.getSubscription = async () => (current ? made : null);
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly) throw new Error("not visible");
    sessionStorage.setItem("subscribed", applicationServerKey);
    current = applicationServerKey;
    return made;
  };
  Notification.requestPermission = async () => "granted";
}"""
STAND_IN = """() => {
  self.shown = [];
  const registration = ServiceWorkerRegistration.prototype;
  registration.getNotifications = async ({ tag }) => self.shown.filter((one) => one.tag === tag);
  registration.showNotification = async (title, { body, tag, data, lang }) => {
    const close = () => (self.shown = self.shown.filter((other) => other !== one));
    const one = { title, body, tag, data, lang, close };
    self.shown = [...self.shown.filter((other) => other.tag !== tag), one];
  };
}"""
SHOWN = "() => self.shown.map(({ close, ...one }) => one)"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as one:
        yield one


@pytest.fixture
def notifying(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, notice_seconds="0", notify_loopback="yes") as server:
        yield server


@pytest.fixture
def anna(browser: Browser, notifying: Server) -> Iterator[Watched]:
    with person(browser, notifying.url, service_workers="allow") as watched:
        yield watched


def worker(page: Page) -> Worker:
    """Return the service worker of the page, whose notifications are only recorded."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    found = page.context.service_workers[0]
    if found.evaluate("self.shown === undefined"):
        found.evaluate(STAND_IN)
    return found


def wait_for_notifications(page: Page, count: int) -> list[dict[str, str]]:
    """Wait until the browser shows `count` notifications, and return them."""
    end = time.monotonic() + 20
    while len(shown := worker(page).evaluate(SHOWN)) != count:
        assert time.monotonic() < end, shown
        page.wait_for_timeout(50)
    return list(shown)


def hand_over(page: Page, message: dict[str, str]) -> None:
    """Let Chromium hand a message to the service worker."""
    worker(page)
    session = page.context.new_cdp_session(page)
    known: list[Any] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda one: known.append(one))  # noqa: PLW0108
    session.send("ServiceWorker.enable")
    while not any(one["registrations"] for one in known):
        page.wait_for_timeout(20)
    registration = next(one["registrations"][0] for one in known if one["registrations"])
    origin = page.evaluate("location.origin")
    number = registration["registrationId"]
    data = {"origin": origin, "registrationId": number, "data": json.dumps(message)}
    session.send("ServiceWorker.deliverPushMessage", data)
    session.detach()


def test_opts_in_tries_it_and_opts_out(
    anna: Watched, notifying: Server, receiver: Receiver
) -> None:
    page, push = anna.page, PushBrowser(receiver, "anna")
    page.add_init_script(f"({STUB})({json.dumps(push.subscription())})")
    page.goto("/profile")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.get_by_role("button", name="Notify me on this device").click()
    row = page.locator(".channels li")
    expect(row).to_contain_text("This device")
    key = page.evaluate("sessionStorage.getItem('subscribed')")
    row.get_by_role("button", name="Try it").click()
    expect(page.locator("#toast")).to_contain_text("on its way")
    message = push.messages(1, key)[0]
    hand_over(page, message)
    assert wait_for_notifications(page, 1)[0]["title"] == "This works"
    # The page remembers it, and quiet hours can be set.
    page.reload()
    expect(row).to_contain_text("This device")
    page.get_by_label("Quiet hours").check()
    page.get_by_label("From").fill("21:30")
    page.get_by_label("From").press("Enter")
    page.reload()
    expect(page.get_by_label("From")).to_have_value("21:30")
    expect(page.get_by_label("Until")).to_have_value("08:00")
    page.get_by_label("Quiet hours").uncheck()
    expect(page.get_by_label("From")).to_have_count(0)
    row.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Notify me on this device")).to_be_visible()
    assert page.evaluate("sessionStorage.getItem('subscribed')") is None


def test_a_turn_is_shown_and_goes_away_when_it_is_made_elsewhere(
    anna: Watched, notifying: Server, receiver: Receiver
) -> None:
    page, push = anna.page, PushBrowser(receiver, "anna")
    page.add_init_script(f"({STUB})({json.dumps(push.subscription())})")
    page.goto("/profile")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.get_by_role("button", name="Notify me on this device").click()
    expect(page.locator(".channels li")).to_be_visible()
    key = page.evaluate("sessionStorage.getItem('subscribed')")
    table, other = at_a_table(page, notifying)
    until_ours(page, table, other, ours=False)
    receiver.requests.clear()
    until_ours(page, table, other, ours=True)
    turn = push.messages(1, key)[0]
    hand_over(page, turn)
    path = f"/table/{table}"
    expected = {"title": "Your turn: Tortuga", "body": "With Cleo", "tag": path, "data": path}
    assert wait_for_notifications(page, 1) == [{**expected, "lang": "en"}]
    until_ours(page, table, other, ours=False)
    hand_over(page, push.messages(2, key)[1])
    wait_for_notifications(page, 0)
    # A reader who looks at the table needs no notification.
    sit_down(page, table)
    hand_over(page, turn)
    page.wait_for_timeout(500)
    assert worker(page).evaluate(SHOWN) == []
    # This table can be silenced in its menu.
    open_menu(page)
    page.get_by_label("Messages about this table").uncheck()
    page.reload()
    open_menu(page)
    expect(page.get_by_label("Messages about this table")).not_to_be_checked()
    assert ask(page, f"/tables/{table}/notices") == {"silenced": True}


def test_a_webhook_and_its_key(anna: Watched, receiver: Receiver) -> None:
    page = anna.page
    page.goto("/profile")
    page.get_by_text("Webhooks", exact=True).click()
    page.get_by_label("Service").select_option("json")
    page.get_by_label("Address").fill(f"{receiver.url}/hook")
    page.get_by_role("button", name="Add").click()
    secret = page.locator(".webhooks code").inner_text()
    page.get_by_role("button", name="Try it").click()
    received = receiver.wait_for(1)[0]
    assert is_signed(received, secret)
    assert not is_signed(received, secret + "x")


def test_an_email_address_is_added_confirmed_and_stopped(browser: Browser, tmp_path: Path) -> None:
    with (
        mailbox() as box,
        running(tmp_path, **mail_settings(box)) as server,
        person(browser, server.url) as anna,
    ):
        page = anna.page
        page.goto("/profile")
        page.get_by_text("Email", exact=True).click()
        page.get_by_label("Your email address").fill("anna@example.org")
        page.get_by_label("At most one email a day").check()
        page.locator(".notices").get_by_role("button", name="Add").first.click()
        row = page.locator(".channels li")
        expect(row).to_contain_text("not confirmed yet")
        expect(row.get_by_role("button", name="Try it")).to_have_count(0)
        # Another browser opens the link, and the secret leaves its address bar.
        with person(browser, server.url) as phone:
            asked = box.wait_for(1)[0]
            phone.page.goto(f"/mail#{link(asked, 'confirm')}")
            phone.page.wait_for_url(f"{server.url}/mail")
            phone.page.get_by_role("button", name="Yes, write to me").click()
            expect(phone.page.get_by_role("status").last).to_contain_text("We’ll write")
            page.reload()
            expect(row.get_by_label("At most one email a day")).to_be_checked()
            row.get_by_label("At most one email a day").uncheck()
            row.get_by_role("button", name="Try it").click()
            phone.page.goto(f"/mail#{link(box.wait_for(2)[1], 'stop')}")
            phone.page.get_by_role("button", name="Stop these emails").click()
            expect(phone.page.get_by_role("status").last).to_contain_text("You won’t get any more")
        page.reload()
        expect(page.get_by_role("heading", name="When it’s your turn")).to_be_visible()
        expect(row).to_have_count(0)
        page.goto("/mail")
        expect(page.locator("h1")).to_have_text("This link doesn’t work any more.")


def test_days_off_are_taken_on_the_profile_and_seen_by_others(
    anna: Watched, notifying: Server
) -> None:
    page, leo = anna.page, notifying.person("Leo")
    seats = [{"colour": "blue", "kind": "me"}, {"colour": "red", "kind": "open"}]
    table = ask(page, "/tables", {"rules": "tortuga", "seats": seats, "seconds": 86_400})["id"]
    leo.done(f"/tables/{table}/join")
    ask(page, f"/tables/{table}/start", {})
    sit_down(page, table)
    leo.done("/me/vacation", {"away": True})
    tag = page.locator(".player.red .tag").first
    expect(tag).to_have_text("day off")
    expect(tag).to_have_attribute("data-tip", re.compile("Away until .* at the latest"))
    leo.done("/me/vacation", {"away": False})
    expect(page.locator(".player.red").get_by_text("day off")).to_have_count(0)
    page.goto("/profile")
    section = page.get_by_role("region", name="Days off")
    expect(section).to_contain_text("You have 30 days off left this year.")
    section.get_by_role("button", name="I’m going away").click()
    expect(section).to_contain_text("You’re away, until")
    page.reload()
    section.get_by_role("button", name="I’m back").click()
    expect(section).to_contain_text("You have 30 days off left this year.")


def test_the_first_page_offers_messages_to_those_who_play_long_games(
    anna: Watched, notifying: Server
) -> None:
    page = anna.page
    table, other = at_a_table(page, notifying)
    until_ours(page, table, other, ours=True)
    page.goto("/")
    inbox = page.locator(".listing").first
    expect(inbox.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(inbox.get_by_role("link", name="Turn on messages")).to_be_visible()
    until_ours(page, table, other, ours=False)
    page.reload()
    expect(inbox.get_by_role("heading", name="Waiting for others")).to_be_visible()
    inbox.get_by_role("button", name="No, thanks").click()
    page.reload()
    expect(inbox.get_by_role("heading", name="Waiting for others")).to_be_visible()
    expect(page.locator(".notices-offer")).to_have_count(0)
