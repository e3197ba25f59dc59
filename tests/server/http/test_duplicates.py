"""Contests: equal deals at all tables, no way to learn cards from another one, and the ranking."""

import secrets
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.fairness.verify import verify
from cartagena.server.ops import admin
from cartagena.server.storage import database, duplicates
from cartagena.server.storage.duplicates import PlayerRow
from tests.support.servers import SHORT, Person, Server, running
from tests.support.waiting import wait_until

CONTRIBUTIONS = {"Anna": "ab" * 16, "Bert": "cd" * 16}


def contest(host: Person, **more: Any) -> str:
    body = {"rules": SHORT, "bots": ["cabin-boy"], **more}
    return str(host.done("/duplicates", body)["id"])


def look(person: Person, name: str) -> dict[str, Any]:
    answer = person.get(f"/duplicates/{name}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def begun(server: Server, **more: Any) -> tuple[Person, Person, str]:
    """Return two people of a contest whose cards are dealt."""
    anna, bert = server.person("Anna"), server.person("Bert")
    name = contest(anna, **more)
    for person, value in zip((anna, bert), CONTRIBUTIONS.values(), strict=True):
        person.done(f"/duplicates/{name}/join", {"contribution": value})
    anna.done(f"/duplicates/{name}/start")
    return anna, bert, name


def own_table(person: Person, name: str) -> str:
    (table,) = look(person, name)["tables"]
    return str(table)


def play_first_moves(person: Person, table: str) -> list[dict[str, Any]]:
    """Always play the first legal move, and return the log of the finished game."""
    for snapshot in person.looks(table):
        if snapshot["legal"]:
            person.play(table, snapshot["legal"][0], snapshot["expected_seq"])
    return list(person.look(table)["log"])


def test_equal_moves_meet_equal_cards_and_equal_rivals(server: Server) -> None:
    anna, bert, name = begun(server, bots=["cabin-boy", "gunner"])
    tables = [own_table(anna, name), own_table(bert, name)]
    assert len({*tables}) == 2
    first, second = (
        play_first_moves(person, table) for person, table in zip((anna, bert), tables, strict=True)
    )
    assert first == second
    assert {line["seat"] for line in first} == {"blue", "red", "green"}


def test_cards_stay_secret_until_all_tables_are_over(server: Server) -> None:
    anna, bert, name = begun(server)
    stranger = server.person("Eve")
    mine, theirs = own_table(anna, name), own_table(bert, name)
    for outsider, table in ((bert, mine), (anna, theirs), (stranger, mine)):
        assert outsider.get(f"/tables/{table}").status_code == 403
        assert outsider.get(f"/tables/{table}/stream").status_code == 403
        assert outsider.get(f"/tables/{table}/fairness").status_code == 403
    play_first_moves(anna, mine)
    at_rest = look(anna, name)
    assert at_rest["status"] == "running"
    assert at_rest["tables"] == [mine]
    assert {one["name"]: one["over"] for one in at_rest["players"]} == {"Anna": True, "Bert": False}
    assert all(one["score"] is None for one in at_rest["players"])
    snapshot = anna.look(mine)
    assert snapshot["table"]["sealed"]
    assert "secret" not in snapshot or snapshot["secret"] is None
    assert anna.get(f"/tables/{mine}/fairness").json()["secret"] is None
    sealed = {
        "record": anna.get(f"/tables/{mine}/record"),
        "replay": anna.get(f"/tables/{mine}/replay"),
        "stream": anna.get(f"/tables/{mine}/replay/stream"),
        "analysis": anna.post(f"/tables/{mine}/analysis"),
        "explore": anna.post(f"/tables/{mine}/explore", {"at": 0, "moves": []}),
        "play on": anna.post(f"/tables/{mine}/play-from", {"move": 0, "seat": "blue"}),
    }
    for what, answer in sealed.items():
        assert (what, answer.status_code) == (what, 409), answer.text
        assert answer.json()["type"].endswith(":sealed"), what
    assert anna.http.get(f"/embed/table/{mine}").status_code == 403
    assert bert.get(f"/tables/{mine}/record").status_code == 403

    play_first_moves(bert, theirs)
    wait_until(lambda: look(anna, name)["status"] == "finished")
    assert sorted(look(stranger, name)["tables"]) == sorted([mine, theirs])
    assert stranger.get(f"/tables/{theirs}").status_code == 200
    records = [stranger.get(f"/tables/{table}/record").json() for table in (mine, theirs)]
    assert records[0]["seed"] == records[1]["seed"]
    for record in records:
        for value in CONTRIBUTIONS.values():
            assert any("Your own contribution" in line for line in verify(record, value))


def test_equal_results_share_the_first_rank(server: Server) -> None:
    anna, bert, name = begun(server)
    for person in (anna, bert):
        play_first_moves(person, own_table(person, name))
    wait_until(lambda: look(anna, name)["status"] == "finished")
    scores = [one["score"] for one in look(anna, name)["players"]]
    assert [(one["rank"], one["percent"], one["left"]) for one in scores] == [(1, 50, False)] * 2
    assert anna.get("/duplicates").json()["duplicates"][0]["id"] == name


def test_who_leaves_ranks_last_and_holds_up_nobody(server: Server) -> None:
    anna, bert, name = begun(server)
    bert.done(f"/tables/{own_table(bert, name)}/leave")
    play_first_moves(anna, own_table(anna, name))
    wait_until(lambda: look(anna, name)["status"] == "finished")
    first, last = look(anna, name)["players"]
    assert (first["name"], first["score"]["percent"]) == ("Anna", 100)
    assert (last["name"], last["score"]["left"], last["score"]["rank"]) == ("Bert", True, 2)


def test_a_contest_with_two_people_at_a_table_fills_the_last_seat_with_a_bot(
    server: Server,
) -> None:
    people = [server.person(name) for name in ("Anna", "Bert", "Cleo")]
    name = contest(people[0], people=2, bots=[])
    for person in people:
        person.done(f"/duplicates/{name}/join")
    players = people[0].done(f"/duplicates/{name}/start")["players"]
    seats = {(one["table"], one["colour"]) for one in players}
    assert len(seats) == 3
    assert {number for number, _ in seats} == {1, 2}
    assert {colour for _, colour in seats} == {"blue", "red"}
    # Who sits next to the bot is drawn by chance.
    seats_of = (person.look(own_table(person, name))["table"]["seats"] for person in people)
    kinds = [sorted(seat["kind"] for seat in one) for one in seats_of]
    assert sorted(kinds) == [["bot", "player"], ["player", "player"], ["player", "player"]]


def test_nothing_changes_a_contest_but_what_is_allowed(server: Server) -> None:
    anna, bert = server.person("Anna"), server.person("Bert")
    name = contest(anna, key="again")
    assert contest(anna, key="again") == name
    assert anna.post(f"/duplicates/{name}/start").json()["type"].endswith(":too-few")
    for person in (anna, bert, bert):
        person.done(f"/duplicates/{name}/join")
    assert len(look(anna, name)["players"]) == 2
    assert len(bert.done(f"/duplicates/{name}/leave")["players"]) == 1
    bert.done(f"/duplicates/{name}/join")
    assert bert.post(f"/duplicates/{name}/start").status_code == 403
    assert bert.post(f"/duplicates/{name}/close").status_code == 403
    anna.done(f"/duplicates/{name}/start")
    assert anna.done(f"/duplicates/{name}/start")["status"] == "running", (
        "starting twice is harmless"
    )
    late = server.person("Cleo")
    for person, what in ((late, "join"), (bert, "leave"), (anna, "close")):
        assert person.post(f"/duplicates/{name}/{what}").json()["type"].endswith(":begun"), what
    table = own_table(anna, name)
    seq = anna.look(table)["expected_seq"]
    for path, body in (
        ("close", {}),
        ("pause", {"paused": True}),
        ("hint", {"expected_seq": seq}),
        ("explore", {"at": seq, "moves": []}),
    ):
        answer = anna.post(f"/tables/{table}/{path}", body)
        assert (path, answer.status_code) == (path, 409), answer.text
        assert answer.json()["type"].endswith(":duplicate")
    assert late.post(f"/tables/{table}/join").status_code == 409


@pytest.mark.parametrize(
    "body",
    [
        {"people": 1, "bots": []},
        {"people": 4, "bots": ["cook", "cook"]},
        {"bots": ["legend"]},
        {"bots": ["nobody"]},
        {"rules": "nonsense"},
    ],
)
def test_impossible_contestes_are_refused(server: Server, body: dict[str, Any]) -> None:
    assert server.person().post("/duplicates", body).status_code == 422


def test_a_closed_contest_and_an_unknown_one_cannot_be_joined(server: Server) -> None:
    anna = server.person("Anna")
    name = contest(anna)
    assert anna.done(f"/duplicates/{name}/close")["status"] == "closed"
    assert anna.post(f"/duplicates/{name}/join").status_code == 409
    assert anna.post(f"/duplicates/{name}/start").status_code == 409
    assert anna.get("/duplicates/unknown").status_code == 404
    assert anna.post("/duplicates/unknown/join").status_code == 404


async def _begin_without_tables(engine: AsyncEngine, name: str) -> None:
    """Begin a contest as a node does that dies right after it."""

    def arrange(rows: list[PlayerRow]) -> list[PlayerRow]:
        return [row._replace(table=secrets.token_hex(8), colour="blue") for row in rows]

    assert await duplicates.begin(engine, name, arrange)


@pytest.mark.anyio
async def test_a_contest_survives_a_crash_at_its_start_and_forgets_the_erased(
    tmp_path: Path,
) -> None:
    url = database.read_url(str(tmp_path / "test.db"))
    with running(tmp_path) as server:
        anna, bert, cleo = (server.person(name) for name in ("Anna", "Bert", "Cleo"))
        name = contest(anna)
        for person in (anna, bert, cleo):
            person.done(f"/duplicates/{name}/join")
        await admin.erase(url, cleo.id)
        assert len(look(anna, name)["players"]) == 2
        server.stop()
        engine = database.connect(url)
        await _begin_without_tables(engine, name)
        await engine.dispose()
        server.start()
        table = own_table(anna, name)
        assert anna.look(table)["table"]["status"] == "running"
        await admin.erase(url, bert.id)
        assert "—" in {one["name"] for one in look(anna, name)["players"]}
