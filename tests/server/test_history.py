"""A player's finished games and results."""

import sqlite3
from pathlib import Path
from random import Random

import httpx
import pytest

from cartagena import Game
from cartagena.rules.options import Rules
from cartagena.server.history import MAX_READ
from tests.support.command import cartagena_in_process as cartagena
from tests.support.servers import SHORT, Person, Server, me, play_out, running, seat

SOON = {**SHORT, "turn_limit": 4}
"""Rules for a game that ends after a few moves, without a winner."""


def finished(person: Person, *seats: dict[str, object], **more: object) -> str:
    table = person.table(*seats, **more)
    person.done(f"/tables/{table}/start")
    play_out([person], table, Random(1))
    return table


def test_a_profile_counts_only_games_that_count(server: Server) -> None:
    anna, bert = server.person("Anna"), server.person("Bert")
    table = anna.table(me("blue"), seat("red"), seat("green", "bot", level="drunk"), rules=SHORT)
    bert.done(f"/tables/{table}/join", {"name": "Bert"})
    anna.done(f"/tables/{table}/start")
    play_out([anna, bert], table, Random(5))
    won = anna.look(table)["views"][0]["winner"]
    shared = finished(anna, me("blue"), me("red"), rules=SOON)
    position = Game("short", seed=1).position()
    practice = anna.done("/start-from", {"position": position, "seat": "blue"})["id"]
    play_out([anna], practice, Random(2))

    page = anna.get("/me/games").json()
    assert (page["complete"], page["next"]) == (True, None)
    assert [game["table"] for game in page["games"]] == [practice, shared, table]
    assert [game["from_position"] for game in page["games"]] == [True, False, False]
    assert page["games"][1]["you"] == ["blue", "red"]
    last = page["games"][-1]
    assert (last["you"], last["winner"], last["rules"]["turn_limit"]) == (["blue"], won, 24)
    assert last["seats"] == [
        {"colour": "blue", "name": "Anna", "level": ""},
        {"colour": "red", "name": "Bert", "level": ""},
        {"colour": "green", "name": "Barnaby", "level": "drunk"},
    ]
    for person, colour in ((anna, "blue"), (bert, "red")):
        wins = int(won == colour)
        results = person.get("/me/results").json()
        assert results == {
            "games": 1,
            "won": wins,
            "variants": [{"name": "", "games": 1, "won": wins}],
            "bots": [{"name": "drunk", "games": 1, "won": wins}],
            "complete": True,
        }
    assert [game["table"] for game in bert.get("/me/games").json()["games"]] == [table]
    assert server.person("Cleo").get("/me/games").json()["games"] == []
    for path in ("games", "results"):
        assert httpx.get(f"{server.url}/api/v1/me/{path}").status_code == 401


def test_a_player_who_left_has_no_result(server: Server) -> None:
    anna, bert = server.person("Anna"), server.person("Bert")
    table = anna.table(me("blue"), seat("red"), rules=SOON, substitute="drunk")
    bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    bert.done(f"/tables/{table}/leave")
    play_out([anna], table, Random(1))
    (game,) = bert.get("/me/games").json()["games"]
    assert game["you"] == []
    assert bert.get("/me/results").json()["games"] == 0
    # Nobody chose a bot that replaces a player as an opponent.
    assert anna.get("/me/results").json()["bots"] == []


@pytest.mark.slow
def test_pages_are_bounded_and_each_request_reads_a_few_games(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna = server.person("Anna")
        games = [finished(anna, me("blue"), me("red"), rules=SOON) for _ in range(MAX_READ + 2)]
        first = anna.get("/me/games", params={"limit": 50}).json()
        assert (first["complete"], len(first["games"])) == (False, MAX_READ)
        pages: list[list[str]] = []
        before: dict[str, str] = {}
        while True:
            page = anna.get("/me/games", params={"limit": 5, **before}).json()
            assert page["complete"] is True
            pages.append([game["table"] for game in page["games"]])
            if page["next"] is None:
                break
            before = {"before": page["next"]}
        assert [len(page) for page in pages] == [5, 5, 2]
        assert [name for page in pages for name in page] == games[::-1]
        for wrong in ("x", "1", "1.", "1" * 16 + ".a", "-1.a"):
            assert anna.get("/me/games", params={"before": wrong}).status_code == 400
        assert anna.get("/me/games", params={"limit": 51}).status_code == 400
        bert = server.person("Bert")
        table = bert.table(me("blue", name="Bertram"), seat("red"), rules=SOON)
        anna.done(f"/tables/{table}/join")
        bert.done(f"/tables/{table}/start")
        play_out([anna, bert], table, Random(1))
        assert "Bertram" in anna.get("/me/games").text
        assert bert.get("/me/results").json()["games"] == 1
    where = ("--database", str(tmp_path / "test.db"))
    assert cartagena("admin", "erase", bert.id, *where).returncode == 0
    assert _results(tmp_path, bert.id) == 0
    with running(tmp_path) as server:
        again = server.person("Anna")
        again.http.headers["authorization"] = anna.http.headers["authorization"]
        text = again.get("/me/games").text
        assert table in text
        assert "Bertram" not in text
    assert cartagena("admin", "prune", "--finished-days", "0", *where).returncode == 0
    assert _results(tmp_path, anna.id) == 0


def test_names_the_preset_of_the_rules() -> None:
    assert Rules.preset("complete").preset_name() == "complete"
    assert (
        Rules.preset("tortuga", leave_goal=False, fewest_actions="all").preset_name()
        == "tortuga-hu"
    )
    assert Rules.preset("short", turn_limit=4).preset_name() == ""


def _results(folder: Path, identity: str) -> int:
    with sqlite3.connect(folder / "test.db") as connection:
        query = "SELECT count(*) FROM results WHERE identity = ?"
        (count,) = connection.execute(query, (identity,)).fetchone()
    connection.close()
    return int(count)
