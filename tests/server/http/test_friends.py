"""Friends by link, invitations, people who block each other, and reports to the operator."""

from pathlib import Path
from typing import Any

from tests.support.command import cartagena_in_process as cartagena
from tests.support.servers import Person, Server, me, running, seat


def befriend(anna: Person, bert: Person) -> str:
    """Make two people friends and return the code of the first one's link."""
    code = str(anna.done("/me/friends/link")["code"])
    bert.done(f"/friend-links/{code}")
    return code


def names(person: Person, what: str = "friends") -> list[str]:
    return [one["name"] for one in person.get("/me/friends").json()[what]]


def test_a_link_makes_friends_of_both_after_a_press(server: Server) -> None:
    anna, bert = server.person("Anna"), server.person("Bert")
    code = anna.done("/me/friends/link")["code"]
    assert bert.get(f"/friend-links/{code}").json() == {"identity": anna.id, "name": "Anna"}
    assert names(bert) == [], "looking at a link changes nothing"
    for _ in range(2):
        bert.done(f"/friend-links/{code}")
    assert (names(anna), names(bert)) == (["Bert"], ["Anna"])
    assert anna.post(f"/friend-links/{code}").status_code == 422, "one's own link"
    assert anna.done("/me/friends/link")["code"] != code
    assert server.person("Cleo").post(f"/friend-links/{code}").status_code == 404
    anna.done(f"/me/friends/{bert.id}/remove")
    assert (names(anna), names(bert)) == ([], [])


def test_friends_see_who_is_here_and_nobody_else_does(server: Server) -> None:
    anna, bert = server.person("Anna"), server.person("Bert")
    code = befriend(anna, bert)
    (friend,) = anna.get("/me/friends").json()["friends"]
    assert friend["online"], "Bert has just pressed the button"
    (friend,) = bert.get("/me/friends").json()["friends"]
    assert not friend["online"]
    anna.get("/turns")
    (friend,) = bert.get("/me/friends").json()["friends"]
    assert friend["online"]
    assert "online" not in server.person("Eve").get(f"/friend-links/{code}").json()


def test_invitations_lead_friends_to_tables_that_wait(server: Server) -> None:
    anna, bert, eve = server.person("Anna"), server.person("Bert"), server.person("Eve")
    befriend(anna, bert)
    table = anna.table(me("blue"), seat("red"))
    assert anna.post(f"/tables/{table}/invite", {"friend": eve.id}).status_code == 403
    assert eve.post(f"/tables/{table}/invite", {"friend": bert.id}).status_code == 403
    for _ in range(2):
        assert anna.post(f"/tables/{table}/invite", {"friend": bert.id}).status_code == 200
    (invitation,) = bert.get("/me/invitations").json()["invitations"]
    assert (invitation["sender"], invitation["table"]["id"]) == ("Anna", table)
    bert.done(f"/tables/{table}/join")
    assert bert.get("/me/invitations").json()["invitations"] == []
    other = anna.table(me("blue"), seat("red"))
    anna.post(f"/tables/{other}/invite", {"friend": bert.id})
    assert bert.done(f"/me/invitations/{other}/decline")["invitations"] == []


def test_people_who_block_each_other_do_not_meet(server: Server) -> None:
    anna, bert = server.person("Anna"), server.person("Bert")
    code = befriend(anna, bert)
    table = anna.table(me("blue"), seat("red"), public=True, seconds=60)
    anna.post(f"/tables/{table}/invite", {"friend": bert.id})
    anna.done("/me/blocks", {"whom": bert.id})
    assert names(anna, "blocked") == ["Bert"]
    assert names(bert, "blocked") == [], "nobody learns that"
    assert (names(anna), names(bert)) == ([], [])
    assert bert.get("/me/invitations").json()["invitations"] == []
    assert bert.post(f"/tables/{table}/join").status_code == 403
    assert bert.post(f"/friend-links/{code}").status_code == 404
    assert bert.done("/quick-match", {"rules": "jamaica"})["id"] != table
    contest = anna.done("/duplicates", {"bots": ["cook"]})["id"]
    assert bert.post(f"/duplicates/{contest}/join").status_code == 403
    watched = anna.table(me("blue"), me("red"))
    bert.done(f"/tables/{watched}/chat", {"text": "Let me in"})
    assert anna.look(watched)["chat"] == []
    anna.done("/me/blocks", {"whom": bert.id, "blocked": False})
    assert len(anna.look(watched)["chat"]) == 1
    bert.done(f"/tables/{table}/join")
    assert anna.post("/me/blocks", {"whom": anna.id}).status_code == 422


def test_a_quick_match_avoids_those_whom_one_has_blocked_oneself(server: Server) -> None:
    anna, bert = server.person("Anna"), server.person("Bert")
    table = bert.done("/quick-match", {"rules": "filibusters"})["id"]
    anna.done("/me/blocks", {"whom": bert.id})
    assert anna.done("/quick-match", {"rules": "filibusters"})["id"] != table


def test_a_report_reaches_the_operator_with_what_was_seen(tmp_path: Path) -> None:
    where = ("--database", str(tmp_path / "test.db"))

    def reported() -> str:
        return cartagena("admin", "reports", *where).stdout

    with running(tmp_path) as server:
        anna, bert = server.person("Anna"), server.person("Bert")
        table = anna.table(me("blue"), seat("red"))
        bert.done(f"/tables/{table}/join")
        bert.done(f"/tables/{table}/chat", {"text": "You are a landlubber"})
        anna.done(f"/tables/{table}/chat", {"text": "Stop it"})
        body: dict[str, Any] = {"whom": bert.id, "reason": "chat", "text": "He insults me."}
        assert anna.post(f"/tables/{table}/report", {**body, "whom": anna.id}).status_code == 422
        assert (
            server.person().post(f"/tables/{table}/report", {**body, "whom": "x"}).status_code
            == 422
        )
        assert anna.post(f"/tables/{table}/report", {**body, "reason": "?"}).status_code == 400
        for _ in range(2):
            assert anna.post(f"/tables/{table}/report", body).status_code == 200
        text = reported()
        assert text.count(f"{anna.id} reports {bert.id} (Bert): chat") == 1
        assert "He insults me." in text
        assert "chat: You are a landlubber" in text
        assert "Stop it" not in text
        number = text.split()[0]
        assert cartagena("admin", "reports", "--close", number, *where).returncode == 0
        assert reported() == "There are no open reports.\n"
        assert cartagena("admin", "reports", "--close", number, *where).returncode == 2
        anna.post(f"/tables/{table}/report", body)
        code = befriend(anna, bert)
        assert cartagena("admin", "erase", bert.id, *where).returncode == 0
        assert reported() == "There are no open reports.\n"
        assert names(anna) == []
        assert anna.get(f"/friend-links/{code}").status_code == 200


def test_what_the_database_could_not_store_is_refused_or_cleaned(server: Server) -> None:
    anna, bert = server.person("Anna"), server.person("Bert")
    for whom in ("a\0b", "é", "x" * 33, ""):
        assert anna.post("/me/blocks", {"whom": whom}).status_code == 400
    table = anna.table(me("blue"), seat("red"))
    bert.done(f"/tables/{table}/join")
    anna.done(
        f"/tables/{table}/report", {"whom": bert.id, "reason": "other", "text": "a\0\x1b[31m"}
    )
