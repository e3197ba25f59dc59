"""The worker process: apart from the server, and harmless when it dies."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from random import Random
from time import monotonic
from typing import cast

import pytest

from cartagena import Game
from cartagena.bots import View
from cartagena.bots.registry import BOTS
from cartagena.server.engine.messages import Call, Report, encode
from cartagena.server.engine.process import Worker, WorkerDied, WorkerError
from cartagena.server.engine.tasks import choose_move, is_quick
from cartagena.server.metrics import Metrics


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
async def worker(metrics: Metrics) -> AsyncIterator[Worker]:
    process = Worker("search-process", 10, metrics, "warning")
    yield process
    await process.close()


async def test_has_its_own_low_priority_process_until_closed(worker: Worker) -> None:
    assert worker.pid is None
    pid = await worker.run(os.getpid)
    assert pid == worker.pid != os.getpid()
    assert await worker.run(os.nice, 0) > os.nice(0)
    await worker.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(WorkerDied):
        await worker.run(os.getpid)


def test_ends_during_a_call_when_the_server_is_killed() -> None:
    command = [sys.executable, "-m", "cartagena.server.engine.worker", "10", "warning"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.write(encode(Call(1, signal.pause, (), {}, reports=False)))
        process.stdin.close()  # as the system does for a process that is killed
        assert process.wait(120) == 0


@pytest.mark.slow
async def test_a_captain_searches_for_its_time(worker: Worker) -> None:
    game = Game("everything", players=3, seed=2)
    view, legal = View.of(game, game.decider), list(game.legal_moves)
    await worker.run(choose_move, "table", "captain", view, legal, 0.01, 1)
    began = monotonic()
    moves = await asyncio.gather(
        *(worker.run(choose_move, "table", "captain", view, legal, 0.2, 1) for _ in range(2))
    )
    assert all(move in legal for move in moves)
    assert monotonic() - began > 0.1, "before half of the time no choice can be clear"


async def test_calls_do_not_wait_for_each_other(worker: Worker) -> None:
    slow = asyncio.create_task(worker.run(signal.pause))
    assert [await worker.run(abs, -number) for number in range(3)] == [0, 1, 2]
    assert not slow.done()
    slow.cancel()


def count(report: Report, steps: int) -> str:
    """Report each step, in the worker."""
    for number in range(1, steps + 1):
        report(number)
    return "done"


async def test_progress_is_reported_before_the_result(worker: Worker) -> None:
    reports: list[int] = []
    assert await worker.run_reporting(reports.append, count, 3) == "done"
    assert reports == [1, 2, 3]
    with pytest.raises(WorkerError, match="TypeError"):
        await worker.run_reporting(reports.append, count, cast(int, None))


async def test_a_call_with_reports_is_not_repeated(worker: Worker) -> None:
    pid = await worker.run(os.getpid)
    reports: list[int] = []
    call = asyncio.create_task(worker.run_reporting(reports.append, count, 10**9))
    await asyncio.sleep(0.1)
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(WorkerDied):
        await call


async def test_exceptions_are_passed_on(worker: Worker) -> None:
    with pytest.raises(WorkerError, match="ZeroDivisionError"):
        await worker.run(divmod, 1, 0)
    assert await worker.run(abs, -2) == 2


async def test_a_dead_worker_is_replaced_and_counted(worker: Worker, metrics: Metrics) -> None:
    first = await worker.run(os.getpid)
    call = asyncio.create_task(worker.run(Random(1).random))
    os.kill(first, signal.SIGKILL)
    await call
    assert await worker.run(os.getpid) != first
    with pytest.raises(WorkerDied):
        await worker.run(os.abort)
    assert 'cartagena_task_failures_total{task="search-process"} 3.0' in metrics.text().decode()
    assert await worker.run(abs, -2) == 2


def test_quick_bots_are_known_without_a_search() -> None:
    assert [level for level in BOTS if is_quick(level)] == [
        "drunk",
        "stowaway",
        "cabin-boy",
        "cook",
        "deckhand",
        "gunner",
        "bosun",
    ]
