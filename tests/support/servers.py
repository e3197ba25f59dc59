"""Real server processes on loopback, and people who use them."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Self

import httpx

from tests.support.forked import Forked

PATIENCE = 180.0
"""Maximum seconds for compiling the rules on a busy machine with an empty cache."""

SHORT = {"preset": "short", "turn_limit": 24}
"""Rules for short games."""

GENEROUS = {
    "bot-pace": "0",
    "requests-per-second": "100000",
    "request-burst": "100000",
    "address-requests-per-second": "100000",
    "address-request-burst": "100000",
    "connections-per-second": "100000",
    "identities-per-minute": "100000",
    "tables-each": "100000",
    "tables-per-minute": "100000",
    "chat-per-minute": "100000",
    "events-per-second": "100000",
    "daily-per-minute": "100000",
    "bot-budget": "100000",
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def plain_client(url: str, timeout: float) -> httpx.Client:
    """Return a client for plain HTTP. It skips loading certificates, which is slow."""
    return httpx.Client(base_url=url, timeout=timeout, verify=False, trust_env=False)


class Server:
    """`cartagena serve` in a process forked from one that has loaded everything."""

    def __init__(self, database: str, log: Path, **settings: str) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log, self.metrics_port = log, free_port()
        options = {**GENEROUS, **{name.replace("_", "-"): v for name, v in settings.items()}}
        self._arguments = ["serve", "--port", str(self.port), "--database", database]
        self._arguments += ["--metrics-port", str(self.metrics_port)]
        for name, value in options.items():
            self._arguments += [f"--{name}", value]
        self.process: subprocess.Popen[bytes] | Forked | None = None
        self._people: list[Person] = []

    def start(self) -> None:
        self.launch()
        self.wait_until_ready()

    def launch(self) -> None:
        """Start the process without waiting until it is ready."""
        self.process = Forked(self._arguments, self._log)

    def wait_until_ready(self) -> None:
        end = time.monotonic() + PATIENCE
        with plain_client(self.url, timeout=5) as http:
            while time.monotonic() < end:
                assert self.process is not None
                if self.process.poll() is not None:
                    output = self._log.read_text()[-3000:]
                    raise AssertionError(f"the server has stopped:\n{output}")
                try:
                    if http.get("/readyz").status_code == 200:
                        return
                except httpx.HTTPError:
                    pass
                time.sleep(0.1)
        raise AssertionError("the server was not ready in time")

    def stop(self) -> int:
        assert self.process is not None
        self.process.terminate()
        return self.process.wait(30)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait(30)

    def metrics(self) -> str:
        with plain_client(f"http://127.0.0.1:{self.metrics_port}", timeout=60) as http:
            return http.get("/metrics").text

    def log(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def person(self, name: str = "Anna") -> "Person":
        self._people.append(Person(self.url, name))
        return self._people[-1]

    def send_everybody_home(self) -> None:
        for person in self._people:
            person.http.close()


class FreshServer(Server):
    """`cartagena serve` as a user starts it, which takes four seconds of a core."""

    def launch(self) -> None:
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "cartagena", *self._arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=dict(os.environ),
            )


@contextmanager
def running(folder: Path, database: str | None = None, **settings: str) -> Iterator[Server]:
    with _until_left(Server, folder, database, settings) as server:
        yield server


@contextmanager
def running_fresh(folder: Path, database: str | None = None, **settings: str) -> Iterator[Server]:
    with _until_left(FreshServer, folder, database, settings) as server:
        yield server


@contextmanager
def _until_left(
    kind: type[Server], folder: Path, database: str | None, settings: dict[str, str]
) -> Iterator[Server]:
    server = kind(database or str(folder / "test.db"), folder / "server.log", **settings)
    try:
        server.start()
        yield server
    finally:
        server.send_everybody_home()
        if server.process is not None and server.process.poll() is None:
            server.stop()


class Person:
    """A person with a token."""

    def __init__(self, url: str, name: str) -> None:
        self.http = plain_client(url, timeout=60)
        response = self.http.post("/api/v1/identity", json={"name": name, "kind": "token"})
        assert response.status_code == 201, response.text
        self.id = response.json()["id"]
        self.http.headers["authorization"] = f"Bearer {response.json()['token']}"
        self._keys = 0

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.http.get(f"/api/v1{path}", **more)

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return self.http.post(f"/api/v1{path}", json={} if body is None else body)

    def done(self, path: str, body: Any = None) -> Any:
        answer = self.post(path, body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def table(self, *seats: dict[str, Any], **more: Any) -> str:
        body = {"seats": list(seats), **more}
        return str(self.done("/tables", body)["id"])

    def look(self, table: str) -> dict[str, Any]:
        answer = self.get(f"/tables/{table}")
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    def looks(self, table: str) -> Iterator[dict[str, Any]]:
        """Yield the current snapshot again and again until the game is over."""
        end = time.monotonic() + PATIENCE
        while (snapshot := self.look(table))["table"]["status"] != "finished":
            assert time.monotonic() < end, "the game did not end in time"
            yield snapshot

    def key(self) -> str:
        self._keys += 1
        return f"key-{self._keys}"

    def play(
        self, table: str, move: str, expected_seq: int, key: str | None = None
    ) -> httpx.Response:
        body = {"move": move, "expected_seq": expected_seq, "key": key or self.key()}
        return self.post(f"/tables/{table}/moves", body)

    def stream(self, table: str, after: int | None = None) -> "Listening":
        return Listening(self.http, table, after)


class Listening:
    """An open event stream, read event by event."""

    def __init__(self, http: httpx.Client, table: str, after: int | None) -> None:
        headers = {} if after is None else {"last-event-id": str(after)}
        self._context = http.stream("GET", f"/api/v1/tables/{table}/stream", headers=headers)
        self.response = self._context.__enter__()
        assert self.response.status_code == 200, self.response.read()
        self.lines = self.response.iter_lines()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._context.__exit__(None, None, None)

    def raw(self) -> Iterator[tuple[int | None, str, str]]:
        """Yield number, kind and raw data of each event, without keep-alives."""
        number: int | None = None
        kind = data = ""
        for line in self.lines:
            name, _, value = line.partition(": ")
            if name == "id":
                number = int(value)
            elif name == "event":
                kind = value
            elif name == "data":
                data = value
            elif not line and kind:
                if kind != "alive":
                    yield number, kind, data
                number, kind, data = None, "", ""

    def events(self, *, presence: bool = False) -> Iterator[tuple[int | None, str, Any]]:
        for number, kind, data in self.raw():
            if presence or kind != "presence":
                yield number, kind, json.loads(data)


def me(colour: str, **more: Any) -> dict[str, Any]:
    return {"colour": colour, "kind": "me", **more}


def seat(colour: str, kind: str = "open", **more: Any) -> dict[str, Any]:
    return {"colour": colour, "kind": kind, **more}


def play_out(
    people: list[Person], table: str, rng: Random, max_moves: int = 3000
) -> dict[str, Any]:
    """Make random moves for these people until the game is over, and return the snapshot."""
    for _ in range(max_moves):
        for person in people:
            snapshot = person.look(table)
            if snapshot["table"]["status"] == "finished":
                return snapshot
            if snapshot["legal"]:
                answer = person.play(table, rng.choice(snapshot["legal"]), snapshot["expected_seq"])
                assert answer.status_code in (200, 409), answer.text
                break
        else:
            time.sleep(0.002)
    raise AssertionError("the game did not end")
