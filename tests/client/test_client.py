"""The client retries, resumes and never repeats an effect. Most tests use a fake server."""

import asyncio
import inspect
import json
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from cartagena.client import Client, Event, Refused, Unreachable
from cartagena.client.people_client import PeopleClient
from cartagena.client.transport import Connections
from cartagena.fairness.verify import verify
from cartagena.protocol.events import End, GameChanged, Moved, Rematched, ReplayPosition
from cartagena.protocol.requests import NewSeat, NewTable, QuickStart
from cartagena.protocol.table import Snapshot
from tests.support.servers import SHORT, Server

NODES = ["http://one", "http://two/"]
DONE = {"seq": 7, "move": "pass"}


def problem(status: int, kind: str, **more: Any) -> httpx.Response:
    body = {"type": f"urn:cartagena:problem:{kind}", "title": "x", "detail": "Why not.", **more}
    return httpx.Response(status, json={**body, "status": status})


def client_of(handle: Callable[[httpx.Request], httpx.Response], patience: float = 5.0) -> Client:
    http = httpx.AsyncClient(transport=httpx.MockTransport(handle))
    return Client(NODES, token="t", patience=patience, http=http)


async def test_failed_requests_are_retried_with_the_same_key() -> None:
    requests: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        match len(requests):
            case 1:
                raise httpx.ConnectError("gone")
            case 2:
                raise httpx.ReadTimeout("silent")
            case 3:
                return problem(503, "busy", retry_after=0.01)
            case 4:
                return httpx.Response(502, text="<html>a proxy's own words</html>")
        return httpx.Response(200, json=DONE)

    client = client_of(handle)
    acknowledgement = await client.move("a" * 16, "pass", 6)
    assert (acknowledgement.seq, acknowledgement.move) == (7, "pass")
    assert client.retries == 4
    assert len({request.content for request in requests}) == 1
    body = json.loads(requests[0].content)
    assert (body["move"], body["expected_seq"], len(body["key"])) == ("pass", 6, 16)
    assert {request.headers["authorization"] for request in requests} == {"Bearer t"}
    assert {request.url.path for request in requests} == {f"/api/v1/tables/{'a' * 16}/moves"}


async def test_a_connection_that_breaks_at_once_is_retried() -> None:
    requests: list[httpx.Request] = []

    def handle(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        if len(requests) == 1:
            raise AttributeError("'NoneType' object has no attribute 'getpeername'")
        return httpx.Response(200, json=DONE)

    http = Connections(transport=httpx.MockTransport(handle))
    client = Client(NODES, token="t", patience=5.0, http=http)
    assert (await client.move("a" * 16, "pass", 6)).seq == 7
    assert client.retries == 1


async def test_requests_have_idempotency_keys() -> None:
    keys: list[str] = []

    def handle(request: httpx.Request) -> httpx.Response:
        keys.append(json.loads(request.content)["key"])
        return problem(409, "full")

    client = client_of(handle)
    table = NewTable(seats=[NewSeat("blue", "me"), NewSeat("red")])
    for request in (
        client.create(table),
        client.create(NewTable(seats=table.seats, key="mine")),
        client.quick_start(QuickStart()),
        client.join("x"),
        client.leave("x"),
        client.start("x"),
        client.say("x", "ahoy"),
        client.rematch("x"),
        client.end_turn("x", 5),
    ):
        with pytest.raises(Refused) as refused:
            await request
        assert refused.value.kind == "full"
    assert keys[1] == "mine"
    assert len(set(keys)) == 9
    assert all(keys)


async def test_refused_requests_are_not_retried() -> None:
    requests = []

    def handle(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return problem(409, "stale", legal=["pass"], expected_seq=9)

    with pytest.raises(Refused, match=r"The server says: Why not\.") as refused:
        await client_of(handle).move("x", "pass", 6)
    assert (refused.value.problem.legal, refused.value.problem.expected_seq) == (["pass"], 9)
    assert len(requests) == 1


async def test_gives_up_after_its_patience() -> None:
    def handle(request: httpx.Request) -> httpx.Response:
        if request.method == "GET":
            raise httpx.ConnectError("gone")
        return problem(429, "too-many", retry_after=60.0)

    client = client_of(handle, patience=0.2)
    with pytest.raises(Unreachable, match="does not answer: gone"):
        await client.me()
    with pytest.raises(Unreachable):
        await anext(client.events("x"))
    with pytest.raises(Refused, match="Why not"):
        await client.introduce("Anna")


def sent(number: int | None, name: str, data: object) -> bytes:
    head = b"" if number is None else b"id: %d\n" % number
    return head + f"event: {name}\ndata: {json.dumps(data)}\n\n".encode()


async def pieces(*parts: bytes) -> AsyncIterator[bytes]:
    """Yield a body in pieces, then break the connection."""
    for part in parts:
        yield part
    raise httpx.ReadError("the cable was cut")


async def test_a_stream_is_resumed_after_the_last_event() -> None:
    resumed: list[str | None] = []
    on = {"seq": 2, "at": 1, "table": "b" * 16, "added later": True}

    def handle(request: httpx.Request) -> httpx.Response:
        resumed.append(request.headers.get("last-event-id"))
        match len(resumed):
            case 1:
                whole = sent(2, "rematched", on)
                body = pieces(whole[:9], whole[9:] + sent(None, "alive", {}), b"id: 3\nevent: mo")
                return httpx.Response(200, content=body)
            case 2:
                return problem(503, "busy", retry_after=0.01)
            case 3:
                chunk = sent(3, "unheard-of", {"seq": 3}) + sent(None, "bye", {"retry": 10})
                return httpx.Response(200, content=b"retry: 1000\n" + chunk)
        return httpx.Response(204)

    first, second = [event async for event in client_of(handle).events("x")]
    assert first == Event(2, "rematched", Rematched(seq=2, at=1, table="b" * 16))
    assert second == Event(3, "unheard-of", {"seq": 3})
    assert resumed == [None, "2", "2", "3"]


async def test_a_refused_stream_raises() -> None:
    with pytest.raises(Refused, match="Why not"):
        await anext(client_of(lambda _: problem(404, "not-found")).events("x"))


def test_there_is_a_method_for_every_request(server: Server) -> None:
    code = "".join(Path(inspect.getfile(one)).read_text("utf-8") for one in (Client, PeopleClient))
    paths = httpx.get(f"{server.url}/api/v1/schema/openapi.json").json()["paths"]
    requests = {path.removeprefix("/api/v1") for path in paths if path.startswith("/api/v1/")}
    assert len(requests) > 25
    for path in requests:
        assert re.search(rf'"{re.escape(path.replace("{colour}", "{seat}"))}["?]', code), path


async def seated(client: Client, table: str, rng: Random, all_listen: asyncio.Barrier) -> list[str]:
    """Play at random, once all clients listen, and return the moves of the stream."""
    moves = []
    async for event in client.events(table):
        data = event.data
        if isinstance(data, Snapshot):
            await all_listen.wait()
        if isinstance(data, Moved):
            moves.append(data.move)
        if isinstance(data, (Snapshot, GameChanged)):
            if data.legal:
                await client.move(table, rng.choice(data.legal), data.expected_seq)
            if data.views[0]["over"]:
                break
    return moves


async def test_two_clients_play_a_game_on_a_real_server(server: Server) -> None:
    async with Client(server.url) as anna, Client(server.url) as bert:
        await anna.introduce("Anna")
        assert (await bert.introduce("Bert")).name == "Bert"
        assert (await bert.rename("Cleo")).name == (await bert.me()).name == "Cleo"
        assert "short" in {preset.name for preset in (await anna.catalogue()).presets}
        seats = [NewSeat("blue", "me"), NewSeat("red")]
        table = (await anna.create(NewTable(seats=seats, rules=SHORT, public=True))).id
        assert table in {info.id for info in await bert.tables("waiting", limit=100)}
        await bert.join(table, contribution="ab" * 16)
        await anna.start(table)
        await bert.say(table, "ahoy")
        rng = Random(1)
        both = asyncio.Barrier(2)
        logs = await asyncio.gather(*(seated(client, table, rng, both) for client in (anna, bert)))
        record = await anna.record(table)
        verify(record, "ab" * 16)
        assert list(logs) == [record["moves"]] * 2
        assert (await bert.look(table)).chat[0].text == "ahoy"
        assert (await bert.proof(table)).secret
        replay = [event.data async for event in anna.replay_events(table)]
        assert len(replay) == len(await anna.replay(table)) + 1 == len(record["moves"]) + 2
        assert isinstance(replay[0], ReplayPosition)
        assert isinstance(replay[-1], End)
        assert (await anna.rematch(table)).rematch_of == table
        assert (await anna.analysis(table)).status == "none"
