"""`make load`: durable moves per second, with many tables and open streams.

The generator (`load_clients.py`) is its own process. It reports how busy all processes were,
and how late its own moves were. If they were late, the figures show the limit of the generator and
not of the server. It also reports what else the machine did (`machine.py`). With --beside, it
measures a boardgame.io server (`boardgame/server.mjs`) under the same load, for comparison.
"""

import argparse
import asyncio
import gc
import resource
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvloop

from tests.scenarios import load_boardgame
from tests.scenarios.load_clients import COLOURS, Load, Table
from tests.scenarios.machine import Machine, memory
from tests.scenarios.stalls import Stalls
from tests.support.command import cartagena
from tests.support.postgres import postgres
from tests.support.servers import Server, running_fresh

MOVES = "moves a second"
ACKNOWLEDGED = "acknowledged after, ms (median, p99, worst)"
LIMIT = 100.0
"""Limit of the 99th percentile of acknowledgements, in milliseconds."""
SETTINGS = {
    "streams_each": "1000000",
    "connections_each": "1000000",
    "header_seconds": "600",
    "log_level": "warning",
    "idle_tables": "100000",
}


@dataclass(frozen=True)
class System:
    """The processes under test. Our own servers also report their stalls."""

    servers: list[Server]
    ports: list[int]
    pids: list[int]


def milliseconds(times: list[float], share: float) -> float:
    if not times:
        return float("inf")
    return round(1000 * sorted(times)[min(len(times) - 1, int(len(times) * share))], 1)


async def run_in_parallel(
    count: int, work: Callable[[int], Awaitable[Any]], name: str
) -> list[Any]:
    """Run pieces of work, some at a time, and report progress."""
    at_once, done = asyncio.Semaphore(24), 0

    async def one(number: int) -> Any:
        nonlocal done
        async with at_once:
            result = await work(number)
        done += 1
        if done % max(1, count // 5) == 0:
            print(f"  {name}: {done} of {count}", file=sys.stderr, flush=True)
        return result

    return await asyncio.gather(*(one(number) for number in range(count)))


async def measure(load: Load, system: System, options: argparse.Namespace) -> dict[str, Any]:
    pids = system.pids
    empty = sum(map(memory, pids))
    async with httpx.AsyncClient(timeout=60, verify=False) as http:
        games: list[tuple[Table, list[str]]] = await run_in_parallel(
            options.tables, lambda number: load.create(number, http), "tables created"
        )
    before = sum(map(memory, pids))
    spectators = options.streams // options.tables - len(COLOURS)
    await run_in_parallel(
        options.tables,
        lambda number: load.sit(number, *games[number], spectators),
        "tables with all streams open",
    )
    streamed = sum(map(memory, pids))
    while not all(table.asked for table in load.tables):
        await asyncio.sleep(0.1)
    # Everything built so far stays until the end, so the collector can skip it.
    gc.collect()
    gc.freeze()
    for table in load.tables:
        table.begin()
    report = await at_rate(load, system, options.rate, options.seconds)
    if options.most:
        report["most moves a second with p99 of at most 100 ms"] = await most(load, system, options)
    load.stopped = True
    await asyncio.sleep(2.0)
    missed = sum(table.moves for table in load.tables) * (spectators + len(COLOURS)) - load.heard
    for listener in load.listeners:
        listener.transport.close()
    return {
        "tables": options.tables,
        "open streams": len(load.listeners),
        "nodes": len(pids),
        **report,
        "refused moves": len(load.refused),
        "events that a stream has missed": missed,
        "memory of the servers, MB (empty, tables created, all streams open)": [
            round(size) for size in (empty, before, streamed)
        ],
        "memory a running table, kB": round(1024 * (before - empty) / options.tables, 1),
        "memory an open stream, kB": round(1024 * (streamed - before) / len(load.listeners), 1),
    }


async def at_rate(load: Load, system: System, rate: float, seconds: float) -> dict[str, Any]:
    """Measure for `seconds` seconds at `rate` moves per second in total."""
    load.pause = len(load.tables) / rate
    await asyncio.sleep(max(5.0, 2 * load.pause))
    before = [await asyncio.to_thread(Stalls.of, server) for server in system.servers]
    machine = Machine(system.pids)
    load.begin_measuring()
    began, heard = time.perf_counter(), load.heard
    own = time.process_time()
    await asyncio.sleep(seconds)
    load.measuring, seconds, heard = False, time.perf_counter() - began, load.heard - heard
    did, own = machine.since(), time.process_time() - own
    stalls = [
        (await asyncio.to_thread(Stalls.of, server)).since(then)
        for server, then in zip(system.servers, before, strict=True)
    ]
    report: dict[str, Any] = {
        "moves asked for a second": rate,
        MOVES: round(len(load.acknowledged) / seconds, 1),
        ACKNOWLEDGED: [milliseconds(load.acknowledged, share) for share in (0.5, 0.99, 1.0)],
        "heard by both players after, ms (median, p99)": [
            milliseconds(load.told, share) for share in (0.5, 0.99)
        ],
        "events told a second": round(heard / seconds, 1),
        "generator late with its own moves, ms (median, p99)": [
            milliseconds(load.lateness, share) for share in (0.5, 0.99)
        ],
        "cores used by servers, generator, all on this machine": [
            round(each / seconds, 2) for each in (did.used, own, did.busy)
        ],
        "seconds taken by the host; page faults of the servers that read from disk": [
            round(did.stolen, 2),
            did.faults,
        ],
        "server time for a move and its events, ms": round(
            1000 * did.used / max(1, len(load.acknowledged)), 3
        ),
    }
    if stalls:
        report["event loop late, ms (median, p99, worst), for each node"] = [
            each.loop_lag() for each in stalls
        ]
        report["a commit took, ms (median, p99, worst), for each node"] = [
            each.commits() for each in stalls
        ]
        report["garbage collections (generation, how many, ms in all, worst ms), for each node"] = [
            each.collections() for each in stalls
        ]
    return report


async def most(load: Load, system: System, options: argparse.Namespace) -> int | None:
    """Find the highest rate with a 99th percentile within the limit, in steps of a tenth.

    Return None if even a tenth of the rate is beyond the limit.
    """

    async def holds(rate: float) -> bool:
        results = await at_rate(load, system, rate, options.seconds / 3)
        line = f"  {rate:.0f} asked for: {results[MOVES]}, {results[ACKNOWLEDGED]}"
        print(line, file=sys.stderr, flush=True)
        return bool(results[ACKNOWLEDGED][1] <= LIMIT and results[MOVES] >= 0.97 * rate)

    rate: float = options.rate
    if await holds(rate):
        while await holds(1.1 * rate):
            rate *= 1.1
        return round(rate)
    while (rate := rate / 1.1) > options.rate / 10:
        if await holds(rate):
            return round(rate)
    return None


@contextmanager
def running(kind: str) -> Iterator[tuple[System, type[Load]]]:
    """Start the system under test: ours on SQLite, ours on PostgreSQL, or boardgame.io."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="load-")))
        if kind == "boardgame":
            port, pid = stack.enter_context(load_boardgame.running(folder / "log"))
            yield System([], [port], [pid]), load_boardgame.BoardgameLoad
            return
        address, count = None, 1
        if kind == "postgresql":
            address, count = stack.enter_context(postgres()), 3
            assert cartagena("admin", "migrate", "--database", address).returncode == 0
        servers = []
        for number in range(count):
            (folder / str(number)).mkdir()
            servers.append(
                stack.enter_context(running_fresh(folder / str(number), address, **SETTINGS))
            )
        pids = [server.process.pid for server in servers if server.process is not None]
        yield System(servers, [server.port for server in servers], pids), Load


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--streams", type=int, default=5000)
    parser.add_argument("--rate", type=float, default=1000.0, help="moves a second to ask for")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--postgresql", action="store_true", help="three nodes on PostgreSQL")
    parser.add_argument("--beside", type=int, help="so many runs, each beside one of boardgame.io")
    parser.add_argument("--most", action="store_true", help="find the most moves a second, too")
    options = parser.parse_args()
    _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    kinds = ["postgresql" if options.postgresql else "sqlite"]
    if options.beside is not None:
        if load_boardgame.is_installed():
            kinds = [*kinds, "boardgame"] * options.beside
        else:
            print("boardgame.io is not installed here: it is left out.")
    for kind in kinds:
        with running(kind) as (system, clients):
            load = clients(system.ports, options.tables / options.rate)
            print(f"== {kind}")
            for name, value in uvloop.run(measure(load, system, options)).items():
                print(f"{name}: {value}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
