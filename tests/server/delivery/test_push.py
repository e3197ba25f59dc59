"""Notices by web push: real servers, and a push service that decrypts what it gets."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.command import cartagena_in_process as cartagena
from tests.support.postgres import postgres
from tests.support.receiver import PushBrowser, Receiver, receiving
from tests.support.servers import SHORT, Person, Server, me, running, seat

pytestmark = pytest.mark.slow

FAST = {"notice_seconds": "0", "notify_loopback": "yes"}


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as one:
        yield one


@pytest.fixture(scope="module")
def notifying(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("notifying"), **FAST) as server:
        yield server


def started(owner: Person, guest: Person, **more: Any) -> str:
    """Start a game in which the owner moves first or second."""
    table = owner.table(me("blue"), seat("red"), rules="tortuga", **more)
    guest.done(f"/tables/{table}/join")
    owner.done(f"/tables/{table}/start")
    return table


def act(person: Person, table: str) -> bool:
    """Make one move if it is this person's choice. Return False otherwise."""
    seen = person.look(table)
    if not seen["legal"]:
        return False
    move = "pass" if "pass" in seen["legal"] else seen["legal"][0]
    assert person.play(table, move, seen["expected_seq"]).status_code == 200
    return True


def until_turn_of(person: Person, other: Person, table: str) -> None:
    """Make moves until it is this person's turn."""
    for _ in range(60):
        if not act(other, table):
            return
    raise AssertionError("the turn did not end")


def subscribe(person: Person, browser: PushBrowser, **more: str) -> dict[str, Any]:
    return dict(person.done("/me/push", browser.subscription(**more)))


def test_a_turn_reaches_a_closed_page_and_is_taken_back(
    notifying: Server, receiver: Receiver
) -> None:
    anna, leo = notifying.person("Anna"), notifying.person("Leo")
    table = started(anna, leo, name="Friday pirates")
    until_turn_of(leo, anna, table)
    browser = PushBrowser(receiver, "anna")
    settings = subscribe(anna, browser, label="Phone")
    assert [one["label"] for one in settings["channels"]] == ["Phone"]
    until_turn_of(anna, leo, table)
    message = browser.messages(1, settings["push_key"])[0]
    assert message == {
        "title": "Your turn: Friday pirates",
        "body": "With Leo",
        "path": f"/table/{table}",
        "tag": f"/table/{table}",
        "lang": "en",
    }
    # The turn is made on another device, so the notification goes away.
    until_turn_of(leo, anna, table)
    assert browser.messages(2, settings["push_key"])[1] == {"clear": f"/table/{table}"}


def test_speaks_the_language_of_the_device(notifying: Server, receiver: Receiver) -> None:
    anna, leo = notifying.person("Anna"), notifying.person("Leo")
    browser = PushBrowser(receiver, "anna")
    settings = subscribe(anna, browser, language="de")
    table = started(anna, leo)
    until_turn_of(anna, leo, table)
    message = browser.messages(1, settings["push_key"])[0]
    assert message["title"] == "Du bist dran: Tortuga"
    assert message["body"] == "Mit Leo"


def test_a_turn_made_in_time_is_never_announced(tmp_path: Path, receiver: Receiver) -> None:
    with running(tmp_path, notice_seconds="3", notify_loopback="yes") as server:
        anna, leo = server.person("Anna"), server.person("Leo")
        browser = PushBrowser(receiver, "anna")
        subscribe(anna, browser)
        table = started(anna, leo)
        for _ in range(3):
            until_turn_of(anna, leo, table)
            until_turn_of(leo, anna, table)
        time.sleep(4)
        assert receiver.requests == []


def test_a_button_to_try_it(notifying: Server, receiver: Receiver) -> None:
    anna = notifying.person("Anna")
    browser = PushBrowser(receiver, "anna")
    settings = subscribe(anna, browser, language="he")
    name = settings["channels"][0]["id"]
    anna.done(f"/me/channels/{name}/try")
    message = browser.messages(1, settings["push_key"])[0]
    assert (message["tag"], message["path"], message["lang"]) == ("test", "/", "he")
    stranger = notifying.person("Eve")
    assert stranger.post(f"/me/channels/{name}/try").status_code == 404
    stranger.done(f"/me/channels/{name}/remove")
    assert len(anna.get("/me/notices").json()["channels"]) == 1
    assert anna.done(f"/me/channels/{name}/remove")["channels"] == []


def test_game_over_and_rematch(notifying: Server, receiver: Receiver) -> None:
    anna, leo = notifying.person("Anna"), notifying.person("Leo")
    browser = PushBrowser(receiver, "anna")
    table = anna.table(me("blue"), seat("red"), rules=SHORT, name="Friday pirates")
    leo.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    settings = subscribe(anna, browser)
    while anna.look(table)["table"]["status"] != "finished":
        act(anna, table) or act(leo, table)
    new = leo.done(f"/tables/{table}/rematch")["id"]
    deadline = time.monotonic() + 30
    titles: dict[str, str] = {}
    while "Invitation to a rematch: Friday pirates" not in titles:
        assert time.monotonic() < deadline, titles
        count = len(receiver.requests)
        titles = {
            one.get("title", "clear"): one.get("path", "")
            for one in browser.messages(count, settings["push_key"])
        }
        time.sleep(0.1)
    assert titles["Invitation to a rematch: Friday pirates"] == f"/table/{new}"


def test_a_browser_that_is_gone_is_forgotten(notifying: Server, receiver: Receiver) -> None:
    anna = notifying.person("Anna")
    receiver.status = 410
    settings = subscribe(anna, PushBrowser(receiver, "anna"))
    anna.done(f"/me/channels/{settings['channels'][0]['id']}/try")
    receiver.wait_for(1)
    end = time.monotonic() + 10
    while anna.get("/me/notices").json()["channels"]:
        assert time.monotonic() < end
        time.sleep(0.05)


def test_failures_are_tried_again_and_redirects_are_not_followed(
    notifying: Server, receiver: Receiver
) -> None:
    anna = notifying.person("Anna")
    receiver.status = 503
    settings = subscribe(anna, PushBrowser(receiver, "anna"))
    test = f"/me/channels/{settings['channels'][0]['id']}/try"
    anna.done(test)
    receiver.wait_for(1)
    receiver.status = 201
    receiver.wait_for(2)  # five seconds later
    with receiving() as elsewhere:
        receiver.status, receiver.headers = 307, {"location": f"{elsewhere.url}/other"}
        anna.done(test)
        receiver.wait_for(3)
        time.sleep(1)
        assert elsewhere.requests == []


def test_silent_tables_and_quiet_hours(notifying: Server, receiver: Receiver) -> None:
    anna, leo = notifying.person("Anna"), notifying.person("Leo")
    browser = PushBrowser(receiver, "anna")
    settings = subscribe(anna, browser)
    table = started(anna, leo)
    until_turn_of(leo, anna, table)
    receiver.requests.clear()
    assert anna.done(f"/tables/{table}/notices", {"silenced": True}) == {"silenced": True}
    until_turn_of(anna, leo, table)
    time.sleep(2.5)
    assert receiver.requests == []
    until_turn_of(leo, anna, table)
    anna.done(f"/tables/{table}/notices", {"silenced": False})
    # Quiet now and for the next hours, in a zone half a day from here.
    now = time.gmtime()
    minute = (60 * now.tm_hour + now.tm_min + 12 * 60) % 1440
    quiet = {"quiet_from": minute, "quiet_until": (minute + 120) % 1440, "time_zone": "Etc/GMT-12"}
    assert anna.done("/me/notices", quiet)["quiet_from"] == minute
    until_turn_of(anna, leo, table)
    time.sleep(2.5)
    assert receiver.requests == []
    anna.done("/me/channels/" + settings["channels"][0]["id"] + "/try")
    assert browser.messages(1, settings["push_key"])[0]["tag"] == "test"
    refused = anna.post("/me/notices", {**quiet, "time_zone": "Mars/Olympus"})
    assert refused.status_code == 422


def test_only_known_services_and_public_addresses(server: Server, receiver: Receiver) -> None:
    anna = server.person("Anna")
    subscription = PushBrowser(receiver, "anna").subscription()
    for endpoint in (
        subscription["endpoint"],
        "https://example.org/push",
        "https://fcm.googleapis.com.example.org/x",
        "https://fcm.googleapis.com@10.0.0.1/x",
        "https://fcm.googleapis.com:8443/x",
        "http://fcm.googleapis.com/x",
        "https://localhost/x",
        "https://[::1]/x",
        "ftp://fcm.googleapis.com/x",
        "https://fcm.googleapis.com /x",
    ):
        assert anna.post("/me/push", {**subscription, "endpoint": endpoint}).status_code == 422
    known = {**subscription, "endpoint": "https://fcm.googleapis.com/fcm/send/abc"}
    assert anna.post("/me/push", known).status_code == 201
    assert anna.post("/me/push", {**known, "p256dh": "A" * 87}).status_code == 422


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_notices_survive_a_kill(tmp_path: Path, receiver: Receiver, kind: str) -> None:
    """A notice is in the outbox when the move is acknowledged, so a killed server sends it later."""
    if kind == "sqlite":
        survives_a_kill(tmp_path, None, receiver)
    else:
        with postgres() as address:
            assert cartagena("admin", "migrate", "--database", address).returncode == 0
            survives_a_kill(tmp_path, address, receiver)


def survives_a_kill(folder: Path, database: str | None, receiver: Receiver) -> None:
    with running(folder, database, notice_seconds="2", notify_loopback="yes") as server:
        anna, leo = server.person("Anna"), server.person("Leo")
        browser = PushBrowser(receiver, "anna")
        settings = subscribe(anna, browser)
        table = started(anna, leo, name="Friday pirates")
        until_turn_of(leo, anna, table)
        until_turn_of(anna, leo, table)
        server.kill()
        assert receiver.requests == []
        server.start()
        message = browser.messages(1, settings["push_key"])[0]
        assert message["title"] == "Your turn: Friday pirates"
        # The key is the same, or no browser would accept the message.
        assert anna.get("/me/notices").json()["push_key"] == settings["push_key"]
