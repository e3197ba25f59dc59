"""The clients of `make load`, with as little work per byte as Python allows.

They speak plain HTTP/1.1 over sockets and parse only what they need. `cartagena.client` decodes
every event, which is slower than the server under test, so it is used only to create the tables.
"""

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Any, cast

import httpx
import msgspec

from cartagena.client import Client
from cartagena.protocol.requests import NewSeat, NewTable

MOVED = b"event: moved"
COLOURS = ("blue", "red")


def request(method: str, path: str, token: str = "", body: bytes = b"") -> bytes:
    head = f"{method} /api/v1{path} HTTP/1.1\r\nHost: load\r\nContent-Length: {len(body)}\r\n"
    if body:
        head += "Content-Type: application/json\r\n"
    if token:
        head += f"Authorization: Bearer {token}\r\n"
    return head.encode() + b"\r\n" + body


class Line(asyncio.Protocol):
    """One connection."""

    transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    @classmethod
    async def connect(cls, port: int, *arguments: Any) -> Any:
        loop = asyncio.get_running_loop()
        return (await loop.create_connection(lambda: cls(*arguments), "127.0.0.1", port))[1]


class Asking(Line):
    """A persistent connection for requests, one at a time."""

    def __init__(self, token: str) -> None:
        self.token = token
        self._got = b""
        self._answered: Callable[[int, bytes], None] | None = None

    def send(self, request: bytes, on_answer: Callable[[int, bytes], None]) -> None:
        self._answered = on_answer
        self.transport.write(request)

    def data_received(self, data: bytes) -> None:
        self._got += data
        end = self._got.find(b"\r\n\r\n")
        if end < 0:
            return
        head = self._got[:end].lower()
        length = int(head.split(b"content-length: ", 1)[1].split(b"\r\n", 1)[0])
        if len(self._got) < end + 4 + length:
            return
        body, self._got = self._got[end + 4 :], b""
        on_answer, self._answered = self._answered, None
        assert on_answer is not None, body
        on_answer(int(head[9:12]), body)


class Spectator(Line):
    """A stream whose moves are only counted."""

    def __init__(self, table: str) -> None:
        self.heard = 0
        self._wanted = request("GET", f"/tables/{table}/stream")
        self._tail = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.write(self._wanted)

    def data_received(self, data: bytes) -> None:
        whole = self._tail + data
        self.heard += whole.count(MOVED)
        # Shorter than the pattern, so that nothing is counted twice or missed between chunks.
        self._tail = whole[1 - len(MOVED) :]


class Stands(msgspec.Struct):
    """The part of an event that a player needs: the legal moves and `expected_seq`."""

    expected_seq: int
    legal: list[str]


_stands = msgspec.json.Decoder(Stands)


class Player(Line):
    """A seat: listens to its stream and moves when it must choose."""

    def __init__(self, table: "Table", asking: Asking) -> None:
        self.table, self.asking = table, asking
        self.heard = 0
        self._got = b""
        self._wanted = request("GET", f"/tables/{table.name}/stream", asking.token)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.write(self._wanted)

    def data_received(self, data: bytes) -> None:
        self._got += data
        while (end := self._got.find(b"\n\n")) >= 0:
            event, self._got = self._got[:end], self._got[end + 2 :]
            if MOVED in event:
                self.heard += 1
                self.table.told()
            elif b"event: snapshot" not in event:
                continue
            stands = _stands.decode(event[event.index(b"\ndata: ") + 7 :])
            if stands.legal:
                self.table.ask(self, stands)


class Table:
    """Two players with the same average pause between moves."""

    def __init__(self, load: "Load", name: str, number: int) -> None:
        self.load, self.name = load, name
        self.moves = 0
        self._rng = Random(number)
        self.asked: tuple[Any, Stands] | None = None
        """The player to move at the start."""
        self._due = 0.0
        self._sent = 0.0
        self._path = f"/tables/{name}/moves"

    def begin(self) -> None:
        """Schedule the first move at a random time in the first interval."""
        self._due = time.perf_counter() - self.load.pause * self._rng.random()
        assert self.asked is not None, "nobody was asked to move"
        self.ask(*self.asked)

    def ask(self, player: Any, stands: Stands) -> None:
        """Schedule the next move."""
        if not self._due:
            self.asked = player, stands
            return
        now = time.perf_counter()
        # The pause is random, because otherwise players would stay in step after a common stall.
        self._due = max(self._due + self.load.pause * self._rng.uniform(0.5, 1.5), now)
        loop = asyncio.get_running_loop()
        loop.call_later(self._due - now, self._move, player, stands, self._rng.choice(stands.legal))

    def _move(self, player: Any, stands: Stands, move: str) -> None:
        if self.load.stopped:
            return
        self.moves += 1
        self._sent = time.perf_counter()
        if self.load.measuring:
            self.load.lateness.append(self._sent - self._due)
        self.send(player, stands, move)

    def send(self, player: Any, stands: Stands, move: str) -> None:
        body = b'{"move":"%b","answers":%d,"key":"%d"}' % (
            move.encode(),
            stands.expected_seq,
            self.moves,
        )
        player.asking.send(request("POST", self._path, player.asking.token, body), self.answered)

    def answered(self, status: int, body: bytes) -> None:
        if status != 200:
            self.load.refused.append(body)
        if self.load.measuring:
            self.load.acknowledged.append(time.perf_counter() - self._sent)

    def told(self) -> None:
        if self.load.measuring:
            self.load.told.append(time.perf_counter() - self._sent)


class Load:
    """All tables, streams and measurements."""

    def __init__(self, ports: list[int], pause: float) -> None:
        self.ports, self.pause = ports, pause
        self.tables: list[Table] = []
        self.listeners: list[Any] = []
        self.acknowledged: list[float] = []
        self.told: list[float] = []
        self.lateness: list[float] = []
        self.refused: list[bytes] = []
        self.measuring = self.stopped = False

    def begin_measuring(self) -> None:
        self.acknowledged, self.told, self.lateness = [], [], []
        self.measuring = True

    @property
    def heard(self) -> int:
        return sum(listener.heard for listener in self.listeners)

    def port(self, number: int) -> int:
        return self.ports[number % len(self.ports)]

    async def create(self, number: int, http: httpx.AsyncClient) -> tuple[Table, list[str]]:
        """Create a running game of two people, at different nodes if there are several.

        Return the table and the tokens of the two. This part is not measured.
        """
        owner, guest = (
            Client(f"http://127.0.0.1:{self.port(number + seat)}", http=http)
            for seat in range(len(COLOURS))
        )
        for person in (owner, guest):
            await person.introduce("x")
        seats = [NewSeat("blue", "me"), NewSeat("red")]
        name = (await owner.create(NewTable(seats=seats, rules="long"))).id
        await guest.join(name)
        await owner.start(name)
        table = Table(self, name, number)
        self.tables.append(table)
        return table, [owner.token, guest.token]

    async def sit(self, number: int, table: Table, tokens: list[str], spectators: int) -> None:
        """Open the streams of one table: two players and its spectators."""
        for place in range(spectators):
            self.listeners.append(await Spectator.connect(self.port(number + place), table.name))
        for place, token in enumerate(tokens):
            asking = await Asking.connect(self.port(number + place), token)
            listener = await Player.connect(self.port(number + place), table, asking)
            self.listeners.append(listener)
