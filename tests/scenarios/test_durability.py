"""A server killed with SIGKILL: every acknowledged move is there afterwards, once."""

import random
import threading
import time
from pathlib import Path

import httpx

from cartagena.fairness.verify import verify
from tests.support.servers import SHORT, Person, Server, me, play_out, running
from tests.support.waiting import wait_until


class Driver(threading.Thread):
    """Plays at one table with both seats, and remembers every acknowledged move."""

    def __init__(self, server: Server, number: int) -> None:
        super().__init__(daemon=True)
        self.person: Person = server.person(f"Driver {number}")
        self.table = self.person.table(me("blue"), me("red"), rules=SHORT)
        self.person.done(f"/tables/{self.table}/start")
        self.acknowledged: list[tuple[int, str]] = []
        self.ended = threading.Event()
        self._rng = random.Random(number)

    def run(self) -> None:
        pending: tuple[str, int, str] | None = None
        while not self.ended.is_set():
            try:
                if pending is None:
                    snapshot = self.person.look(self.table)
                    if not snapshot["legal"]:
                        return
                    move = self._rng.choice(snapshot["legal"])
                    pending = (move, snapshot["expected_seq"], self.person.key())
                # After a broken connection, send the same request again.
                answer = self.person.play(self.table, *pending)
            except httpx.HTTPError:
                time.sleep(0.05)
                continue
            assert answer.status_code == 200, answer.text
            self.acknowledged.append((answer.json()["seq"], answer.json()["move"]))
            pending = None


def have_moved(drivers: list[Driver], moves: int) -> None:
    """Wait until each driver has `moves` acknowledged moves, or its game is over."""
    wait_until(lambda: all(len(d.acknowledged) >= moves or not d.is_alive() for d in drivers))


def open_undo_window(person: Person) -> tuple[Person, str]:
    """Open an undo window of a few seconds, and return its table."""
    table = person.table(me("blue"), me("red"), rules="tortuga")
    person.done(f"/tables/{table}/start")
    for _ in range(3):
        snapshot = person.look(table)
        move = next(text for text in snapshot["legal"] if not text.startswith(("back", "pass")))
        body = {
            "move": move,
            "expected_seq": snapshot["expected_seq"],
            "key": person.key(),
            "undo_window": "briefly",
        }
        person.done(f"/tables/{table}/moves", body)
    assert person.look(table)["undo_window"] is not None
    return person, table


def assert_turn_ends(person: Person, table: str) -> None:
    """Check that the turn ends after a restart although no client comes back."""
    turn = person.look(table)["views"][0]["turn"]
    wait_until(lambda: person.look(table)["undo_window"] is None)
    snapshot = person.look(table)
    assert (snapshot["table"]["decider"], len(snapshot["log"]), snapshot["undo"]) == (
        turn,
        3,
        False,
    )


def test_sigkill_loses_and_repeats_no_move(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna = server.person("Anna")
        body = {"key": "once", "level": "drunk"}
        begun = anna.post("/quick-start", body).content
        drivers = [Driver(server, number) for number in range(4)]
        for driver in drivers:
            driver.start()
        rng = random.Random(1)
        for kill in range(2):
            have_moved(drivers, 3 * (kill + 1))
            time.sleep(rng.uniform(0, 0.3))
            window = open_undo_window(server.person("Bert"))
            server.kill()
            server.start()
            assert_turn_ends(*window)
        assert anna.post("/quick-start", body).content == begun
        have_moved(drivers, 9)
        for driver in drivers:
            driver.ended.set()
        for driver in drivers:
            driver.join(30)
            assert not driver.is_alive()
        for driver in drivers:
            numbers = [seq for seq, _ in driver.acknowledged]
            assert len(numbers) > 5
            assert numbers == sorted(set(numbers))
            log = [line["move"] for line in driver.person.look(driver.table)["log"]]
            assert log == [move for _, move in driver.acknowledged]
        first = drivers[0]
        play_out([first.person], first.table, rng)
        verify(first.person.get(f"/tables/{first.table}/record").json())
