"""Idempotency keys: every request that changes something may be repeated."""

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from tests.support.servers import SHORT, Person, me, play_out, seat


class Twice:
    """Sends requests, and repeats them later. The responses must be the same."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.sent: list[tuple[str, dict[str, Any], bytes]] = []

    def done(self, path: str, **body: Any) -> Any:
        body["key"] = f"number {len(self.sent)}"
        answer = self.person.post(path, body)
        assert answer.status_code in (200, 201), answer.text
        self.sent.append((path, body, answer.content))
        return answer.json()

    def again(self) -> None:
        for path, body, first in self.sent:
            answer = self.person.post(path, body)
            assert answer.content == first, (path, body)


def test_a_repeated_request_gets_the_same_response_and_has_no_effect(
    anna: Person, bert: Person
) -> None:
    a, b = Twice(anna), Twice(bert)
    seats = [me("blue"), seat("red"), seat("green"), seat("yellow")]
    table = a.done("/tables", seats=seats, rules=SHORT, substitute="drunk")["id"]
    path = f"/tables/{table}"
    b.done(f"{path}/join", seat="green", contribution="ab" * 16)
    b.done(f"{path}/leave")
    b.done(f"{path}/join", seat="red")
    b.done(f"{path}/contribution", seat="red", value="cd" * 16)
    a.done(f"{path}/seats/green", kind="bot", level="drunk")
    a.done(f"{path}/seats/yellow", kind="closed")
    b.done(f"{path}/mute", whom=anna.id)
    a.done(f"{path}/contribution", seat="blue", value="ef" * 16, start=True)
    b.done(f"{path}/mute", whom=anna.id, muted=False)
    seq = anna.look(table)["seq"]
    for twice in (a, b):
        twice.again()
    snapshot = anna.look(table)
    assert snapshot["table"]["status"] == "running"
    assert snapshot["seq"] - seq <= sum(line["seat"] == "green" for line in snapshot["log"])
    play_out([anna, bert], table, Random(1))
    new = b.done(f"{path}/rematch")
    anna.done(f"/tables/{new['id']}/leave")
    for twice in (a, b):
        twice.again()
    assert anna.done(f"{path}/rematch")["id"] == new["id"]


def test_a_repeated_leave_does_not_leave_a_new_seat(anna: Person) -> None:
    twice = Twice(anna)
    table = anna.table(me("blue"), me("red"), seat("green"))
    twice.done(f"/tables/{table}/leave")
    anna.done(f"/tables/{table}/join", {"seat": "red"})
    twice.again()
    assert anna.look(table)["you"] == ["red"]


def test_concurrent_requests_with_one_key_create_one_table(anna: Person) -> None:
    body = {"key": "only one", "players": 2, "level": "drunk"}
    paths = [("/quick-start", body)] * 4
    with ThreadPoolExecutor(4) as pool:
        responses = list(pool.map(lambda request: anna.done(*request), paths))
    assert len({answer["id"] for answer in responses}) == 1
    assert {answer["status"] for answer in responses} == {"running"}
    assert len(anna.get("/tables?mine=true").json()["tables"]) == 1
    # A key belongs to one person and one kind of request.
    assert anna.done("/tables", {"key": "only one", "seats": [me("blue"), me("red")]})[
        "id"
    ] not in {answer["id"] for answer in responses}


def test_concurrent_rematches_create_one_table(anna: Person, bert: Person) -> None:
    table = anna.table(me("blue"), seat("red"), rules={**SHORT, "turn_limit": 4})
    bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    play_out([anna, bert], table, Random(1))
    with ThreadPoolExecutor(4) as pool:
        people = [anna, bert, anna, bert]
        new = list(pool.map(lambda who: who.done(f"/tables/{table}/rematch")["id"], people))
    assert len(set(new)) == 1
    assert len(anna.get("/tables?mine=true").json()["tables"]) == 2


def test_refuses_a_key_for_another_kind_of_request(anna: Person) -> None:
    table = anna.table(me("blue"), me("red"), seat("green"))
    anna.done(f"/tables/{table}/seats/green", {"kind": "closed", "key": "x"})
    refused = anna.post(f"/tables/{table}/start", {"key": "x"})
    assert refused.status_code == 422
    assert refused.json()["type"].endswith(":key-used")
    anna.done(f"/tables/{table}/start", {"key": "y"})
    snapshot = anna.look(table)
    assert anna.play(table, snapshot["legal"][0], snapshot["expected_seq"], "y").status_code == 422
    assert anna.play(table, snapshot["legal"][0], snapshot["expected_seq"], "z").status_code == 200
    undo = anna.post(
        f"/tables/{table}/undo", {"expected_seq": snapshot["expected_seq"] + 1, "key": "z"}
    )
    assert undo.json()["type"].endswith(":key-used")
    anna.done(f"/tables/{table}/chat", {"text": "hello", "key": "c"})
    for path in ("undo", "moves"):
        now = anna.look(table)
        body = {"expected_seq": now["expected_seq"], "key": "c"}
        body |= {"move": now["legal"][0]} if path == "moves" else {}
        assert anna.post(f"/tables/{table}/{path}", body).json()["type"].endswith(":key-used")


def test_keys_are_separate_for_creation_and_for_each_table(anna: Person) -> None:
    seats = [me("blue"), me("red")]
    table = anna.done("/tables", {"seats": seats, "key": "k"})["id"]
    quick = anna.done("/quick-start", {"level": "drunk", "key": "k"})["id"]
    anna.done(f"/tables/{table}/chat", {"text": "hello", "key": "k"})
    assert anna.done("/tables", {"seats": seats, "key": "k"})["id"] == table != quick
    refused = anna.post(f"/tables/{quick}/chat", {"text": "hello", "key": "k"})
    assert refused.json()["type"].endswith(":key-used")


def test_a_quick_start_can_wait_for_the_players_entropy(anna: Person) -> None:
    response = anna.done("/quick-start", {"players": 3, "level": "drunk", "wait": True, "key": "a"})
    assert response["status"] == "waiting"
    body = {"seat": "blue", "value": "ab" * 32, "start": True, "key": "b"}
    begun = anna.done(f"/tables/{response['id']}/contribution", body)
    assert begun["status"] == "running"
    proof = anna.get(f"/tables/{response['id']}/fairness").json()
    assert proof["commitment"] == response["commitment"]
    assert proof["seat_entropy"]["blue"] == "ab" * 32
    assert proof["server_entropy_seats"] == ["red", "green"]
