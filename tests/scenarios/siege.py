"""`make siege`: 20 honest tables play while one address attacks the server.

It plays first without an attack, then under all of them (`siege_attacks.py`, `siege_floods.py`):
quadratic cookies, endless headers, captains and quick bots at many tables, costly requests under
several spellings, thousands of identities and streams, crowds at one table, idle connections,
floods of chat, mutes, undone moves and tables, guessed secrets. The attackers have one IPv4 address
and one IPv6 network. The server has its default limits. The honest tables' 99th percentile must be at
most three times its value without an attack, and none of their requests may fail.
"""

import argparse
import asyncio
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack, aclosing
from pathlib import Path

import httpx
import uvloop

from cartagena.client import Client
from cartagena.protocol.events import GameChanged
from cartagena.protocol.requests import NewSeat, NewTable
from cartagena.protocol.table import Snapshot
from cartagena.server import settings
from tests.scenarios.load import milliseconds
from tests.scenarios.machine import Machine
from tests.scenarios.siege_floods import PROXY
from tests.scenarios.stalls import Stalls
from tests.support.servers import GENEROUS, SHORT, Server, running_fresh

TABLES = 20
PACE = (0.2, 0.6)
"""Thinking time of an honest player in seconds, from and to."""
LATENCIES = "acknowledged after, ms (median, p99, worst)"
MAX_SLOWDOWN = 3.0
"""Maximum factor on the 99th percentile under attack."""


class Honest:
    """The honest tables, each with two people at their own address."""

    def __init__(self, server: Server) -> None:
        self._url = server.url
        self.took: list[float] = []
        self.people: list[Client] = []

    @property
    def sent_again(self) -> int:
        return sum(person.retries for person in self.people)

    async def play(self, number: int) -> None:
        rng = random.Random(number)
        limits = httpx.Limits(max_keepalive_connections=None)
        transport = httpx.AsyncHTTPTransport(local_address=f"127.0.1.{number + 1}", limits=limits)
        async with AsyncExitStack() as stack:
            http = await stack.enter_async_context(
                httpx.AsyncClient(transport=transport, timeout=30)
            )
            anna, bert = Client(self._url, http=http), Client(self._url, http=http)
            for person in (anna, bert):
                await person.introduce("x")
                self.people.append(person)
            while True:
                seats = [NewSeat("blue", "me"), NewSeat("red")]
                table = (await anna.create(NewTable(seats=seats, rules=SHORT, public=True))).id
                await bert.join(table)
                await anna.start(table)
                await asyncio.gather(*(self._sit(each, table, rng) for each in (anna, bert)))

    async def _sit(self, person: Client, table: str, rng: random.Random) -> None:
        async with aclosing(person.events(table)) as events:
            async for event in events:
                data = event.data
                if not isinstance(data, (Snapshot, GameChanged)):
                    continue
                if data.views[0]["over"]:
                    return
                if data.legal:
                    await asyncio.sleep(rng.uniform(*PACE))
                    began = time.perf_counter()
                    await person.move(table, rng.choice(data.legal), data.expected_seq)
                    self.took.append(time.perf_counter() - began)


async def own_lateness(delays: list[float]) -> None:
    """Measure how late the honest tables' own timers are. This delay adds to their results."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(0.02)
        delays.append(time.perf_counter() - began - 0.02)


async def measured(honest: Honest, server: Server, seconds: float) -> dict[str, list[float]]:
    """Measure the latency of the honest tables for `seconds` seconds."""
    before = await asyncio.to_thread(Stalls.of, server)
    assert server.process is not None
    late = list[float]()
    honest.took, again = [], honest.sent_again
    machine, own = Machine([server.process.pid]), time.process_time()
    watching = asyncio.create_task(own_lateness(late))
    await asyncio.sleep(seconds)
    watching.cancel()
    did, own = machine.since(), time.process_time() - own
    took, stalls = honest.took, (await asyncio.to_thread(Stalls.of, server)).since(before)
    return {
        "moves a second": [round(len(took) / seconds, 1)],
        LATENCIES: [milliseconds(took, share) for share in (0.5, 0.99, 1.0)],
        "requests sent again": [honest.sent_again - again],
        "event loop late, ms (median, p99, worst)": stalls.loop_lag(),
        "honest tables late themselves, ms (median, p99, worst)": [
            milliseconds(late, share) for share in (0.5, 0.99, 1.0)
        ],
        "cores used by server, honest tables, all on this machine": [
            round(each / seconds, 2) for each in (did.used, own, did.busy)
        ],
    }


async def besiege(server: Server, options: argparse.Namespace) -> bool:
    honest = Honest(server)
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(honest.play(number)) for number in range(TABLES)]
        await asyncio.sleep(5)
        peace = await measured(honest, server, options.seconds)
        print("in peace:", json.dumps(peace), flush=True)
        command = [sys.executable, "-m", "tests.scenarios.siege_floods"]
        length = options.seconds + 2 * options.warm_up
        attackers = subprocess.Popen(
            [*command, str(server.port), str(length)], stdout=subprocess.PIPE, text=True
        )
        try:
            await asyncio.sleep(options.warm_up)
            siege = await measured(honest, server, options.seconds)
            print("under siege:", json.dumps(siege), flush=True)
            status = (
                await asyncio.to_thread(httpx.get, f"{server.url}/readyz", timeout=60)
            ).status_code
            output, _ = await asyncio.to_thread(attackers.communicate, timeout=60)
        finally:
            attackers.kill()
        print("the attackers' doings:", output.strip(), flush=True)
        for each in playing:
            each.cancel()
    calm, hard = (each[LATENCIES][1] for each in (peace, siege))
    print(
        f"p99 {calm} ms in peace, {hard} ms under siege: {hard / calm:.1f} times; /readyz {status}"
    )
    return hard <= MAX_SLOWDOWN * calm and status == 200


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30.0, help="of each measurement")
    parser.add_argument("--warm-up", type=float, default=10.0, help="of the siege, not measured")
    options = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    limits = {name: str(settings.default(name.replace("-", "_"))) for name in GENEROUS}
    with (
        tempfile.TemporaryDirectory(prefix="siege-") as folder,
        running_fresh(
            Path(folder), **limits, trust_proxy="yes", trusted_proxies=PROXY, log_level="warning"
        ) as server,
    ):
        return 0 if uvloop.run(besiege(server, options)) else 1


if __name__ == "__main__":
    sys.exit(main())
