"""Bots at their seats, and players whose time runs out."""

import time
from pathlib import Path
from random import Random

from tests.support.servers import SHORT, Person, me, play_out, running, seat


def test_bots_answer_until_the_game_is_over(anna: Person) -> None:
    table = anna.done(
        "/quick-start", {"rules": SHORT, "players": 3, "level": "deckhand", "colour": "red"}
    )["id"]
    seen = play_out([anna], table, Random(1))
    assert {line["seat"] for line in seen["log"]} == {"blue", "red", "green"}


def test_bots_alone_play_to_the_end(anna: Person) -> None:
    seats = [seat("blue", "bot", level="drunk"), seat("red", "bot", level="deckhand")]
    table = anna.table(*seats, rules=SHORT)
    anna.done(f"/tables/{table}/start")
    end = time.monotonic() + 60
    while anna.look(table)["table"]["status"] != "finished":
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_bot_plays_on_for_the_absent_and_the_player_returns(anna: Person, bert: Person) -> None:
    table = anna.table(me("blue"), seat("red"), rules="tortuga", seconds=1, standin="drunk")
    bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    people = {"blue": anna, "red": bert}
    seen = anna.look(table)
    absent = seen["views"][0]["turn"]
    assert seen["deadline"] is not None
    present = "red" if absent == "blue" else "blue"
    with people[present].stream(table) as listening:
        kinds = []
        for _, kind, event in listening.events():
            kinds.append(kind)
            if kind == "moved" and event["seat"] == absent:
                assert event["by"] == "standin"
                break
    assert "lapsed" in kinds
    back = people[absent].done(f"/tables/{table}/return")
    assert not next(one for one in back["seats"] if one["colour"] == absent)["standin"]
    seen = people[absent].look(table)
    assert seen["legal"] == [] or seen["deadline"] is not None, "returning restores no time"


def test_who_returns_gives_no_more_time_to_the_one_who_chooses(anna: Person, bert: Person) -> None:
    table = anna.table(me("blue"), seat("red"), rules="tortuga", seconds=3, standin="drunk")
    bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    people = {"blue": anna, "red": bert}
    absent = anna.look(table)["views"][0]["turn"]
    present = "red" if absent == "blue" else "blue"
    end = time.monotonic() + 30
    while (seen := people[present].look(table))["views"][0]["turn"] == absent:
        assert time.monotonic() < end
        time.sleep(0.05)
    people[absent].done(f"/tables/{table}/return")
    assert people[present].look(table)["deadline"] == seen["deadline"]


def test_a_bot_goes_on_where_a_killed_server_stopped(tmp_path: Path) -> None:
    """Nobody looks at the table after the restart: the server finds by itself what is due."""
    with running(tmp_path, bot_pace="0.3") as server:
        anna = server.person("Anna")
        table = anna.table(seat("blue", "bot", level="drunk"), seat("red", "bot", level="drunk"))
        anna.done(f"/tables/{table}/start")
        before = len(anna.look(table)["log"])
        server.kill()
        server.start()
        time.sleep(2)
        assert len(anna.look(table)["log"]) > before + 1
