"""People at two nodes, as a Hypothesis state machine: any requests, in any order, at either node.

python -m tests.scenarios.two_nodes --examples 200
"""

import argparse
import itertools
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.support.command import cartagena_in_process as cartagena
from tests.support.postgres import postgres
from tests.support.servers import Person, Server, running, seat

NAMES: Final = ("Anna", "Bert", "Eve")
"""Anna owns the table. Eve is a stranger, unless she takes a seat."""
_REFUSED: Final = {400, 403, 404, 409}
_numbers: Final = itertools.count()

persons = st.integers(0, len(NAMES) - 1)
nodes = st.integers(0, 1)


@contextmanager
def two_nodes(folder: Path) -> Iterator[list[Server]]:
    """Start two nodes on one PostgreSQL."""
    for name in ("one", "two"):
        (folder / name).mkdir()
    with postgres() as address:
        done = cartagena("admin", "migrate", "--database", address)
        assert done.returncode == 0, done.stderr
        with running(folder / "one", address) as one, running(folder / "two", address) as two:
            yield [one, two]


def people_at(servers: list[Server]) -> list[list[Person]]:
    """Return the people, each with a connection to each node."""
    people = []
    for name in NAMES:
        here = servers[0].person(name)
        there = servers[1].person(name)
        there.http.headers["authorization"] = here.http.headers["authorization"]
        there.id = here.id
        people.append([here, there])
    return people


class TwoNodes(RuleBasedStateMachine):
    """A table that several people use at both nodes. The model is what was acknowledged."""

    people: list[list[Person]]

    def __init__(self) -> None:
        super().__init__()
        self.answered: list[tuple[int, str, dict[str, Any], httpx.Response]] = []
        """The requests with a key that were carried out, each with its sender and response."""
        self.seq = 0
        """The number of the last event."""
        self.seen: list[str] = []
        """The players' view of the table after the last step, by person."""

    @initialize(
        public=st.booleans(), spectators=st.booleans(), preset=st.sampled_from(["short", "morgan"])
    )
    def create(self, public: bool, spectators: bool, preset: str) -> None:
        body = {
            "seats": [seat("blue", "me"), seat("red")],
            "rules": {"preset": preset, "turn_limit": 6},
            "public": public,
            "spectators": spectators,
            "key": f"create {next(_numbers)}",
        }
        first = self.people[0][0].done("/tables", body)
        again = self.people[0][1].done("/tables", body)
        assert again["id"] == first["id"]
        self.table = str(first["id"])
        self.seq = self.look(0, 0)["seq"]
        assert self.seq == 1

    def look(self, person: int, node: int) -> dict[str, Any]:
        return self.people[person][node].look(self.table)

    def send(self, person: int, node: int, path: str, **body: Any) -> httpx.Response:
        """Send a request. It is carried out, which adds one event, or refused, which adds none."""
        body["key"] = f"key {next(_numbers)}"
        response = self.people[person][node].post(f"/tables/{self.table}/{path}", body)
        assert response.status_code in {200, 201, *_REFUSED}, response.text
        seq = self.look(0, 1 - node)["seq"]
        if response.status_code in _REFUSED:
            assert seq == self.seq, response.text
        else:
            assert seq - self.seq in (0, 1, 2), response.text
            self.answered.append((person, path, body, response))
        self.seq = seq
        return response

    # What people do.

    @rule(person=persons, node=nodes)
    def join(self, person: int, node: int) -> None:
        before = self.look(0, node)["table"]
        response = self.send(person, node, "join")
        if before["status"] == "waiting" and person and response.status_code == 200:
            seats = self.look(0, 1 - node)["table"]["seats"]
            assert self.people[person][0].id in {one["identity"] for one in seats}

    @rule(person=persons, node=nodes)
    def leave(self, person: int, node: int) -> None:
        if self.send(person, node, "leave").status_code == 200:
            seats = self.look(0, 1 - node)["table"]["seats"]
            assert self.people[person][0].id not in {one["identity"] for one in seats}

    @rule(person=persons, node=nodes)
    def start(self, person: int, node: int) -> None:
        if self.send(person, node, "start").status_code == 200:
            assert self.look(0, 1 - node)["table"]["status"] == "running"

    @rule(node=nodes, number=st.integers(0, 30), is_stale=st.booleans(), person=persons)
    def move(self, node: int, number: int, is_stale: bool, person: int) -> None:
        """Move if it is our choice, and be refused if it is not."""
        if not self.may_watch(person):
            return
        view = self.look(person, node)
        legal = view["legal"] or ["1"]
        response = self.send(
            person,
            node,
            "moves",
            move=legal[number % len(legal)],
            expected_seq=view["expected_seq"] - (1 if is_stale else 0),
        )
        assert (response.status_code == 200) == bool(view["legal"] and not is_stale)

    @rule(node=nodes)
    def play_some_turns(self, node: int) -> None:
        """Let the players move at alternate nodes."""
        for step in range(6):
            for person in range(len(NAMES)):
                if self.may_watch(person) and self.look(person, (node + step) % 2)["legal"]:
                    self.move(node + step & 1, 7 * step, False, person)
                    break

    @rule(person=persons, node=nodes)
    def undo(self, person: int, node: int) -> None:
        if self.may_watch(person):
            view = self.look(person, node)
            response = self.send(person, node, "undo", expected_seq=view["expected_seq"])
            assert (response.status_code == 200) == view["undo"]

    @rule(person=persons, node=nodes, paused=st.booleans())
    def pause(self, person: int, node: int, paused: bool) -> None:
        self.send(person, node, "pause", paused=paused)

    @rule(person=persons, node=nodes)
    def chat(self, person: int, node: int) -> None:
        self.send(person, node, "chat", text="Ahoy!")

    @rule(person=persons, node=nodes)
    def rematch(self, person: int, node: int) -> None:
        self.send(person, node, "rematch")

    @precondition(lambda self: self.answered)
    @rule(data=st.data(), node=nodes)
    def repeat(self, data: st.DataObject, node: int) -> None:
        """Send a request again that was carried out. It gets the same response and has no effect."""
        person, path, body, first = data.draw(st.sampled_from(self.answered), label="request")
        again = self.people[person][node].post(f"/tables/{self.table}/{path}", body)
        if self.may_watch(person):
            assert again.status_code == first.status_code, again.text
            if path in ("moves", "undo", "chat"):
                assert again.json() == first.json()
        assert self.look(0, node)["seq"] == self.seq

    # What must be true.

    def may_watch(self, person: int) -> bool:
        return self.people[person][0].get(f"/tables/{self.table}").status_code == 200

    @invariant()
    def both_nodes_agree(self) -> None:
        for person in range(len(NAMES)):
            answers = [one.get(f"/tables/{self.table}") for one in self.people[person]]
            assert answers[0].status_code == answers[1].status_code
            views = [answer.json() for answer in answers]
            for view in views:
                view.pop("now", None)
                view.pop("present", None)
                view.pop("instance", None)
            assert views[0] == views[1]

    def teardown(self) -> None:
        """Compare the log as streams of both nodes send it."""
        if self.seq < 3:
            return
        for person in range(len(NAMES)):
            if not self.may_watch(person):
                continue
            streams = []
            for one in self.people[person]:
                with one.stream(self.table, after=1) as listening:
                    events = (each for each in listening.raw() if each[0] is not None)
                    streams.append(list(_until(events, self.seq)))
            assert streams[0] == streams[1]
            numbers = [number or 0 for number, _, _ in streams[0]]
            assert numbers == sorted(set(numbers))


def _until(
    events: Iterator[tuple[int | None, str, str]], seq: int
) -> Iterator[tuple[int | None, str, str]]:
    for event in events:
        yield event
        if event[0] is None or event[0] >= seq or event[1] == "snapshot":
            return


def explore(servers: list[Server], examples: int, steps: int) -> None:
    """Try sequences of requests. Raises AssertionError with the shortest that fails."""
    machine: Any = type("Machine", (TwoNodes,), {"people": people_at(servers)})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            derandomize=True,
            database=None,
        ),
    )


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.scenarios.two_nodes")
    parser.add_argument("--examples", type=int, default=200, help="number of sequences")
    parser.add_argument("--steps", type=int, default=40, help="steps of each")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, two_nodes(Path(folder)) as servers:
        explore(servers, arguments.examples, arguments.steps)
    print(f"{arguments.examples} sequences of up to {arguments.steps} steps: both nodes agree")
    return 0


if __name__ == "__main__":
    sys.exit(main())
