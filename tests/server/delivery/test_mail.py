"""Email about turns: real servers, and a real SMTP server."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.server.delivery.test_push import started, until_turn_of
from tests.support.mailbox import Mailbox, link, mailbox, settings, text_of
from tests.support.servers import Person, Server, running

ADDRESS = "anna@example.org"


@pytest.fixture
def box() -> Iterator[Mailbox]:
    with mailbox() as one:
        yield one


@pytest.fixture
def mailing(tmp_path: Path, box: Mailbox) -> Iterator[Server]:
    with running(tmp_path, **settings(box)) as server:
        yield server


def subscribe(person: Person, box: Mailbox, address: str = ADDRESS, **more: Any) -> dict[str, Any]:
    """Add an address and confirm it. Return the person's settings."""
    person.done("/me/mail", {"address": address, **more})
    asked = box.wait_for(1, of=lambda one: one["to"] == address)[0]
    person.done(f"/mail/{link(asked, 'confirm')}")
    box.messages.clear()
    return dict(person.get("/me/notices").json())


def test_an_address_is_confirmed_before_it_gets_anything(mailing: Server, box: Mailbox) -> None:
    anna, leo = mailing.person("Anna"), mailing.person("Leo")
    channels = anna.done("/me/mail", {"address": ADDRESS})["channels"]
    assert [(one["kind"], one["confirmed"]) for one in channels] == [("mail", False)]
    asked = box.wait_for(1)[0]
    assert asked["subject"] == "Please confirm your email address"
    assert (asked["to"], asked["from"]) == (ADDRESS, "Cartagena <cartagena@play.example.org>")
    assert "Anna" not in asked.as_string()  # nobody can send words of their own to strangers
    # Nothing else goes there: no turn, and no test.
    assert anna.post(f"/me/channels/{channels[0]['id']}/try").status_code == 404
    table = started(anna, leo, name="Friday pirates")
    until_turn_of(leo, anna, table)
    until_turn_of(anna, leo, table)
    time.sleep(2.5)
    assert len(box.messages) == 1
    # The link works in any browser, and more than once.
    confirm = link(asked, "confirm")
    stranger = mailing.person("Eve")
    assert stranger.post(f"/mail/{confirm[:-1]}{int(confirm[-1], 16) ^ 1:x}").status_code == 404
    assert stranger.post(f"/mail/{confirm.replace('confirm', 'stop')}").status_code == 404
    assert stranger.done(f"/mail/{confirm}") == {"done": "confirm"}
    assert stranger.done(f"/mail/{confirm}") == {"done": "confirm"}
    until_turn_of(leo, anna, table)
    until_turn_of(anna, leo, table)
    assert box.wait_for(2)[1]["subject"] == "Your turn: Friday pirates"


def test_a_turn_by_email_has_one_link_to_the_table_and_one_to_stop(
    mailing: Server, box: Mailbox
) -> None:
    anna, leo = mailing.person("Anna"), mailing.person("Leo")
    subscribe(anna, box, language="he")
    table = started(anna, leo, name="Friday\u202e pirates")
    until_turn_of(leo, anna, table)
    until_turn_of(anna, leo, table)
    message = box.wait_for(1)[0]
    text, page = text_of(message), message.get_body(("html",))
    assert page is not None
    assert text.count("https://") == page.get_content().count("https://") == 2
    assert f"https://play.example.org/table/{table}\n" in text
    assert 'dir="rtl"' in page.get_content()
    assert message["content-language"] == "he"
    stop = link(message, "stop")
    assert message["list-unsubscribe"] == f"<https://play.example.org/api/v1/mail/{stop}>"
    assert message["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
    # A mailbox posts a form, without an identity and without an origin.
    response = leo.http.post(f"/api/v1/mail/{stop}", data={"List-Unsubscribe": "One-Click"})
    assert response.json() == {"done": "stop"}
    assert anna.get("/me/notices").json()["channels"] == []


def dawn(folder: Path) -> None:
    """Let the email of the day be due."""
    (file,) = folder.glob("*.db")
    with closing(sqlite3.connect(file, timeout=30)) as connection, connection:
        connection.execute("UPDATE outbox SET due_at = 0 WHERE kind = 'digest'")


def test_one_email_a_day(tmp_path: Path, mailing: Server, box: Mailbox) -> None:
    """Notices wait for the morning, and come in one email without those that are settled."""
    anna, leo = mailing.person("Anna"), mailing.person("Leo")
    settings = subscribe(anna, box, digest=True, time_zone="Etc/GMT+3")
    name = settings["channels"][0]["id"]
    assert settings["channels"][0]["digest"]
    assert settings["time_zone"] == "Etc/GMT+3"
    tables = [started(anna, leo, name=each) for each in ("Monday", "Tuesday", "Wednesday")]
    for table in tables:
        until_turn_of(leo, anna, table)
        until_turn_of(anna, leo, table)
    time.sleep(2.5)
    assert box.messages == []
    until_turn_of(leo, anna, tables[1])
    dawn(tmp_path)
    message = box.wait_for(1)[0]
    assert message["subject"] == "Your games"
    text = text_of(message)
    assert [each for each in ("Monday", "Tuesday", "Wednesday") if each in text] == [
        "Monday",
        "Wednesday",
    ]
    assert text.count("/table/") == 2
    # The same person can choose an email for each turn instead, and nobody else can.
    assert leo.post(f"/me/channels/{name}/digest", {"digest": False}).status_code == 404
    assert not anna.done(f"/me/channels/{name}/digest", {"digest": False})["channels"][0]["digest"]
    until_turn_of(anna, leo, tables[1])
    assert box.wait_for(2)[1]["subject"] == "Your turn: Tuesday"


def test_strangers_are_asked_once_a_day_at_most(mailing: Server, box: Mailbox) -> None:
    people = [mailing.person(f"Eve {number}") for number in range(3)]
    assert people[0].post("/me/mail", {"address": ADDRESS}).status_code == 201
    # The same person may have missed the response.
    assert people[0].post("/me/mail", {"address": ADDRESS}).status_code == 201
    assert len(people[0].get("/me/notices").json()["channels"]) == 1
    spellings = (ADDRESS, "Anna@Example.org", "anna+1@example.org")
    for person, address in zip([people[1], people[1], people[2]], spellings, strict=True):
        refused = person.post("/me/mail", {"address": address})
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 3600
    # The owner can refuse for good.
    refuse = link(box.wait_for(1)[0], "refuse")
    assert people[2].done(f"/mail/{refuse}") == {"done": "refuse"}
    # Each identity and each network may ask a few people only.
    statuses = [
        person.post("/me/mail", {"address": f"{number}.{turn}@example.org"}).status_code
        for number, person in enumerate([*people, *(mailing.person() for _ in range(4))])
        for turn in range(6)
    ]
    assert statuses[:6] == [201] * 4 + [429] * 2  # one was used up
    assert statuses.count(201) <= 25
    for address in (
        "anna",
        "anna@example",
        "a b@example.org",
        "a@b@example.org",
        "a\n@example.org",
    ):
        assert mailing.person().post("/me/mail", {"address": address}).status_code == 422


def test_a_failed_email_is_sent_again_and_a_wrong_address_dropped(
    mailing: Server, box: Mailbox
) -> None:
    anna = mailing.person("Anna")
    box.replies["RCPT"] = "451 later"
    anna.done("/me/mail", {"address": ADDRESS})
    time.sleep(1.5)
    box.replies.clear()
    asked = box.wait_for(1)[0]  # five seconds later
    anna.done(f"/mail/{link(asked, 'confirm')}")
    box.replies["RCPT"] = "550 no such mailbox"
    anna.done(f"/me/channels/{anna.get('/me/notices').json()['channels'][0]['id']}/try")
    end = time.monotonic() + 10
    while anna.get("/me/notices").json()["channels"]:
        assert time.monotonic() < end
        time.sleep(0.05)


def test_email_survives_a_kill(tmp_path: Path, box: Mailbox) -> None:
    with running(tmp_path, **{**settings(box), "notice_seconds": "2"}) as server:
        anna, leo = server.person("Anna"), server.person("Leo")
        subscribe(anna, box)
        table = started(anna, leo, name="Friday pirates")
        until_turn_of(leo, anna, table)
        until_turn_of(anna, leo, table)
        server.kill()
        assert box.messages == []
        server.start()
        first = box.wait_for(1)[0]
        assert first["subject"] == "Your turn: Friday pirates"
        stop = link(first, "stop")
        assert leo.done(f"/mail/{stop}") == {"done": "stop"}  # the key of links has survived, too


def test_no_email_without_an_smtp_server(server: Server) -> None:
    anna = server.person("Anna")
    assert anna.get("/me/notices").json()["mail"] is False
    assert anna.post("/me/mail", {"address": ADDRESS}).status_code == 404
    assert anna.post(f"/mail/stop/{'0' * 16}/{'0' * 32}").status_code == 404
