"""More attackers of `make siege`: requests with which a single client once slowed everybody down.

    python -m tests.scenarios.siege_floods PORT SECONDS

Half of them have one IPv4 address. The others use a new address in one IPv6 network
each time, through a proxy that the server trusts, at `PROXY`. At the end they print their counts in
JSON.
"""

import asyncio
import json
import os
import random
import sys
from secrets import token_hex
from typing import Any

from tests.scenarios.siege_attacks import Attack, Siege

PROXY = "127.0.0.3"
_NETWORK = "2001:db8:5:1"
_SHORT = {"rules": {"preset": "short", "turn_limit": 12}, "bot_speed": "fast", "public": True}
_BOTS = [
    {"colour": colour, "kind": "bot", "level": "deckhand"}
    for colour in ("blue", "red", "green", "yellow", "purple")
]
_PEOPLE = [{"colour": "blue", "kind": "me"}, {"colour": "red", "kind": "me"}]


class Floods(Siege):
    """The attacks of `Siege`, and floods of requests that cost more than they seem to."""

    def attacks(self) -> list[tuple[Attack, int]]:
        return [
            *super().attacks(),
            (self.read_the_description, 20),
            (self.watch_replays, 10),
            (self.add_slashes, 10),
            (self.repeat_old_requests, 5),
            (self.move_and_undo, 10),
            (self.toggle_mutes, 20),
            (self.flood_chats, 20),
            (self.fill_the_lobby, 10),
            (self.let_quick_bots_play, 10),
            (self.guess_secrets, 10),
            (self.crowd_a_table, 5),
        ]

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if random.random() < 0.5:
            return await super()._connect()
        return await asyncio.open_connection("127.0.0.1", self._port, local_addr=(PROXY, 0))

    def _bearer(self) -> str:
        return f"{super()._bearer()}{self._somewhere()}"

    def _somewhere(self) -> str:
        """Return a new address. The server believes it only if it comes from the proxy."""
        return f"X-Forwarded-For: {_NETWORK}::{random.randrange(1 << 16):x}\r\n"

    async def _send(self, method: str, path: str, body: Any = None, again: int = 1) -> list[Any]:
        """Send a request `again` times on a new connection, and return what was answered."""
        connection, bearer = await self._connect(), self._bearer()
        try:
            answers = []
            for _ in range(again):
                status, content = await self._ask_on(connection, method, path, bearer, body)
                answers.append(json.loads(content) if status in (200, 201) else {})
            return answers
        finally:
            connection[1].close()

    async def _honest_table(self) -> dict[str, Any] | None:
        """Return a public table of another player."""
        (lobby,) = await self._send("GET", "/api/v1/lobby")
        tables = [*lobby.get("running", []), *lobby.get("waiting", [])]
        return random.choice(tables) if tables else None

    async def read_the_description(self) -> None:
        await self._flood(
            ("GET", "/api/v1/schema", self._somewhere(), None),
            ("GET", "/api/v1/schema/openapi.json", self._somewhere(), None),
        )

    async def watch_replays(self) -> None:
        if not self._finished:
            await self._finish_a_game()
            return
        table = random.choice(self._finished)
        reader, writer = await self._connect()
        try:
            path = f"/api/v1/tables/{table}/replay/stream"
            writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\n{self._bearer()}\r\n".encode())
            start = await reader.readuntil(b"\r\n\r\n")
            self.done[f"replays, {start[9:12].decode()}"] += 1
            while await reader.read(1 << 20):
                pass
        finally:
            writer.close()

    async def _finish_a_game(self) -> None:
        (table,) = await self._send("POST", "/api/v1/tables", {**_SHORT, "seats": _BOTS[:2]})
        if not table:
            return await asyncio.sleep(0.5)
        await self._send("POST", f"/api/v1/tables/{table['id']}/start", {})
        for _ in range(15):
            (answer,) = await self._send("GET", f"/api/v1/tables/{table['id']}")
            if answer and answer["table"]["status"] == "finished":
                self._finished.append(table["id"])
                return None
            await asyncio.sleep(1)
        return None

    async def add_slashes(self) -> None:
        headers = self._bearer()
        await self._flood(
            ("GET", "/api/v1/tables/?limit=100", headers, None),
            ("GET", "/api/v1/me/results/", headers, None),
            ("GET", "/api/v1/turns/", headers, None),
        )

    async def repeat_old_requests(self) -> None:
        (table,) = await self._send("POST", "/api/v1/tables", {"seats": _PEOPLE})
        if table:
            await self._send("POST", f"/api/v1/tables/{table['id']}/start", {"key": "old"}, 200)

    async def move_and_undo(self) -> None:
        connection, bearer = await self._connect(), self._bearer()
        try:
            _, answer = await self._ask_on(
                connection, "POST", "/api/v1/tables", bearer, {"seats": _PEOPLE}
            )
            path = f"/api/v1/tables/{json.loads(answer)['id']}"
            await self._ask_on(connection, "POST", f"{path}/start", bearer, {})
            while not self._is_over:
                _, answer = await self._ask_on(connection, "GET", path, bearer)
                snapshot = json.loads(answer)
                move = {"move": snapshot["legal"][0], "expected_seq": snapshot["expected_seq"]}
                body = {**move, "key": token_hex(8)}
                _, answer = await self._ask_on(connection, "POST", f"{path}/moves", bearer, body)
                undone = {"expected_seq": json.loads(answer)["seq"], "key": token_hex(8)}
                await self._ask_on(connection, "POST", f"{path}/undo", bearer, undone)
        except KeyError:  # a limit was reached
            await asyncio.sleep(0.1)
        finally:
            connection[1].close()

    async def toggle_mutes(self) -> None:
        if table := await self._honest_table():
            path = f"/api/v1/tables/{table['id']}/mute"
            for muted in (True, False) * 10:
                await self._send("POST", path, {"whom": table["owner"], "muted": muted})

    async def flood_chats(self) -> None:
        if table := await self._honest_table():
            path = f"/api/v1/tables/{table['id']}/chat"
            await self._send("POST", path, {"text": "Ahoy! " * 40}, 50)

    async def fill_the_lobby(self) -> None:
        body = {"seats": [_PEOPLE[0], {"colour": "red"}], "public": True}
        await self._send("POST", "/api/v1/tables", body, 20)
        await self._send("POST", "/api/v1/quick-match", {}, 5)

    async def let_quick_bots_play(self) -> None:
        body = {"seats": _BOTS, "bot_speed": "fast", "public": True}
        for table in await self._send("POST", "/api/v1/tables", body, 10):
            if table:
                await self._send("POST", f"/api/v1/tables/{table['id']}/start", {})
                self._tables.append(table["id"])

    async def crowd_a_table(self) -> None:
        """Let thirty streams listen to a table whose owner asks for a pause and withdraws it."""
        connection, bearer = await self._connect(), self._bearer()
        listening: list[asyncio.Task[None]] = []
        try:
            _, told = await self._ask_on(
                connection, "POST", "/api/v1/tables", bearer, {"seats": _PEOPLE}
            )
            path = f"/api/v1/tables/{json.loads(told)['id']}"
            await self._ask_on(connection, "POST", f"{path}/start", bearer, {})
            listening = [asyncio.create_task(self._listen(path)) for _ in range(30)]
            for paused in (True, False) * 100:
                body = {"paused": paused}
                await self._ask_on(connection, "POST", f"{path}/pause", bearer, body)
        except KeyError:  # a limit was reached
            await asyncio.sleep(0.1)
        finally:
            connection[1].close()
            for task in listening:
                task.cancel()
            await asyncio.gather(*listening, return_exceptions=True)

    async def _listen(self, path: str) -> None:
        reader, writer = await self._connect()
        try:
            writer.write(f"GET {path}/stream HTTP/1.1\r\nHost: x\r\n{self._bearer()}\r\n".encode())
            start = await reader.readuntil(b"\r\n\r\n")
            self.done[f"crowds of listeners, {start[9:12].decode()}"] += 1
            while await reader.read(1 << 16):
                pass
        finally:
            writer.close()

    async def guess_secrets(self) -> None:
        secret = token_hex(16)
        await self._send("POST", "/api/v1/recovery", {"secret": secret, "kind": "token"}, 10)


def main() -> int:
    os.nice(19)  # they share the processors with the server and with what is measured
    siege = Floods(int(sys.argv[1]), float(sys.argv[2]))
    asyncio.run(siege.run())
    print(json.dumps(siege.done))
    return 0


if __name__ == "__main__":
    sys.exit(main())
