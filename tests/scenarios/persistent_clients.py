"""Clients that retry until some node responds, and resume their streams wherever they can."""

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from cartagena.server.tables.registry import MOST_MISSED
from tests.scenarios.load_clients import request

PATIENCE = 300.0
"""Seconds after which a server that answers nobody is a fault."""
_BROKEN = (OSError, EOFError, TimeoutError)


class PersistentClient:
    """Somebody with a token and a kept connection to one of the nodes."""

    def __init__(self, ports: list[int], rng: random.Random) -> None:
        self.token = ""
        self.sent_again = self.resumed = 0
        self._ports, self._rng = ports, rng
        self._keys = 0
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A new connection to any node."""
        return await asyncio.open_connection("127.0.0.1", self._rng.choice(self._ports))

    def hang_up(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None

    async def introduce(self) -> None:
        made = await self.ask("POST", "/identity", {"name": "x", "kind": "token"})
        self.token = made["token"]

    async def ask_once(self, path: str, body: dict[str, Any]) -> Any:
        """Something with an effect: every try has the same key, so that it happens once."""
        self._keys += 1
        return await self.ask("POST", path, {**body, "key": f"key-{self._keys}"})

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask until somebody answers: the very same request, at one node after the other."""
        wanted = request(
            method, path, self.token, b"" if body is None else json.dumps(body).encode()
        )
        end = time.monotonic() + PATIENCE
        while True:
            with suppress(*_BROKEN):
                async with asyncio.timeout(30):
                    status, answer = await self._try(wanted)
                if status < 500:
                    assert status in (200, 201), answer
                    return json.loads(answer)
            assert time.monotonic() < end, f"no node answers {method} {path}"
            self.hang_up()
            self.sent_again += 1
            await asyncio.sleep(self._rng.uniform(0.05, 0.5))

    async def _try(self, wanted: bytes) -> tuple[int, bytes]:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await self.connect()
        self._writer.write(wanted)
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.split(b"content-length: ", 1)[1].split(b"\r\n", 1)[0])
        return int(head[9:12]), await self._reader.readexactly(length)


async def listen(person: PersistentClient, table: str) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    """The events of a table, each once and in order, over as many connections as it takes."""
    last: int | None = None
    end = time.monotonic() + PATIENCE
    while True:
        with suppress(*_BROKEN):
            async for number, kind, data in _once(person, table, last):
                end = time.monotonic() + PATIENCE
                if number is None:
                    continue
                if last is None:
                    assert kind == "snapshot", f"a stream began with {kind}"
                elif kind != "snapshot" or number <= last + MOST_MISSED:
                    assert number == last + 1, f"after event {last} came {number}"
                last = number
                yield kind, json.loads(data)
        assert time.monotonic() < end, f"the stream of {table} cannot be resumed after {last}"
        person.resumed += last is not None
        await asyncio.sleep(random.uniform(0.05, 0.5))


async def _once(
    person: PersistentClient, table: str, last: int | None
) -> AsyncIterator[tuple[int | None, str, bytes]]:
    """The events of one connection: number, kind and data of each."""
    reader, writer = await person.connect()
    try:
        path = f"/tables/{table}/stream" + ("" if last is None else f"?after={last}")
        writer.write(request("GET", path, person.token))
        head = await reader.readuntil(b"\r\n\r\n")
        if head[9:12] != b"200":
            return
        number, kind = None, ""
        while True:
            line = await reader.readuntil(b"\n")
            name, _, value = line.rstrip(b"\r\n").partition(b": ")
            if name == b"id":
                number = int(value)
            elif name == b"event":
                kind = value.decode()
            elif name == b"data":
                yield number, kind, value
                number, kind = None, ""
    finally:
        writer.close()
