"""The index of games: results against each opponent, ranks of those who want one, and counted deals."""

from pathlib import Path
from random import Random
from typing import Any

from tests.support.command import cartagena_in_process as cartagena
from tests.support.servers import SHORT, Person, me, play_out, running, seat
from tests.support.waiting import wait_until

VARIANT = "jamaica"


def begin(host: Person, guest: Person, rules: Any = VARIANT) -> str:
    table = host.table(me("blue"), seat("red"), rules=rules)
    guest.done(f"/tables/{table}/join")
    host.done(f"/tables/{table}/start")
    return table


def opponents(person: Person) -> list[tuple[str, int, int, int]]:
    return [
        (one["name"], one["games"], one["won"], one["lost"])
        for one in person.get("/me/opponents").json()["opponents"]
    ]


def ranked(person: Person) -> dict[str, int]:
    people = person.get(f"/ranks/{VARIANT}").json()["people"]
    return {one["name"]: one["games"] for one in people}


def test_games_between_people_are_counted_once_also_after_a_restart(tmp_path: Path) -> None:
    where = ("--database", str(tmp_path / "test.db"))
    with running(tmp_path) as server:
        anna, bert = server.person("Anna"), server.person("Bert")
        play_out([anna, bert], begin(anna, bert, SHORT), Random(1))
        wait_until(lambda: opponents(anna) != [])
        (mine,), (theirs,) = opponents(anna), opponents(bert)
        assert mine[:2] == ("Bert", 1)
        assert (mine[2], mine[3]) == (theirs[3], theirs[2])
        games = anna.get("/shuffles").json()
        assert (games["games"], games["cards"]) == (1, 12)
        assert sum(sum(hand.values()) for hand in games["groups"][0]["hands"]) == 12
        server.stop()
        server.start()
        assert opponents(anna) == [mine]
        assert anna.get("/shuffles").json() == games
        assert cartagena("admin", "erase", bert.id, *where).returncode == 0
        assert opponents(anna) == []


def test_only_those_who_want_it_are_ranked_by_games_that_began_later(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna, bert, cleo = (server.person(name) for name in ("Anna", "Bert", "Cleo"))
        early = begin(anna, bert)
        for person in (anna, bert):
            person.done("/me/ranked", {"ranked": True})
        bert.done(f"/tables/{early}/leave")
        anna.done(f"/tables/{early}/close")
        unranked = begin(anna, cleo)
        cleo.done(f"/tables/{unranked}/leave")
        anna.done(f"/tables/{unranked}/close")
        counted = begin(anna, bert)
        anna.done(f"/tables/{counted}/close")
        wait_until(lambda: ranked(cleo) != {})
        ranks = anna.get(f"/ranks/{VARIANT}").json()
        assert ranked(cleo) == {"Anna": 1, "Bert": 1}
        first, last = ranks["people"]
        assert (first["name"], last["name"]) == ("Bert", "Anna"), (
            "a host who closes a game has left"
        )
        assert first["low"] < first["rating"] < first["high"]
        assert ranks["ranked"]
        assert last["you"]
        bert.done("/me/ranked", {"ranked": False})
        assert ranked(cleo) == {"Anna": 1}
        assert anna.get("/ranks/nonsense").status_code == 404
