"""The lobby: listed tables, a player's turns, and quick matches."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any

from cartagena.server.lobby import MAX_PUBLIC_EACH, MAX_WAITING
from tests.support.servers import Person, Server, me, running, seat
from tests.support.waiting import wait_until

_LIMITS = count(30)


def own_rules() -> dict[str, Any]:
    """Return rules that no other test uses, so that players of different tests are never
    matched."""
    return {"preset": "short", "turn_limit": next(_LIMITS)}


def listed(person: Person, part: str, table: str) -> dict[str, Any] | None:
    """Return the lobby's entry for a table, or None."""
    lobby = person.get("/lobby").json()
    return next((one for one in lobby[part] if one["id"] == table), None)


def test_lists_tables_to_join_or_watch(anna: Person, bert: Person) -> None:
    waiting = anna.table(me("blue"), seat("red"), seat("green", "bot"), public=True, seconds=90)
    private = anna.table(me("blue"), seat("red"))
    running = anna.table(me("blue"), me("red"), public=True)
    hidden = anna.table(me("blue"), me("red"), public=True, spectators=False)
    full = anna.table(me("blue"), seat("red", "bot"), public=True)
    for table in (running, hidden):
        anna.done(f"/tables/{table}/start")
    wait_until(lambda: listed(bert, "waiting", waiting) is not None)
    wait_until(lambda: listed(bert, "running", running) is not None)
    entry = listed(bert, "waiting", waiting)
    assert entry is not None
    assert entry == {**bert.look(waiting)["table"], "owner_present": False}
    lobby = bert.get("/lobby").json()
    ids = {one["id"] for part in lobby.values() for one in part}
    assert not ids & {private, hidden, full}
    with anna.stream(waiting):
        wait_until(lambda: (listed(bert, "waiting", waiting) or {})["owner_present"])


def test_is_written_once_and_sent_only_after_a_change(anna: Person, bert: Person) -> None:
    first = anna.get("/lobby")
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    plain = bert.get("/lobby", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    tag = plain.headers["etag"]
    same = bert.get("/lobby", headers={"if-none-match": tag})
    # Other tables may have been opened in between. Then there is a new tag and a full response.
    assert (same.status_code, same.content) == (304, b"") or same.headers["etag"] != tag
    table = anna.table(me("blue"), seat("red"), public=True)
    wait_until(lambda: listed(bert, "waiting", table) is not None)
    new = bert.get("/lobby", headers={"if-none-match": tag})
    assert new.status_code == 200
    assert new.headers["etag"] != tag


def test_turns_lists_tables_that_wait_for_the_player(anna: Person, bert: Person) -> None:
    first = anna.table(me("blue"), me("red"))
    anna.done(f"/tables/{first}/start")
    second = anna.table(me("blue"), seat("red"))
    bert.done(f"/tables/{second}/join")
    anna.done(f"/tables/{second}/start")
    ours = anna.look(second)["table"]["decider"] == "blue"
    for person, is_ours in ((anna, ours), (bert, not ours)):
        turns = person.get("/turns").json()["tables"]
        assert (second in turns) == is_ours
    assert anna.get("/turns").json()["tables"] == ([first, second] if ours else [first])
    chooser = anna if ours else bert
    chooser.done(f"/tables/{second}/leave")
    assert second not in chooser.get("/turns").json()["tables"]
    anna.done(f"/tables/{first}/pause")
    assert first not in anna.get("/turns").json()["tables"]


def test_turns_leaves_out_games_from_a_position(anna: Person) -> None:
    game = anna.table(me("blue"), me("red"), rules={"preset": "short", "turn_limit": 4})
    anna.done(f"/tables/{game}/start")
    while (snapshot := anna.look(game))["legal"]:
        anna.play(game, snapshot["legal"][0], snapshot["expected_seq"])
    body = {"move": 0, "seat": snapshot["log"][0]["seat"], "level": "drunk"}
    practice = anna.done(f"/tables/{game}/play-from", body)
    assert practice["from_position"]
    assert anna.look(practice["id"])["legal"]
    assert anna.get("/turns").json()["tables"] == []


def test_matches_two_players(anna: Person, bert: Person) -> None:
    request = {"rules": own_rules()}
    opened = anna.done("/quick-match", {**request, "key": "a"})
    assert (opened["status"], opened["public"], opened["seconds"]) == ("waiting", True, 90)
    assert [one["kind"] for one in opened["seats"]] == ["player", "open"]
    match = bert.done("/quick-match", {**request, "key": "b"})
    assert match["id"] == opened["id"]
    assert [one["kind"] for one in match["seats"]] == ["player", "player"]
    bert.done(f"/tables/{match['id']}/contribution", {"seat": "red", "value": "ab" * 16})
    anna.done(f"/tables/{opened['id']}/start")
    proof = bert.get(f"/tables/{match['id']}/fairness").json()
    assert proof["seat_entropy"]["red"] == "ab" * 16
    # A repeated request returns the same table as before, and nobody gets a second one.
    assert anna.done("/quick-match", {**request, "key": "a"}) == opened
    assert bert.done("/quick-match", {**request, "key": "b"}) == match
    assert len(bert.get("/tables?mine=true").json()["tables"]) == 1


def test_a_waiting_player_gets_no_second_table(anna: Person, bert: Person) -> None:
    request = {"rules": own_rules()}
    first = anna.done("/quick-match", request)
    assert anna.done("/quick-match", request)["id"] == first["id"]
    other = anna.done("/quick-match", {"rules": own_rules()})
    assert other["id"] != first["id"]
    joined = bert.done("/quick-match", request)
    assert joined["id"] == first["id"]
    for person in (anna, bert):
        assert person.done("/quick-match", request)["id"] == first["id"]


def test_matches_only_fitting_tables(server: Server, anna: Person, bert: Person) -> None:
    rules = own_rules()
    anna.table(me("blue"), seat("red"), rules=rules)  # not public
    anna.table(me("blue"), seat("red"), rules=rules, public=True, seconds=86_400)  # too slow
    anna.table(me("blue"), seat("red"), rules=own_rules(), public=True)  # another game
    home = anna.table(me("blue"), seat("red"), rules=rules, public=True)
    bert.done(f"/tables/{home}/join")
    anna.done(f"/tables/{home}/remove", {"seat": "red"})
    own = bert.done("/quick-match", {"rules": rules})
    assert own["owner"] == bert.id
    # Another player gets the oldest remaining table.
    assert server.person("Cleo").done("/quick-match", {"rules": rules})["id"] == home


def test_matches_many_concurrent_players_in_pairs(server: Server) -> None:
    people = [server.person(f"Pirate {number}") for number in range(6)]
    body = {"rules": own_rules()}
    with ThreadPoolExecutor(6) as pool:
        tables = list(pool.map(lambda who: who.done("/quick-match", body)["id"], people))
    assert sorted(tables.count(one) for one in set(tables)) == [2, 2, 2]


def test_merges_two_waiting_tables(anna: Person, bert: Person) -> None:
    """As with two nodes at the same moment: a player who asks again moves to the older table."""
    rules = own_rules()
    seats = [me("blue"), seat("red")]
    older = anna.table(*seats, rules=rules, public=True)
    newer = bert.table(*seats, rules=rules, public=True)
    assert anna.done("/quick-match", {"rules": rules})["id"] == older
    assert bert.done("/quick-match", {"rules": rules})["id"] == older
    assert bert.look(newer)["table"]["status"] == "closed"
    assert [one["identity"] for one in anna.look(older)["table"]["seats"]] == [anna.id, bert.id]


def test_an_owner_with_a_guest_is_not_moved(server: Server, anna: Person, bert: Person) -> None:
    rules = own_rules()
    seats = [me("blue"), seat("red"), seat("green")]
    anna.table(*seats, rules=rules, public=True)
    own = bert.table(*seats, rules=rules, public=True)
    server.person("Cleo").done(f"/tables/{own}/join")
    assert bert.done("/quick-match", {"rules": rules})["id"] == own
    assert bert.look(own)["table"]["status"] == "waiting"


def test_nobody_fills_the_lobby_or_a_quick_match_alone(tmp_path: Path) -> None:
    with running(tmp_path, trust_proxy="yes", tables_each="50") as server:
        anna, bert = server.person("Anna"), server.person("Bert")
        anna.http.headers["x-forwarded-for"] = "192.0.2.1"
        bert.http.headers["x-forwarded-for"] = "192.0.2.2"
        waiting = anna.table(me("blue"), seat("red"), public=True)
        crowd = [server.person(f"Eve {number}") for number in range(20)]
        for number, eve in enumerate(crowd):
            eve.http.headers["x-forwarded-for"] = f"2001:db8::{number:x}"
            for _ in range(5):
                eve.table(me("blue"), seat("red"), public=True)
        wait_until(lambda: len(bert.get("/lobby").json()["waiting"]) == MAX_WAITING)
        tables = bert.get("/lobby").json()["waiting"]
        assert waiting in [table["id"] for table in tables]
        owners = Counter(table["owner"] for table in tables)
        assert max(owners.values()) <= MAX_PUBLIC_EACH
        with anna.stream(waiting):
            rules = anna.look(waiting)["table"]["rules"]
            assert bert.done("/quick-match", {"rules": rules})["id"] == waiting


def test_the_limit_of_unfinished_tables_counts_requests_at_the_same_time(tmp_path: Path) -> None:
    with running(tmp_path, tables_each="5") as server:
        anna = server.person("Anna")
        body = {"seats": [me("blue"), me("red")]}
        with ThreadPoolExecutor(12) as pool:
            answers = list(pool.map(lambda _: anna.post("/tables", body), range(12)))
        assert sorted(answer.status_code for answer in answers) == [201] * 5 + [429] * 7


def test_new_tables_are_limited_for_an_identity_and_its_network(tmp_path: Path) -> None:
    with running(tmp_path, tables_per_minute="2") as server:
        people = [server.person(f"Eve {number}") for number in range(8)]
        body = {"seats": [me("blue"), me("red")]}
        statuses = [[eve.post("/tables", body).status_code for _ in range(3)] for eve in people]
    assert statuses[:5] == [[201, 201, 429]] * 5
    assert statuses[5:] == [[429] * 3] * 3
