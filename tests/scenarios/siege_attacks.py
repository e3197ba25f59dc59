"""The first attackers of `make siege`, all from one loopback address.

They speak plain HTTP over sockets and ignore Retry-After.
"""

import asyncio
import json
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

Attack = Callable[[], Awaitable[None]]
ATTACKER = "127.0.0.2"
_BROKEN = (OSError, EOFError, TimeoutError, asyncio.LimitOverrunError, ValueError, IndexError)
_CAPTAINS = [
    {"colour": colour, "kind": "bot", "level": "captain"}
    for colour in ("blue", "red", "green", "yellow", "purple")
]


class Siege:
    """All attacks, until the time is over."""

    def __init__(self, port: int, seconds: float) -> None:
        self._port, self._end = port, time.monotonic() + seconds
        self.done: Counter[str] = Counter()
        self._tokens: list[str] = []
        self._tables: list[str] = []
        self._finished: list[str] = []
        self._held: list[asyncio.StreamWriter] = []

    @property
    def _is_over(self) -> bool:
        return time.monotonic() >= self._end

    def attacks(self) -> list[tuple[Attack, int]]:
        """Return each attack and the number of attackers that repeat it."""
        return [
            (self.make_identities, 20),
            (self.send_cookies, 20),
            (self.send_long_headers, 5),
            (self.let_captains_think, 5),
            (self.resume_from_the_beginning, 20),
            (self.ask_for_what_is_costly, 40),
            (self.open_streams, 20),
        ]

    async def run(self) -> None:
        tasks = [self._again(attack) for attack, number in self.attacks() for _ in range(number)]
        tasks += [self.hold_half_a_request() for _ in range(400)]
        tasks += [self.read_nothing() for _ in range(200)]
        await asyncio.gather(*tasks)

    async def _again(self, attack: Attack) -> None:
        while not self._is_over:
            try:
                async with asyncio.timeout(20):
                    await attack()
            except _BROKEN:
                self.done["connections refused or cut"] += 1
                await asyncio.sleep(
                    0.05
                )  # this is one machine: the attacker must not starve itself

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self._port, local_addr=(ATTACKER, 0))

    async def _ask_on(
        self,
        connection: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        method: str,
        path: str,
        headers: str = "",
        body: Any = None,
    ) -> tuple[int, bytes]:
        reader, writer = connection
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(content)}\r\n{headers}"
        head += "Content-Type: application/json\r\n\r\n"
        writer.write(head.encode() + content)
        start = (await reader.readuntil(b"\r\n\r\n")).lower()
        length = int(start.split(b"content-length: ", 1)[1].split(b"\r\n", 1)[0])
        status = int(start[9:12])
        self.done[f"answers {status}"] += 1
        return status, await reader.readexactly(length)

    async def _flood(self, *requests: tuple[str, str, str, Any]) -> None:
        """Send the same requests on one connection, as fast as they are answered."""
        connection = await self._connect()
        try:
            while not self._is_over:
                for request in requests:
                    await self._ask_on(connection, *request)
        finally:
            connection[1].close()

    def _bearer(self) -> str:
        return f"Authorization: Bearer {random.choice(self._tokens)}\r\n" if self._tokens else ""

    # Thousands of identities.

    async def make_identities(self) -> None:
        connection = await self._connect()
        try:
            while not self._is_over:
                body = {"name": "x", "kind": "token"}
                status, answer = await self._ask_on(
                    connection, "POST", "/api/v1/identity", "", body
                )
                if status == 201:
                    self._tokens.append(json.loads(answer)["token"])
        finally:
            connection[1].close()

    # A cookie that once took quadratic time to parse, and endless headers.

    async def send_cookies(self) -> None:
        cookie = 'Cookie: cartagena="' + '\\"' * 15_000 + '"\r\n'
        await self._flood(("GET", "/api/v1/me", cookie, None))

    async def send_long_headers(self) -> None:
        reader, writer = await self._connect()
        try:
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X-Long: " + b"x" * 1_000_000)
            await writer.drain()
            await reader.read(1000)
            self.done["headers of a megabyte"] += 1
        finally:
            writer.close()

    # Captains at many tables, which think because they are watched.

    async def let_captains_think(self) -> None:
        if not self._tokens:
            return await asyncio.sleep(0.1)
        connection, bearer = await self._connect(), self._bearer()
        try:
            body = {"seats": _CAPTAINS, "public": True}
            status, answer = await self._ask_on(connection, "POST", "/api/v1/tables", bearer, body)
            if status == 201:
                table = json.loads(answer)["id"]
                path = f"/api/v1/tables/{table}"
                status, _ = await self._ask_on(connection, "POST", f"{path}/start", bearer)
                self._tables.append(table)
                self.done["tables of captains"] += 1
            for table in random.sample(self._tables, min(20, len(self._tables))):
                await self._ask_on(connection, "GET", f"/api/v1/tables/{table}", bearer)
        finally:
            connection[1].close()
        return None

    # Requests that cost more than they seem to.

    async def resume_from_the_beginning(self) -> None:
        if not self._tables:
            return await asyncio.sleep(0.1)
        reader, writer = await self._connect()
        try:
            path = f"/api/v1/tables/{random.choice(self._tables)}/stream?after=1"
            writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n{self._bearer()}\r\n".encode())
            start = await reader.readuntil(b"\r\n\r\n")
            self.done[f"streams resumed, {start[9:12].decode()}"] += 1
            with suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    await reader.read(100_000)
        finally:
            writer.close()
        return None

    async def ask_for_what_is_costly(self) -> None:
        table = random.choice(self._tables) if self._tables else "A" * 16
        await self._flood(
            ("GET", f"/api/v1/tables/{table}/replay", "", None),
            ("GET", f"/board.svg?seed={random.randrange(10**6)}", "", None),
            ("GET", "/api/v1/tables?limit=100", "", None),
            ("GET", "/readyz", "", None),
            ("GET", "/api/v1/catalogue", "", None),
        )

    async def open_streams(self) -> None:
        """Open thousands of streams and keep each until the server ends it."""
        table = random.choice(self._tables) if self._tables else "A" * 16
        reader, writer = await self._connect()
        writer.write(
            f"GET /api/v1/tables/{table}/stream HTTP/1.1\r\nHost: x\r\n{self._bearer()}\r\n".encode()
        )
        start = await reader.readuntil(b"\r\n\r\n")
        self.done[f"streams asked for, {start[9:12].decode()}"] += 1
        if start[9:12] == b"200":
            self._held.append(writer)
        else:
            writer.close()

    # Idle connections.

    async def hold_half_a_request(self) -> None:
        while not self._is_over:
            with suppress(*_BROKEN):
                _, writer = await self._connect()
                try:
                    writer.write(b"GET / HTTP/1.1\r\n")
                    self.done["half requests"] += 1
                    for _ in range(8):
                        await asyncio.sleep(1 + random.random())
                        writer.write(b"X-More: x\r\n")
                        await writer.drain()
                finally:
                    writer.close()
            await asyncio.sleep(0.5)

    async def read_nothing(self) -> None:
        while not self._is_over:
            with suppress(*_BROKEN):
                _, writer = await self._connect()
                try:
                    request = b"GET /api/v1/catalogue HTTP/1.1\r\nHost: x\r\n\r\n"
                    writer.write(request * 50)
                    self.done["readers that read nothing"] += 1
                    await asyncio.sleep(10 + random.random())
                finally:
                    writer.transport.abort()
            await asyncio.sleep(0.5)
