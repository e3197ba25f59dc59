"""`make torture`: tables are played while their server is killed with SIGKILL again and again.

Hundreds of tables run at once, each with two people who resume their event streams at any node that
answers. No acknowledged move may be lost or applied twice. Every stream must have every event once
and in order. Every game must end with a record that verifies. This is done on SQLite, on PostgreSQL,
and on three PostgreSQL nodes of which one is killed at a time. The end of each game must be posted to a
webhook and sent by email. In between the disk is full, connections to the database are cut or silent,
and a node is paused (`troubles.py`).
"""

import argparse
import asyncio
import json
import random
import re
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, aclosing, contextmanager
from itertools import cycle
from pathlib import Path

import uvloop
from sqlalchemy.engine import make_url

from cartagena.client import Client
from cartagena.fairness.verify import verify
from cartagena.protocol.events import GameChanged, Moved
from cartagena.protocol.requests import NewMail, NewSeat, NewTable, NewWebhook
from cartagena.protocol.table import Snapshot
from cartagena.server.tables.registry import MAX_MISSED
from tests.scenarios.troubles import Node, troubles_of
from tests.support.command import cartagena
from tests.support.mailbox import Mailbox, link, mailbox, text_of
from tests.support.mailbox import settings as mail_settings
from tests.support.postgres import postgres
from tests.support.proxy import Proxy
from tests.support.receiver import Receiver, receiving
from tests.support.servers import SHORT, Server, running

COLOURS = ("blue", "red")
LIFE = 2.0
"""Maximum life of a server in seconds: long enough for hundreds of people to reconnect."""
PATIENCE = 300.0
"""Seconds after which a silent server counts as a fault."""
NOTICE_SECONDS = 120.0
"""Seconds after the last game in which every notice must have arrived."""
MAILED = 10
"""Tables whose players get email. More would exceed the limit of one network."""
PACE = 1.5
"""Maximum thinking time in seconds: long enough to leave a server time to start."""


class Torment:
    """All tables that are played while servers are killed."""

    def __init__(self, nodes: list[Server], receiver: Receiver, box: Mailbox) -> None:
        self.servers = [node.url for node in nodes]
        self.receiver, self.box = receiver, box
        self.ended: set[str] = set()
        """Tables whose game is over."""
        self.mailed: set[str] = set()
        """Those of them whose end must arrive by email."""
        self.is_ending = False
        self.games = self.moves = self.resumed = self.sent_again = 0

    async def play_forever(self, number: int) -> None:
        """Play one table after the other until the end."""
        rng = random.Random(number)
        async with AsyncExitStack() as stack:
            people = [
                await stack.enter_async_context(Client(self.servers, patience=PATIENCE))
                for _ in COLOURS
            ]
            for seat, person in enumerate(people):
                await person.introduce("x")
                await person.add_webhook(NewWebhook(kind="json", address=f"{self.receiver.url}/x"))
                if number < MAILED:
                    await self._add_mail(person, f"player-{number}-{seat}@example.org")
            while not self.is_ending:
                table = await Match(self, people, rng).play()
                if number < MAILED:
                    self.mailed.add(table)
                self.games += 1
            self.sent_again += sum(person.retries for person in people)

    async def _add_mail(self, person: Client, address: str) -> None:
        """Add an email address, and confirm it with the link that arrives there."""
        await person.add_mail(NewMail(address=address))
        asked = await asyncio.to_thread(
            self.box.wait_for, 1, NOTICE_SECONDS, lambda one: one["to"] == address
        )
        purpose, name, token = link(asked[0], "confirm").split("/")
        assert purpose == "confirm"
        await person.use_mail_link("confirm", name, token)


class Match:
    """One table: its acknowledged moves, and the events that each player got."""

    def __init__(self, torment: Torment, people: list[Client], rng: random.Random) -> None:
        self._torment, self._people, self._rng = torment, people, rng
        self._acknowledged: list[tuple[int, str]] = []
        self._table = ""

    async def play(self) -> str:
        """Play a game, check what everybody has seen, and return its table."""
        owner, guest = self._people
        seats = [NewSeat("blue", "me"), NewSeat("red")]
        self._table = (await owner.create(NewTable(seats=seats, rules=SHORT))).id
        await guest.join(self._table)
        await owner.start(self._table)
        heard = await asyncio.gather(*(self._sit(person) for person in self._people))
        self._torment.ended.add(self._table)
        record = await owner.record(self._table)
        verify(record)
        self._acknowledged.sort()
        numbers = [seq for seq, _ in self._acknowledged]
        assert len(numbers) == len(set(numbers)), "two moves were acknowledged as one"
        assert record["moves"] == [move for _, move in self._acknowledged], "a move was lost"
        assert heard == [record["moves"]] * len(COLOURS), "a stream has missed a move"
        return self._table

    async def _sit(self, person: Client) -> list[str]:
        """Listen and move until the game is over. Return the moves of the stream."""
        heard: list[str] = []
        last = 0
        stream = person.stream(self._table)
        async with aclosing(stream.events()) as events:
            async for event in events:
                if event.seq is None:
                    continue
                data = event.data
                if isinstance(data, Snapshot):
                    assert not last or event.seq > last + MAX_MISSED, "a snapshot for no reason"
                    heard = [line.move for line in data.log]
                else:
                    assert event.seq == last + 1, f"after event {last} came {event.seq}"
                last = event.seq
                if isinstance(data, Moved):
                    heard.append(data.move)
                if isinstance(data, (Snapshot, GameChanged)):
                    if data.legal:
                        await self._move(person, data.legal, data.expected_seq)
                    if any(view["over"] for view in data.views):
                        break
        self._torment.resumed += stream.opened - 1
        return heard

    async def _move(self, person: Client, legal: list[str], expected_seq: int) -> None:
        await asyncio.sleep(self._rng.uniform(0, PACE))
        response = await person.move(self._table, self._rng.choice(legal), expected_seq)
        self._acknowledged.append((response.seq, response.move))
        self._torment.moves += 1


@contextmanager
def servers(kind: str, count: int, box: Mailbox) -> Iterator[list[Node]]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="torture-")))
        address = stack.enter_context(postgres()) if kind == "postgresql" else None
        if address is not None:
            assert cartagena("admin", "migrate", "--database", address).returncode == 0
        nodes = []
        settings = {"log_level": "warning", "streams_each": "100000", "connections_each": "100000"}
        settings |= {**mail_settings(box), "notify_loopback": "yes", "notice_seconds": "1"}
        for number in range(count):
            (folder / str(number)).mkdir()
            proxy, through = None, None
            if address is not None:
                url = make_url(address)
                proxy = stack.enter_context(Proxy(url.port or 5432))
                through = url.set(host="127.0.0.1", port=proxy.port).render_as_string()
            server = stack.enter_context(running(folder / str(number), through, **settings))
            nodes.append(Node(server, proxy))
        yield nodes


async def torment_nodes(
    nodes: list[Node], torment: Torment, options: argparse.Namespace
) -> Counter[str]:
    """Kill nodes again and again, with other faults in between. Return how often each happened."""
    rng, began, happened = random.Random(options.kills), time.monotonic(), Counter[str]()
    kinds = cycle(troubles_of(nodes[0], options.pause))
    number = max(len(troubles_of(nodes[0], options.pause)), options.kills // 20)
    for done in range(1, options.kills + 1):
        await asyncio.sleep(rng.uniform(0.05, LIFE))
        victim = rng.choice(nodes).server
        await asyncio.to_thread(victim.kill)
        await asyncio.to_thread(victim.start)
        while happened.total() < number * done // options.kills:
            trouble = next(kinds)
            await trouble(rng.choice(nodes))
            happened[trouble.__name__.replace("_", " ")] += 1
        if done % 20 == 0:
            print(
                f"  killed {done} times in {time.monotonic() - began:.0f} s; "
                f"{torment.games} games, {torment.moves} moves; {dict(happened)}",
                file=sys.stderr,
                flush=True,
            )
    return happened


async def torture(
    nodes: list[Node], box: Mailbox, options: argparse.Namespace
) -> tuple[Torment, Counter[str]]:
    """Run one round of `kills` kills while `tables` tables are played. Stop at the first fault."""
    with receiving() as receiver:
        torment = Torment([node.server for node in nodes], receiver, box)
        async with asyncio.TaskGroup() as group:
            for number in range(options.tables):
                group.create_task(torment.play_forever(number))
            happened = await torment_nodes(nodes, torment, options)
            torment.is_ending = True
        end = time.monotonic() + NOTICE_SECONDS
        while missing := (torment.ended - tables_that_ended(receiver)) | (
            torment.mailed - tables_with_mail(box)
        ):
            assert time.monotonic() < end, f"{len(missing)} notices were lost"
            await asyncio.sleep(0.5)
    return torment, happened


def tables_that_ended(receiver: Receiver) -> set[str]:
    """Return the tables whose end was posted to a webhook."""
    notices = [json.loads(one.body) for one in list(receiver.requests)]
    return {notice["table"] for notice in notices if notice["event"] == "over"}


def tables_with_mail(box: Mailbox) -> set[str]:
    """Return the tables whose end was sent by email."""
    ends = [text_of(one) for one in list(box.messages) if one["subject"].startswith("Game over")]
    return {table for text in ends for table in re.findall(r"/table/(\S+)", text)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--tables", type=int, default=100, help="played at once")
    parser.add_argument("--pause", type=float, default=30.0, help="seconds a node stands still")
    parser.add_argument("--only", choices=["sqlite", "postgresql", "nodes"])
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    rounds = {"sqlite": ("sqlite", 1), "postgresql": ("postgresql", 1), "nodes": ("postgresql", 3)}
    for name, (kind, count) in rounds.items():
        if options.only in (None, name):
            began = time.monotonic()
            with mailbox() as box, servers(kind, count, box) as nodes:
                torment, happened = uvloop.run(torture(nodes, box, options))
            print(
                f"{kind}, {count} node{'s' * (count > 1)}: killed {options.kills} times in "
                f"{time.monotonic() - began:.0f} s, {options.tables} tables at once; {dict(happened)}; "
                f"{torment.games} games ended and verified, {torment.moves} moves acknowledged, "
                f"{torment.sent_again} requests sent again, {torment.resumed} streams resumed; "
                f"{len(torment.ended)} ends of games posted to webhooks, {len(torment.mailed)} by email; "
                f"nothing lost, nothing doubled.",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
