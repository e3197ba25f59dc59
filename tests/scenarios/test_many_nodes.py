"""Several nodes on one PostgreSQL: no node owns a table, and any of them may be killed."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from functools import partial
from pathlib import Path
from random import Random

import anyio
import asyncpg
import httpx

from cartagena import Game
from cartagena.client import Client
from cartagena.fairness.verify import verify
from cartagena.protocol.events import GameChanged
from cartagena.protocol.requests import NewSeat, NewTable
from cartagena.protocol.table import Snapshot
from tests.server.engine.test_analysis_queue import a_finished_game, wait_for_analysis
from tests.support.command import cartagena_in_process as cartagena
from tests.support.nginx import nginx
from tests.support.postgres import postgres
from tests.support.servers import SHORT, Person, Server, me, play_out, running, seat
from tests.support.waiting import wait_until


def test_nodes_share_one_postgresql(tmp_path: Path) -> None:
    """Run everything in one test, because starting takes longer than testing."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with postgres() as address:
        refuse_a_database_without_its_schema(address)
        done = cartagena("admin", "migrate", "--database", address)
        assert done.returncode == 0, done.stderr
        with running(tmp_path / "one", address) as one, running(tmp_path / "two", address) as two:
            nodes = [one, two]
            play_one_game_at_different_nodes(nodes)
            let_exactly_one_of_two_moves_win(nodes)
            begin_from_a_position(nodes)
            retry_at_another_node(nodes)
            see_each_other(nodes)
            match_people_at_both_nodes(nodes)
            recover_at_another_node(nodes)
            erase_and_prune(nodes, address)
            close_an_undo_window_at_another_node(nodes)
            back_up_and_restore(address, tmp_path / "copies")
            with nginx(tmp_path, one.port, two.port) as proxy:
                anyio.run(play_through_nginx, proxy.secure, nodes)
                kill_a_node(nodes)
                anyio.run(play_through_nginx, proxy.secure, nodes[1:])


def at(node: Server, person: Person) -> Person:
    """Return the same person with a connection to another node."""
    other = node.person()
    other.http.headers["authorization"] = person.http.headers["authorization"]
    other.id = person.id
    return other


def refuse_a_database_without_its_schema(address: str) -> None:
    refused = cartagena("serve", "--port", "0", "--database", address)
    assert refused.returncode != 0
    assert "cartagena admin migrate" in refused.stderr


def play_one_game_at_different_nodes(nodes: list[Server]) -> None:
    anna, bert = nodes[0].person("Anna"), nodes[1].person("Bert")
    table = anna.table(me("blue"), seat("red"), rules=SHORT)
    bert.done(f"/tables/{table}/join")
    with bert.stream(table) as listening:
        events = listening.events()
        assert next(events)[1] == "snapshot"
        anna.done(f"/tables/{table}/start")
        assert next(events)[1] == "started"
        bert.done(f"/tables/{table}/chat", {"text": "hi"})
        anna.done(f"/tables/{table}/chat", {"text": "ho"})
        assert [next(events)[2]["text"] for _ in range(2)] == ["hi", "ho"]
    play_out([anna, bert], table, Random(1), max_moves=20_000)
    verify(bert.get(f"/tables/{table}/record").json())


def begin_from_a_position(nodes: list[Server]) -> None:
    anna = nodes[0].person("Anna")
    position = Game("short", seed=1).position()
    table = anna.done("/start-from", {"position": position, "seat": "blue"})["id"]
    elsewhere = at(nodes[1], anna)
    snapshot = next(one for one in elsewhere.looks(table) if one["legal"])
    assert elsewhere.play(table, snapshot["legal"][0], snapshot["expected_seq"]).status_code == 200
    assert anna.look(table)["log"] == elsewhere.look(table)["log"]


def let_exactly_one_of_two_moves_win(nodes: list[Server]) -> None:
    anna = nodes[0].person("Anna")
    both = [anna, at(nodes[1], anna)]
    table = anna.table(me("blue"), me("red"))
    anna.done(f"/tables/{table}/start")
    for number in range(8):
        snapshot = anna.look(table)
        with ThreadPoolExecutor(2) as pool:
            responses = list(
                pool.map(
                    lambda n, snapshot=snapshot, number=number: both[n].play(
                        table,
                        snapshot["legal"][n % len(snapshot["legal"])],
                        snapshot["expected_seq"],
                        f"{number}-{n}",
                    ),
                    range(2),
                )
            )
        assert sorted(answer.status_code for answer in responses) == [200, 409]


def retry_at_another_node(nodes: list[Server]) -> None:
    anna = nodes[0].person("Anna")
    other = at(nodes[1], anna)
    body = {"seats": [me("blue"), me("red")], "key": "one table"}
    with ThreadPoolExecutor(4) as pool:
        responses = list(pool.map(lambda who: who.post("/tables", body).content, [anna, other] * 2))
    assert len(set(responses)) == 1
    table = json.loads(responses[0])["id"]
    started = anna.post(f"/tables/{table}/start", {"key": "start"})
    assert other.post(f"/tables/{table}/start", {"key": "start"}).content == started.content
    for number in range(4):
        snapshot = anna.look(table)
        key = f"key {number}"
        first = anna.play(table, snapshot["legal"][0], snapshot["expected_seq"], key)
        again = other.play(table, snapshot["legal"][0], snapshot["expected_seq"], key)
        assert first.content == again.content
        assert first.status_code == 200


def recover_at_another_node(nodes: list[Server]) -> None:
    anna = nodes[0].person("Anna")
    secret = anna.done("/me/recovery")["secret"]
    other = nodes[1].person("Nobody")
    token = other.done("/recovery", {"secret": secret, "kind": "token"})["token"]
    other.http.headers["authorization"] = f"Bearer {token}"
    assert other.get("/me").json()["id"] == anna.id
    # A stream at the other node ends, too.
    table = anna.table(me("blue"), me("red"))
    with other.stream(table) as stolen:
        assert next(stolen.events())[1] == "snapshot"
        anna.done("/me/recovery/revoke")
        began = time.monotonic()
        assert not [kind for _, kind, _ in stolen.events() if kind != "presence"]
        assert time.monotonic() - began < 10
    wait_until(lambda: other.get("/me").status_code == 401)
    assert at(nodes[1], anna).get("/me").status_code == 200


def see_each_other(nodes: list[Server]) -> None:
    anna, bert = nodes[0].person("Anna"), nodes[1].person("Bert")
    table = anna.table(me("blue"), seat("red"))
    with anna.stream(table) as listening:
        with bert.stream(table):
            wait_until(lambda: sees(anna, table, anna, bert) and sees(bert, table, anna, bert))
        wait_until(lambda: sees(anna, table, anna))
        events = listening.events(presence=True)
        crowds = [next(events)[2]["present"] for _ in range(4)]
    # A snapshot, then presence: alone, together, and alone again.
    assert [len(crowd) for crowd in crowds] == [1, 1, 2, 1]


def erase_and_prune(nodes: list[Server], address: str) -> None:
    """Erase an identity and prune tables on all nodes. The record still verifies."""
    anna, bert = nodes[0].person("Anna"), nodes[1].person("Bert")
    table = anna.table(me("blue"), seat("red"), rules=SHORT)
    bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    bert.done(f"/tables/{table}/chat", {"text": "hi"})
    play_out([anna, bert], table, Random(3), max_moves=20_000)
    done = cartagena("admin", "erase", bert.id, "--database", address)
    assert "Erased. Tables changed: 1." in done.stdout, done.stderr
    assert bert.get("/me").status_code == 401
    for person in (anna, nodes[1].person("Cleo")):
        wait_until(partial(was_erased, person, table))
        assert [each["name"] for each in person.look(table)["table"]["seats"]] == ["Anna", "—"]
        verify(person.get(f"/tables/{table}/record").json())
    abandoned = anna.table(me("blue"), seat("red"))
    done = cartagena("admin", "prune", "--days", "0", "--finished-days", "0", "--database", address)
    assert done.returncode == 0, done.stderr
    for node in nodes:
        for deleted in (abandoned, table):
            wait_until(partial(is_gone, at(node, anna), deleted))


def was_erased(viewer: Person, table: str) -> bool:
    return bool(viewer.look(table)["chat"][0]["text"] == "—")


def is_gone(viewer: Person, table: str) -> bool:
    return viewer.get(f"/tables/{table}").status_code == 404


def close_an_undo_window_at_another_node(nodes: list[Server]) -> None:
    anna = nodes[0].person("Anna")
    other = at(nodes[1], anna)
    table = anna.table(me("blue"), me("red"), rules="tortuga")
    anna.done(f"/tables/{table}/start")
    for length in ("until-ended", "briefly"):
        window = None
        while window is None:
            snapshot = anna.look(table)
            move = next(text for text in snapshot["legal"] if not text.startswith(("back", "pass")))
            body = {
                "move": move,
                "expected_seq": snapshot["expected_seq"],
                "key": anna.key(),
                "undo_window": length,
            }
            anna.done(f"/tables/{table}/moves", body)
            window = other.look(table)["undo_window"]
        if length == "until-ended":
            expected_seq = other.look(table)["expected_seq"]
            other.done(f"/tables/{table}/end-turn", {"expected_seq": expected_seq, "key": "end"})
            assert anna.look(table)["undo_window"] is None
    # Both nodes wait for the second window to close, and the log has that event once.
    seq = anna.look(table)["seq"]
    wait_until(lambda: other.look(table)["undo_window"] is None)
    assert anna.look(table)["seq"] == seq + 1


def back_up_and_restore(address: str, folder: Path) -> None:
    """Back up while nodes run, and restore into another database."""
    where = ("--database", address)
    done = cartagena("admin", "backup", str(folder), "--keep", "3", *where)
    assert done.returncode == 0, done.stderr
    (copy,) = folder.iterdir()
    assert copy.stat().st_mode & 0o077 == 0
    refused = cartagena("admin", "restore", str(copy), "--replace", *where)
    assert (refused.returncode, "Stop all servers" in refused.stderr) == (2, True)
    anyio.run(create_database, address, "copy")
    other = address.rpartition("/")[0] + "/copy"
    done = cartagena("admin", "restore", str(copy), "--replace", "--database", other)
    assert done.returncode == 0, done.stderr
    people = cartagena("admin", "people", *where).stdout
    assert "Anna" in people
    assert cartagena("admin", "people", "--database", other).stdout == people


async def create_database(address: str, name: str) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()


async def play_through_nginx(url: str, nodes: list[Server]) -> None:
    """Play a game over HTTPS. nginx sends each request to any live node."""
    requests = [node.log().count("/moves") for node in nodes]

    async with httpx.AsyncClient(verify=False, timeout=30) as http:
        anna = Client(url, http=http)
        await anna.introduce("Anna")
        seats = [NewSeat("blue", "me"), NewSeat("red", "me")]
        table = (await anna.create(NewTable(seats=seats, rules=SHORT))).id
        await anna.start(table)
        async with aclosing(anna.events(table)) as events:
            async for event in events:
                data = event.data
                if isinstance(data, Snapshot | GameChanged):
                    if data.views[0]["over"]:
                        break
                    await anna.move(table, data.legal[0], data.expected_seq)
        record = await anna.record(table)
    verify(record)
    for node, before in zip(nodes, requests, strict=True):
        assert node.log().count("/moves") > before


def sees(viewer: Person, table: str, *people: Person) -> bool:
    return sorted(viewer.look(table)["present"]) == sorted(person.id for person in people)


def kill_a_node(nodes: list[Server]) -> None:
    anna = nodes[0].person("Anna")
    table = anna.table(
        me("blue"),
        seat("red", "bot", level="deckhand"),
        seat("green", "bot", level="deckhand"),
        rules=SHORT,
    )
    anna.done(f"/tables/{table}/start")
    with anna.stream(table) as listening:
        number = next(listening.events())[0]
    finished = a_finished_game(anna)
    other = at(nodes[1], anna)
    # Requested at one node, returned by the other, and computed there when the first dies.
    assert anna.post(f"/tables/{finished}/analysis").json()["status"] == "running"
    assert other.get(f"/tables/{finished}/analysis").json()["status"] == "running"
    left_open = anna.stream(table)
    wait_until(lambda: sees(other, table, anna))
    nodes[0].kill()
    with other.stream(table, after=number) as listening:
        snapshot = other.look(table)
        if snapshot["legal"]:
            other.play(table, snapshot["legal"][0], snapshot["expected_seq"])
        assert next(listening.events())[0] == (number or 0) + 1
    play_out([other], table, Random(2), max_moves=20_000)
    verify(other.get(f"/tables/{table}/record").json())
    assert wait_for_analysis(other, finished)["status"] == "done"
    wait_until(lambda: sees(other, table))
    left_open.response.close()


def match_people_at_both_nodes(nodes: list[Server]) -> None:
    """Match people at both nodes. A seat has one winner, and nobody waits alone for long."""
    rules = {"preset": "short", "turn_limit": 29}
    host = nodes[0].person("Host")
    last_seat = host.table(me("blue"), seat("red"), rules=rules, public=True)
    people = [nodes[number % 2].person(f"Pirate {number}") for number in range(4)]
    with ThreadPoolExecutor(4) as pool:
        first = list(pool.map(lambda who: who.done("/quick-match", {"rules": rules})["id"], people))
    assert first.count(last_seat) == 1

    def together() -> bool:
        at = [who.done("/quick-match", {"rules": rules})["id"] for who in late]
        return len(set(at)) <= 2 and max(at.count(one) for one in at) == 2

    late = [who for who, table in zip(people, first, strict=True) if table != last_seat]
    wait_until(together)
