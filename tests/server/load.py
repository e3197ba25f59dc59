"""`make load`: how many durable moves a second, with how many tables and open streams.

The generator is a process of its own and speaks plain HTTP/1.1 over sockets, since a comfortable
client would be slower than the server. It tells how busy both processes were: where the generator
took a whole core, the numbers are its own limit and not the server's.
"""

import argparse
import asyncio
import json
import os
import resource
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from tests.cli.command import cartagena
from tests.server.postgres import postgres
from tests.server.running import Server, running


class Connection:
    """One kept connection."""

    def __init__(self, port: int, token: str = "") -> None:
        self.port, self.token = port, token
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter

    async def open(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    def send(self, method: str, path: str, body: Any = None) -> None:
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} /api{path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(data)}\r\n"
        if data:
            head += "Content-Type: application/json\r\n"
        if self.token:
            head += f"Authorization: Bearer {self.token}\r\n"
        self.writer.write(head.encode() + b"\r\n" + data)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        self.send(method, path, body)
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        answer = json.loads(await self.reader.readexactly(length))
        assert head.split()[1] in (b"200", b"201"), answer
        return answer


class Load:
    """All tables, streams and measurements."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        self.latencies: list[float] = []
        self.heard = 0
        self.measuring = False
        self.ends: set[asyncio.Task[None]] = set()

    async def watch(self, table: str, port: int) -> None:
        """A spectator's stream: events are counted, not read."""
        connection = Connection(port)
        await connection.open()
        connection.send("GET", f"/tables/{table}/stream")
        while data := await connection.reader.read(65536):
            if self.measuring:
                self.heard += data.count(b"event: moved")

    async def lay(self, number: int) -> tuple[Connection, str]:
        connection = Connection(self.ports[number % len(self.ports)])
        await connection.open()
        made = await connection.ask("POST", "/identity", {"name": "x", "kind": "token"})
        connection.token = made["token"]
        return connection, await self.new_game(connection)

    async def new_game(self, connection: Connection) -> str:
        seats = [{"colour": colour, "kind": "me"} for colour in ("blue", "red")]
        table = (await connection.ask("POST", "/tables", {"seats": seats, "rules": "long"}))["id"]
        await connection.ask("POST", f"/tables/{table}/start", {})
        return str(table)

    async def play(self, connection: Connection, table: str, pause: float, rng: Random) -> None:
        """Hot-seat moves at a steady pace, each answering the last."""
        number = 0
        await asyncio.sleep(rng.random() * pause)
        seen = await connection.ask("GET", f"/tables/{table}")
        due = time.perf_counter()
        while True:
            number += 1
            body = {
                "answers": seen["answers"],
                "key": str(number),
                "move": rng.choice(seen["legal"]),
            }
            began = time.perf_counter()
            await connection.ask("POST", f"/tables/{table}/moves", body)
            if self.measuring:
                self.latencies.append(time.perf_counter() - began)
            due = max(due + pause, began)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            seen = await connection.ask("GET", f"/tables/{table}")
            if not seen["legal"]:
                table = await self.new_game(connection)
                seen = await connection.ask("GET", f"/tables/{table}")


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Megabytes in use."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


async def measure(servers: list[Server], chosen: argparse.Namespace) -> dict[str, Any]:
    load = Load([server.port for server in servers])
    pids = [server.process.pid for server in servers if server.process is not None]
    empty = sum(map(memory, pids))
    games = [await load.lay(number) for number in range(chosen.tables)]
    laid = sum(map(memory, pids))
    for number in range(chosen.streams):
        table = games[number % len(games)][1]
        port = load.ports[number % len(load.ports)]
        load.ends.add(asyncio.create_task(load.watch(table, port)))
        if number % 50 == 49:
            await asyncio.sleep(0.05)
    pause = chosen.tables / chosen.rate
    for number, (connection, table) in enumerate(games):
        load.ends.add(asyncio.create_task(load.play(connection, table, pause, Random(number))))
    await asyncio.sleep(min(10.0, 2 * pause))
    load.measuring, began = True, time.perf_counter()
    busy = [sum(map(cpu_seconds, pids)), time.process_time()]
    await asyncio.sleep(chosen.seconds)
    load.measuring = False
    seconds = time.perf_counter() - began
    busy = [sum(map(cpu_seconds, pids)) - busy[0], time.process_time() - busy[1]]
    for task in load.ends:
        if task.done() and task.exception() is not None:
            raise task.exception() or AssertionError
        task.cancel()
    times = sorted(load.latencies)
    return {
        "tables": chosen.tables,
        "streams": chosen.streams,
        "nodes": len(servers),
        "moves a second": round(len(times) / seconds, 1),
        "asked for": chosen.rate,
        "acknowledged, ms, median": round(1000 * times[len(times) // 2], 1),
        "acknowledged, ms, p99": round(1000 * times[int(len(times) * 0.99)], 1),
        "events told a second": round(load.heard / seconds, 1),
        "server, cores used": round(busy[0] / seconds, 2),
        "generator, cores used": round(busy[1] / seconds, 2),
        "memory, MB, empty and with tables and streams": [
            round(empty),
            round(sum(map(memory, pids))),
        ],
        "memory a fresh table, kB": round(1024 * (laid - empty) / chosen.tables, 1),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--streams", type=int, default=5000)
    parser.add_argument("--rate", type=float, default=1000.0, help="moves a second to ask for")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--postgresql", action="store_true", help="three nodes on PostgreSQL")
    chosen = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    settings = {"streams_each": "1000000", "log_level": "warning", "idle_tables": "100000"}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="load-")))
        address, count = None, 1
        if chosen.postgresql:
            address, count = stack.enter_context(postgres()), 3
            assert cartagena("admin", "migrate", "--database", address).returncode == 0
        servers = []
        for number in range(count):
            (folder / str(number)).mkdir()
            servers.append(stack.enter_context(running(folder / str(number), address, **settings)))
        for name, value in asyncio.run(measure(servers, chosen)).items():
            print(f"{name}: {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
