"""`make torture`: tables are played while their server is killed with SIGKILL again and again.

No acknowledged move may be lost, none applied twice, and every game must end with a record that
verifies. Run on SQLite, on PostgreSQL, and on three PostgreSQL nodes of which one is killed.
"""

import argparse
import random
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx

from cartagena.server.verifying import verify
from tests.cli.command import cartagena
from tests.server.postgres import postgres
from tests.server.running import Person, Server, me, running


class Driver(threading.Thread):
    """Plays hot-seat tables one after the other, at whichever node answers."""

    def __init__(self, nodes: list[Server], number: int, end: threading.Event) -> None:
        super().__init__(daemon=True, name=f"driver {number}")
        self._nodes, self._end = nodes, end
        self._rng = random.Random(number)
        self._person: Person = nodes[0].person(self.name)
        self.games = self.moves = self.retries = 0
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            while not self._end.is_set():
                self._play_a_game()
        except BaseException as error:  # told by the main thread
            self.error = error
            self._end.set()

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask until somebody answers: the very same request, at one node after the other."""
        end = time.monotonic() + 180
        while True:
            try:
                answer = self._person.http.request(method, f"/api{path}", json=body)
                if answer.status_code < 500:
                    assert answer.status_code in (200, 201), answer.text
                    return answer.json()
            except httpx.HTTPError:
                pass
            assert time.monotonic() < end, "no node answers"
            self.retries += 1
            self._person.http.base_url = httpx.URL(self._rng.choice(self._nodes).url)
            time.sleep(0.05)

    def _play_a_game(self) -> None:
        seats = {"seats": [me("blue"), me("red")], "rules": "short"}
        table = self._ask("POST", "/tables", seats)["id"]
        self._ask("POST", f"/tables/{table}/start", {})
        acknowledged: list[tuple[int, str]] = []
        while True:
            seen = self._ask("GET", f"/tables/{table}")
            if seen["table"]["status"] == "finished":
                break
            move = self._rng.choice(seen["legal"])
            body = {"move": move, "answers": seen["answers"], "key": self._person.key()}
            answer = self._ask("POST", f"/tables/{table}/moves", body)
            acknowledged.append((answer["seq"], answer["move"]))
            self.moves += 1
        record = self._ask("GET", f"/tables/{table}/record")
        verify(record)
        numbers = [seq for seq, _ in acknowledged]
        assert numbers == sorted(set(numbers)), "a move was applied twice"
        assert record["moves"] == [move for _, move in acknowledged], "a move was lost"
        self.games += 1


@contextmanager
def servers(kind: str, count: int) -> Iterator[list[Server]]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="torture-")))
        address = None
        if kind == "postgresql":
            address = stack.enter_context(postgres())
            assert cartagena("admin", "migrate", "--database", address).returncode == 0
        nodes = []
        for number in range(count):
            (folder / str(number)).mkdir()
            nodes.append(stack.enter_context(running(folder / str(number), address)))
        yield nodes


def torture(kind: str, count: int, kills: int, drivers: int) -> None:
    """One round: so many kills while so many drivers play."""
    began = time.monotonic()
    with servers(kind, count) as nodes:
        end = threading.Event()
        crew = [Driver(nodes, number, end) for number in range(drivers)]
        for driver in crew:
            driver.start()
        rng = random.Random(kills)
        done = 0
        while done < kills and not end.is_set():
            time.sleep(rng.uniform(0.05, 1.0))
            victim = rng.choice(nodes)
            victim.kill()
            victim.start()
            done += 1
        end.set()
        for driver in crew:
            driver.join(300)
            if driver.error is not None:
                raise driver.error
            assert not driver.is_alive(), "a driver hangs"
        games, moves = sum(one.games for one in crew), sum(one.moves for one in crew)
        print(
            f"{kind}, {count} node{'s' * (count > 1)}: killed {done} times in "
            f"{time.monotonic() - began:.0f} s; {games} games ended and verified, {moves} moves "
            f"acknowledged, {sum(one.retries for one in crew)} requests sent again, nothing lost, "
            "nothing doubled.",
            flush=True,
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--drivers", type=int, default=8)
    parser.add_argument("--only", choices=["sqlite", "postgresql", "nodes"])
    chosen = parser.parse_args()
    rounds = {"sqlite": ("sqlite", 1), "postgresql": ("postgresql", 1), "nodes": ("postgresql", 3)}
    for name, (kind, count) in rounds.items():
        if chosen.only in (None, name):
            torture(kind, count, chosen.kills, chosen.drivers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
