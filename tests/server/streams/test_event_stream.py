"""Event streams: a snapshot and then events, resumed exactly, unharmed by slow clients."""

import asyncio
import socket
import threading
import time
from collections.abc import Collection
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from litestar.types import Scope

from cartagena.server.streams import event_stream
from cartagena.server.streams.broadcaster import render
from cartagena.server.streams.event_stream import EventStream
from cartagena.server.streams.presence import Presence
from cartagena.server.streams.sse import Holder, OpenStreams
from cartagena.server.tables.events import Entry, Left
from cartagena.server.tables.registry import MAX_MISSED
from cartagena.server.tables.views import EventView
from tests.server.tables.test_registry import Node, next_move, opened
from tests.support.servers import Person, Server, me, running, seat
from tests.support.waiting import wait_until


def two_at_a_table(anna: Person, bert: Person, rules: str = "everything") -> str:
    table = anna.table(me("blue"), seat("red"), rules=rules)
    bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    return table


def play_some(people: list[Person], table: str, moves: int, rng: Random) -> None:
    made = 0
    while made < moves:
        for person in people:
            snapshot = person.look(table)
            if snapshot["legal"] and made < moves:
                person.play(table, rng.choice(snapshot["legal"]), snapshot["expected_seq"])
                made += 1
    # The server makes a forced step a moment later.
    wait_until(lambda: any(person.look(table)["legal"] for person in people))


def test_a_new_client_gets_a_snapshot_and_then_events(anna: Person, bert: Person) -> None:
    table = two_at_a_table(anna, bert)
    with anna.stream(table) as listening:
        events = listening.events()
        number, kind, first = next(events)
        assert (number, kind) == (first["seq"], "snapshot")
        looked = anna.look(table)
        assert {**first, "present": [], "now": 0} == {**looked, "present": [], "now": 0}
        play_some([anna, bert], table, 10, Random(1))
        snapshot = anna.look(table)
        for expected in range(first["seq"] + 1, snapshot["seq"] + 1):
            number, kind, event = next(events)
            assert (number, kind, event["seq"]) == (expected, "moved", number)
        assert snapshot["seq"] >= first["seq"] + 10
        assert (event["views"], event["legal"]) == (snapshot["views"], snapshot["legal"])


def test_resumes_without_gaps_or_repeats(anna: Person, bert: Person) -> None:
    table = two_at_a_table(anna, bert)
    with bert.stream(table) as listening:
        events = listening.raw()
        whole = []
        play_some([anna, bert], table, 25, Random(2))
        bert.done(f"/tables/{table}/chat", {"text": "well played"})
        for event in events:
            if event[1] != "presence":
                whole.append(event)
            if event[1] == "said":
                break
    start = whole[0][0]
    assert start is not None
    for after in (start, start + 1, start + 20, start + 25):
        with bert.stream(table, after=after) as again:
            resumed = []
            for event in again.raw():
                if event[1] == "presence":
                    continue
                resumed.append(event)
                if event[1] == "said":
                    break
        assert resumed == [event for event in whole[1:] if (event[0] or 0) > after]


def test_an_unknown_number_gets_a_snapshot(anna: Person) -> None:
    table = anna.table(me("blue"), me("red"))
    with anna.stream(table, after=999) as listening:
        assert next(listening.events())[1] == "snapshot"


def test_a_client_that_missed_too_much_gets_a_snapshot(anna: Person) -> None:
    """Rendering all events would take longer than a new snapshot."""
    table = anna.table(me("blue"), me("red"))
    for number in range(MAX_MISSED):
        seq = anna.done(f"/tables/{table}/chat", {"text": str(number)})["seq"]
    with anna.stream(table, after=seq - MAX_MISSED) as listening:
        assert next(listening.events())[1] == "said"
    with anna.stream(table, after=seq - MAX_MISSED - 1) as listening:
        assert next(listening.events())[1] == "snapshot"


async def anybody(_: Holder) -> bool:
    return True


async def test_missed_events_are_rendered_without_blocking_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the event loop nor the table waits, and no event is missed or sent twice."""
    finish = threading.Event()

    def slow_render(
        view: EventView, entry: Entry, identity: str, muted: Collection[str]
    ) -> bytes | None:
        assert finish.wait(60)
        return render(view, entry, identity, muted)

    monkeypatch.setattr(event_stream, "render", slow_render)

    async with opened(tmp_path) as storage:
        node = Node(storage)
        table = await node.running_table()
        for _ in range(3):
            table = await node.registry.act(table.id, next_move)
        await asyncio.sleep(0)
        stream = EventStream(
            node.registry,
            node.broadcaster,
            Presence(node.registry, node.broadcaster, None),
            OpenStreams(5, anybody),
            table=table.id,
            holder=Holder("192.0.2.1", "192.0.2.1", "blue", "hash"),
            after=table.seq - 3,
            keep_alive=60,
        )
        messages: list[Any] = []

        async def send(message: Any) -> None:
            messages.append(message)

        scope = cast("Scope", {"state": {"send": send}})
        reading = asyncio.create_task(stream(scope, asyncio.Event().wait, send))  # type: ignore[arg-type]
        async with asyncio.timeout(60):
            while not node.broadcaster.has_listeners(table.id):
                await asyncio.sleep(0.001)
            table = await node.registry.act(table.id, next_move)
            finish.set()
            while len(numbers := event_numbers(messages)) < 4:
                await asyncio.sleep(0.001)
        assert numbers == list(range(table.seq - 3, table.seq + 1))
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)


async def test_sends_nothing_to_a_player_who_leaves_before_the_stream_begins(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as storage:
        node = Node(storage, spectators=False)
        table = await node.running_table()
        stream = EventStream(
            node.registry,
            node.broadcaster,
            Presence(node.registry, node.broadcaster, None),
            OpenStreams(5, anybody),
            table=table.id,
            holder=Holder("192.0.2.1", "192.0.2.1", "red", "hash"),
            after=None,
            keep_alive=60,
        )
        messages: list[Any] = []

        async def send(message: Any) -> None:
            messages.append(message)

        await node.registry.act(table.id, lambda _table, _now: Left("red", "red"))
        scope = cast("Scope", {"state": {"send": send}})
        async with asyncio.timeout(60):
            await stream(scope, asyncio.Event().wait, send)  # type: ignore[arg-type]
        assert event_numbers(messages) == []


def event_numbers(messages: list[Any]) -> list[int]:
    """Return the numbers of the events in these messages."""
    lines = b"".join(message.get("body", b"") for message in messages).split(b"\n")
    return [int(line[4:]) for line in lines if line.startswith(b"id: ")]


def test_sends_seats_and_chat(anna: Person, bert: Person) -> None:
    table = anna.table(me("blue"), seat("red"))
    with anna.stream(table) as listening:
        events = listening.events()
        next(events)
        bert.done(f"/tables/{table}/join")
        bert.done(f"/tables/{table}/chat", {"text": "  hi\nthere\u0000 "})
        anna.done(f"/tables/{table}/start")
        numbers = list(islice(events, 3))
    assert [kind for _, kind, _ in numbers] == ["joined", "said", "started"]
    assert numbers[0][2]["table"]["seats"][1]["identity"] == bert.id
    assert numbers[1][2]["text"] == "hi there"
    assert numbers[2][2]["seat_entropy"].keys() == {"blue", "red"}


def test_sends_presence(anna: Person, bert: Person) -> None:
    table = two_at_a_table(anna, bert)
    with anna.stream(table) as listening:
        events = listening.events(presence=True)
        assert next(events)[1] == "snapshot"
        number, kind, data = next(events)
        assert (number, kind, data["present"]) == (None, "presence", [anna.id])
        with bert.stream(table):
            assert next(events)[2]["present"] == sorted([anna.id, bert.id])
        assert next(events)[2]["present"] == [anna.id]


def test_new_and_returning_clients_get_the_servers_time(anna: Person) -> None:
    table = anna.table(me("blue"), me("red"), seconds=60)
    anna.done(f"/tables/{table}/start")
    begun = time.time() * 1000
    with anna.stream(table) as listening:
        events = listening.events(presence=True)
        _, kind, first = next(events)
        snapshot = [first["now"], next(events)[2]["now"], anna.look(table)["now"]]
    assert kind == "snapshot"
    with anna.stream(table, after=first["seq"]) as again:
        _, kind, data = next(again.events(presence=True))
        snapshot.append(data["now"])
    assert kind == "presence"
    assert all(begun - 1 <= now <= time.time() * 1000 for now in snapshot)
    assert 0 < first["deadline"] - first["now"] <= 60_000


def test_sends_no_chat_of_muted_people(anna: Person, bert: Person) -> None:
    table = two_at_a_table(anna, bert)
    anna.done(f"/tables/{table}/mute", {"whom": bert.id})
    with anna.stream(table) as listening, bert.stream(table) as own:
        events, own_events = listening.events(), own.events()
        next(events), next(own_events)
        bert.done(f"/tables/{table}/chat", {"text": "first"})
        anna.done(f"/tables/{table}/mute", {"whom": bert.id, "muted": False})
        bert.done(f"/tables/{table}/chat", {"text": "second"})
        assert next(events)[1] == "muted"
        assert next(events)[2]["text"] == "second"
        assert [next(own_events)[2]["text"] for _ in range(2)] == ["first", "second"]
    assert anna.post(f"/tables/{table}/mute", {"whom": "nobody"}).status_code == 422


@pytest.mark.slow
def test_limits_streams_cuts_off_slow_clients_and_says_goodbye(tmp_path: Path) -> None:
    settings = {
        "stream_backlog": "8",
        "streams_each": "3",
        "keep_alive": "0.2",
        "chat_per_minute": "6",
    }
    with running(tmp_path, **settings) as server:
        anna, bert = server.person("Anna"), server.person("Bert")
        table = two_at_a_table(anna, bert)
        _keep_alive(bert, table)
        _too_much_talk(bert, table)
        _too_many_streams(bert, table)
        _slow_reader(server, anna)
        with anna.stream(table) as listening:
            events = listening.events()
            assert next(events)[1] == "snapshot"
            assert server.process is not None
            server.process.terminate()
            assert [kind for _, kind, _ in events][-1] == "bye"
        assert server.process.wait(30) == 0


def _keep_alive(person: Person, table: str) -> None:
    with person.stream(table) as listening:
        assert any(line == "event: alive" for line in islice(listening.lines, 30))


def _too_much_talk(person: Person, table: str) -> None:
    responses = [person.post(f"/tables/{table}/chat", {"text": "hm"}) for _ in range(6)]
    assert responses[-1].status_code == 429
    assert int(responses[-1].headers["retry-after"]) >= 1
    assert person.post(f"/tables/{table}/chat", {"text": "x" * 301}).status_code == 400


def _too_many_streams(person: Person, table: str) -> None:
    with person.stream(table), person.stream(table), person.stream(table):
        assert person.get(f"/tables/{table}/stream").status_code == 429
    end = time.monotonic() + 10
    while time.monotonic() < end:
        with person.http.stream("GET", f"/api/v1/tables/{table}/stream") as fourth:
            if fourth.status_code == 200:
                return
        time.sleep(0.05)
    raise AssertionError("closed streams are still counted")


def _slow_reader(server: Server, anna: Person) -> None:
    """Open a stream and never read: it is cut off, and nobody else waits for it."""
    colours = ("blue", "red", "green", "yellow", "purple")
    table = anna.table(*(me(colour) for colour in colours), rules="everything")
    anna.done(f"/tables/{table}/start")
    token = anna.http.headers["authorization"]
    ask = f"GET /api/v1/tables/{table}/stream HTTP/1.1\r\nHost: x\r\nAuthorization: {token}\r\n\r\n"
    with socket.socket() as lazy:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        lazy.connect(("127.0.0.1", server.port))
        lazy.sendall(ask.encode())
        slowest, rng = 0.0, Random(5)
        for _ in range(300):
            snapshot = anna.look(table)
            if not snapshot["legal"]:  # one step is left, and the server makes it
                continue
            began = time.perf_counter()
            assert (
                anna.play(
                    table, rng.choice(snapshot["legal"]), snapshot["expected_seq"]
                ).status_code
                == 200
            )
            slowest = max(slowest, time.perf_counter() - began)
            if "cartagena_streams_dropped 1.0" in server.metrics():
                break
        else:
            raise AssertionError("the slow reader was not cut off")
        assert slowest < 5


def test_strangers_who_mute_add_nothing_to_the_log(anna: Person, bert: Person) -> None:
    """Each toggle used to be an event of the table, and held the lock that its players need."""
    table = anna.table(me("blue"), me("red"), public=True)
    seq = anna.look(table)["seq"]
    for muted in (True, False, True):
        bert.done(f"/tables/{table}/mute", {"whom": anna.id, "muted": muted})
    assert anna.look(table)["seq"] == seq
    assert [one["identity"] for one in bert.look(table)["muted"]] == [anna.id]
    assert anna.look(table)["muted"] == []
    # The mute applies at every table.
    other = anna.table(me("blue"), me("red"), public=True)
    anna.done(f"/tables/{other}/chat", {"text": "Ahoy"})
    assert bert.look(other)["chat"] == []
