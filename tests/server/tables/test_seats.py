"""Tables and seats: creating, joining, leaving, starting and rematches."""

import time
from random import Random
from typing import Any

import pytest

from cartagena.server.entropy import Entropy
from cartagena.server.tables.create import new_table_id
from tests.support.servers import SHORT, Person, Server, me, play_out, seat


def test_a_quick_start_is_one_request(anna: Person) -> None:
    table = anna.done("/quick-start", {"rules": "escape", "players": 4, "level": "drunk"})
    assert table["status"] == "running"
    assert [one["kind"] for one in table["seats"]] == ["player", "bot", "bot", "bot"]


def test_people_join_and_start_a_game(anna: Person, bert: Person) -> None:
    table = anna.table(me("green"), seat("red"), seat("blue", "bot", level="drunk"), public=True)
    assert table in [one["id"] for one in bert.get("/tables?status=waiting").json()["tables"]]
    assert anna.post(f"/tables/{table}/start").json()["type"].endswith(":open-seats")
    joined = bert.done(f"/tables/{table}/join", {"name": "Bertie", "contribution": "ab" * 16})
    assert joined["seats"][1]["name"] == "Bertie"
    assert bert.done(f"/tables/{table}/join") == joined
    assert bert.post(f"/tables/{table}/start").status_code == 403
    assert anna.done(f"/tables/{table}/start")["status"] == "running"
    proof = anna.get(f"/tables/{table}/fairness").json()
    assert proof["seat_entropy"]["red"] == "ab" * 16
    assert proof["server_entropy_seats"] == ["green", "blue"]
    assert list(proof["seat_entropy"]) == ["green", "red", "blue"]
    assert table in [one["id"] for one in bert.get("/tables?mine=true").json()["tables"]]


def test_refuses_a_second_contribution(anna: Person) -> None:
    table = anna.table(me("green"), seat("red", "bot"))
    body = {"seat": "green", "value": "cd" * 20}
    anna.done(f"/tables/{table}/contribution", body)
    anna.done(f"/tables/{table}/contribution", body)
    other = anna.post(f"/tables/{table}/contribution", {**body, "value": "ef" * 20})
    assert other.status_code == 409
    anna.done(f"/tables/{table}/start")
    assert anna.get(f"/tables/{table}/fairness").json()["server_entropy_seats"] == ["red"]


def test_only_the_owner_sets_seats(anna: Person, bert: Person) -> None:
    table = anna.table(me("green"), seat("red"), seat("blue"))
    path = f"/tables/{table}/seats/blue"
    assert bert.post(path, {"kind": "closed"}).status_code == 403
    assert anna.post(f"/tables/{table}/seats/yellow", {"kind": "open"}).status_code == 422
    anna.done(path, {"kind": "closed"})
    assert anna.post(f"/tables/{table}/seats/red", {"kind": "closed"}).status_code == 409
    assert anna.post(f"/tables/{table}/seats/red", {"kind": "bot", "level": "x"}).status_code == 422
    anna.done(f"/tables/{table}/seats/red", {"kind": "bot", "level": "drunk"})
    assert len(anna.done(f"/tables/{table}/start")["seats"]) == 2
    assert anna.post(path, {"kind": "open"}).status_code == 409


def test_leaving_before_the_start_frees_the_seat(anna: Person, bert: Person) -> None:
    table = anna.table(me("green"), seat("red"))
    bert.done(f"/tables/{table}/join")
    assert bert.done(f"/tables/{table}/leave")["seats"][1]["kind"] == "open"


def test_a_bot_replaces_a_player_who_leaves(anna: Person, bert: Person) -> None:
    table = anna.table(me("green"), seat("red"), rules=SHORT, substitute="drunk")
    bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    bert.done(f"/tables/{table}/leave")
    snapshot = play_out([anna], table, Random(1))
    assert snapshot["table"]["seats"][1]["kind"] == "bot"


@pytest.mark.parametrize("swap", [False, True])
def test_a_rematch_keeps_the_colours_unless_swapped(anna: Person, bert: Person, swap: bool) -> None:
    table = anna.table(me("blue"), seat("red"), seat("green", "bot", level="drunk"), rules=SHORT)
    bert.done(f"/tables/{table}/join")
    assert bert.post(f"/tables/{table}/rematch").status_code == 409
    anna.done(f"/tables/{table}/start")
    play_out([anna, bert], table, Random(2))
    new = bert.done(f"/tables/{table}/rematch", {"swap": True} if swap else None)
    assert anna.done(f"/tables/{table}/rematch")["id"] == new["id"]
    ids = [anna.id, bert.id, ""]
    assert [one["identity"] for one in new["seats"]] == (["", *ids[:2]] if swap else ids)
    assert [one["colour"] for one in new["seats"]] == ["blue", "red", "green"]
    assert new["rematch_of"] == table
    assert bert.done(f"/tables/{new['id']}/start")["status"] == "running"


def test_only_players_watch_a_table_without_spectators(anna: Person, bert: Person) -> None:
    table = anna.table(me("blue"), me("red"), spectators=False)
    anna.done(f"/tables/{table}/start")
    for path in ("", "/stream", "/fairness"):
        assert bert.get(f"/tables/{table}{path}").status_code == 403
    for path in ("leave", "return", "rematch"):
        assert bert.post(f"/tables/{table}/{path}").status_code == 403
    assert bert.post(f"/tables/{table}/chat", {"text": "hello"}).status_code == 403


def test_a_player_who_left_a_table_without_spectators_cannot_watch(
    anna: Person, bert: Person
) -> None:
    table = anna.table(me("blue"), seat("red"), spectators=False, substitute="drunk")
    bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    left = bert.done(f"/tables/{table}/leave", {"key": "go"})
    assert bert.done(f"/tables/{table}/leave", {"key": "go"}) == left
    for path in ("leave", "return"):
        assert bert.post(f"/tables/{table}/{path}").status_code == 403


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"seats": [me("blue"), me("blue")]}, "its own colour"),
        ({"seats": [me("blue"), seat("red", "closed")]}, "two players"),
        ({"seats": [me("blue"), seat("red", "bot", level="admiral")]}, "no bot called admiral"),
        ({"seats": [me("blue"), me("red")], "rules": "chess"}, "no preset"),
        ({"seats": [me("blue"), me("red")], "rules": {"tunnel": 99}}, "tunnel"),
        ({"seats": [me("blue"), me("red")], "name": "\u200b\u0007"}, "readable name"),
    ],
)
def test_refuses_an_impossible_table_with_the_reason(
    anna: Person, body: dict[str, Any], words: str
) -> None:
    refused = anna.post("/tables", body)
    assert refused.status_code == 422
    assert words in refused.json()["detail"]


def test_cleans_names(server: Server) -> None:
    person = server.person("  Ann\u0061\u0308\u0300\u0300\u0300\u0300 \u202e\t x ")
    assert person.get("/me").json()["name"] == "Annä\u0300\u0300 x"
    assert person.done("/me", {"name": "Cíp"})["name"] == "Cíp"
    assert person.get("/me").json()["name"] == "Cíp"


def test_a_player_who_leaves_gets_the_public_view(anna: Person, bert: Person) -> None:
    table = anna.table(me("blue"), seat("red"), rules="jamaica", seconds=600, substitute="drunk")
    bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    first = anna if anna.look(table)["legal"] else bert
    other = bert if first is anna else anna
    with first.stream(table) as leaving, other.stream(table) as staying:
        leaver, stayer = leaving.events(), staying.events()
        assert next(leaver)[2]["deadline"] == next(stayer)[2]["deadline"] is not None
        first.done(f"/tables/{table}/leave")
        data, others = next(leaver)[2], next(stayer)[2]
    assert (data["you"], data["legal"], data["undo"]) == ([], [], False)
    assert [view["viewer"] for view in data["views"]] == [None]
    assert not any(data["views"][0]["hands"].values())
    assert others["deadline"] is None
    assert [view["viewer"] for view in others["views"]] == others["you"]


def test_the_stream_of_a_player_who_left_ends_without_spectators(
    anna: Person, bert: Person
) -> None:
    table = anna.table(me("blue"), seat("red"), rules=SHORT, spectators=False, substitute="drunk")
    bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    with bert.stream(table) as listening:
        events = listening.events()
        assert next(events)[1] == "snapshot"
        bert.done(f"/tables/{table}/leave")
        assert list(events) == []


def test_leave_and_return_need_no_body(anna: Person, bert: Person) -> None:
    table = anna.table(me("blue"), seat("red"))
    bert.done(f"/tables/{table}/join")
    for path in ("return", "leave", "leave"):
        answer = bert.http.post(f"/api/v1/tables/{table}/{path}")
        assert answer.status_code == 200, answer.text
    assert anna.look(table)["table"]["seats"][1]["kind"] == "open"


def test_return_without_a_seat_means_all_seats(anna: Person) -> None:
    table = anna.table(me("blue"), me("red"), rules="tortuga", seconds=1, substitute="drunk")
    anna.done(f"/tables/{table}/start")
    end = time.monotonic() + 60
    while not all(one["substitute"] for one in anna.look(table)["table"]["seats"]):
        assert time.monotonic() < end
        time.sleep(0.05)
    back = anna.done(f"/tables/{table}/return", {"key": "back"})
    assert not any(one["substitute"] for one in back["seats"])
    assert anna.done(f"/tables/{table}/return", {"key": "back"}) == back


class Drawn(Entropy):
    """Entropy that returns these tokens."""

    def __init__(self, *tokens: str) -> None:
        self._tokens = iter(tokens)

    def token(self, size: int) -> str:
        return next(self._tokens)


def test_no_table_id_looks_like_an_option() -> None:
    entropy = Drawn("-Ad3jwUZVvHgJ_PJ", "--d3jwUZVvHgJ_PJ", "Ad3jwUZVvHgJ_PJ-")
    assert new_table_id(entropy) == "Ad3jwUZVvHgJ_PJ-"
