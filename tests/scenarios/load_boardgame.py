"""The clients of `make load` for boardgame.io: the same players and spectators.

They speak its protocol, Socket.IO over WebSocket, and parse only what they need.
"""

import asyncio
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.scenarios.load_clients import COLOURS, Line, Load, Stands, Table
from tests.support.servers import free_port

FOLDER = Path(__file__).parent / "boardgame"
_CONNECT = b"40/cartagena,"
_UPDATE = b'42/cartagena,["update"'
_SYNC = b'42/cartagena,["sync"'
_CHOICES = [str(number) for number in range(60)]
_HANDSHAKE = (
    b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: load\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: bG9hZGxvYWRsb2FkbG9hZA==\r\n\r\n"
)


def is_installed() -> bool:
    return shutil.which("node") is not None and (FOLDER / "node_modules" / "boardgame.io").is_dir()


@contextmanager
def running(log: Path) -> Iterator[tuple[int, int]]:
    """Run a boardgame.io server. Yield its port and process id."""
    port = free_port()
    with log.open("wb") as out:
        process = subprocess.Popen(
            ["node", "server.mjs", str(port)], cwd=FOLDER, stdout=out, stderr=out
        )
    try:
        _wait_for(f"http://127.0.0.1:{port}/games")
        yield port, process.pid
    finally:
        process.kill()
        process.wait()


def _wait_for(url: str) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            httpx.get(url, timeout=5, trust_env=False).raise_for_status()
        except httpx.HTTPError:
            assert time.monotonic() < end, "boardgame.io did not start"
            time.sleep(0.1)
        else:
            return


def frame(text: bytes) -> bytes:
    """Return a WebSocket text frame. It must be masked, and a mask of zeros changes nothing."""
    size = len(text)
    head = bytes([0x81, 0x80 | size]) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + text


class Socket(Line):
    """A connection that receives all updates of a match."""

    def __init__(self, table: "Match", seat: int | None, credentials: str = "") -> None:
        self.table, self.seat, self.credentials = table, seat, credentials
        self.heard = 0
        self.synced = asyncio.get_running_loop().create_future()
        self._got = b""
        self._is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.write(_HANDSHAKE)

    def data_received(self, data: bytes) -> None:
        self._got += data
        if not self._is_open:
            head, separator, rest = self._got.partition(b"\r\n\r\n")
            if not separator:
                return
            assert head.startswith(b"HTTP/1.1 101"), head
            self._is_open, self._got = True, rest
        while (message := self._next()) is not None:
            self._on_message(message)

    def _next(self) -> bytes | None:
        """Return the next complete message, if there is one."""
        buffer = self._got
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 0x7F, 2
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(buffer) < start:
                return None
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + size:
            return None
        self._got = buffer[start + size :]
        return buffer[start : start + size]

    def _on_message(self, message: bytes) -> None:
        if message.startswith(b"0"):
            self.transport.write(frame(_CONNECT))
        elif message.startswith(b"2"):  # are you there?
            self.transport.write(frame(b"3"))
        elif message.startswith(_CONNECT):
            who = (
                b"null"
                if self.seat is None
                else b'"%d","%b"' % (self.seat, self.credentials.encode())
            )
            self.transport.write(
                frame(b'42/cartagena,["sync","%b",%b]' % (self.table.name.encode(), who))
            )
        elif message.startswith(_SYNC):
            self.synced.set_result(None)
            self._on_state(message)
        elif message.startswith(_UPDATE):
            self.heard += 1
            self._on_state(message)
            if self.seat is not None:
                self.table.told()

    def _on_state(self, message: bytes) -> None:
        if self.seat is None:
            return
        number = int(message.split(b'"_stateID":', 1)[1].split(b",", 1)[0].rstrip(b"}]"))
        if number and self.table.mover is self:
            self.table.mover = None
            self.table.answered(200, b"")
        if b'"currentPlayer":"%d"' % self.seat in message:
            self.table.ask(self, Stands(number, _CHOICES))


class Match(Table):
    """A match at boardgame.io."""

    mover: Socket | None = None
    """The players who wait for a response to their move."""

    def send(self, player: Any, stands: Stands, move: str) -> None:
        self.mover = player
        player.transport.write(
            frame(
                b'42/cartagena,["update",{"type":"MAKE_MOVE","payload":{"type":"act","args":[%b],'
                b'"playerID":"%d","credentials":"%b"}},%d,"%b","%d"]'
                % (
                    move.encode(),
                    player.seat,
                    player.credentials.encode(),
                    stands.expected_seq,
                    self.name.encode(),
                    player.seat,
                )
            )
        )


class BoardgameLoad(Load):
    """All matches, sockets and measurements."""

    async def create(self, number: int, http: httpx.AsyncClient) -> tuple[Table, list[str]]:
        url = f"http://127.0.0.1:{self.ports[0]}/games/cartagena"
        response = await http.post(f"{url}/create", json={"numPlayers": len(COLOURS)})
        name = response.raise_for_status().json()["matchID"]
        credentials = []
        for seat in range(len(COLOURS)):
            body = {"playerID": str(seat), "playerName": "x"}
            joined = await http.post(f"{url}/{name}/join", json=body)
            credentials.append(joined.raise_for_status().json()["playerCredentials"])
        table = Match(self, name, number)
        self.tables.append(table)
        return table, credentials

    async def sit(self, number: int, table: Table, tokens: list[str], spectators: int) -> None:
        seats: list[tuple[int | None, str]] = [(None, "")] * spectators
        for seat, credentials in [*seats, *enumerate(tokens)]:
            socket = await Socket.connect(self.ports[0], table, seat, credentials)
            await socket.synced
            self.listeners.append(socket)
