"""The process in which bots search: apart from the server, and of no harm when it dies."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from random import Random
from time import monotonic

import pytest

from cartagena import Game
from cartagena.bots import View
from cartagena.bots.registry import BUILT_IN
from cartagena.server.engine.engine import choose, is_quick
from cartagena.server.engine.process import SearchProcess, WorkerDied, WorkerError
from cartagena.server.metrics import Metrics


@pytest.fixture
async def searching() -> AsyncIterator[SearchProcess]:
    process = SearchProcess(Metrics(), "warning")
    yield process
    await process.close()


async def test_it_is_another_process_of_lower_priority_that_ends_with_the_server(
    searching: SearchProcess,
) -> None:
    assert searching.pid is None
    pid = await searching.run(os.getpid)
    assert pid == searching.pid != os.getpid()
    assert await searching.run(os.nice, 0) > os.nice(0)
    await searching.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(WorkerDied):
        await searching.run(os.getpid)


async def test_it_ends_when_the_server_is_killed(searching: SearchProcess) -> None:
    await searching.run(os.getpid)
    child = searching._child
    assert child is not None
    assert child.stdin is not None
    child.stdin.close()  # as the system does for a process that is killed
    await child.wait()
    with pytest.raises(ProcessLookupError):
        os.kill(child.pid, 0)


@pytest.mark.slow
async def test_a_captain_searches_there_for_its_time(searching: SearchProcess) -> None:
    game = Game("everything", players=3, seed=2)
    view, legal = View.of(game, game.decider), list(game.legal_moves)

    await searching.run(choose, "table", "captain", view, legal, 0.01)
    began = monotonic()
    moves = await asyncio.gather(
        *(searching.run(choose, "table", "captain", view, legal, 0.2) for _ in range(2))
    )
    assert all(move in legal for move in moves)
    assert monotonic() - began > 0.1, "before half of the time no choice can be clear"


async def test_calls_do_not_wait_for_each_other(searching: SearchProcess) -> None:
    slow = asyncio.create_task(searching.run(signal.pause))
    assert [await searching.run(abs, -number) for number in range(3)] == [0, 1, 2]
    assert not slow.done()
    slow.cancel()


async def test_what_is_raised_there_is_raised_here(searching: SearchProcess) -> None:
    with pytest.raises(WorkerError, match="ZeroDivisionError"):
        await searching.run(divmod, 1, 0)
    assert await searching.run(abs, -2) == 2


async def test_when_it_dies_it_is_started_again_and_told_of(searching: SearchProcess) -> None:
    first = await searching.run(os.getpid)
    asked = asyncio.create_task(searching.run(Random(1).random))
    os.kill(first, signal.SIGKILL)
    await asked
    assert await searching.run(os.getpid) != first
    with pytest.raises(WorkerDied):
        await searching.run(os.abort)
    told = searching._metrics.text().decode()
    assert 'cartagena_task_failures_total{task="search-process"} 3.0' in told
    assert await searching.run(abs, -2) == 2


def test_which_bots_search_is_known_without_letting_them() -> None:
    assert [level for level in BUILT_IN if is_quick(level)] == [
        "drunk",
        "stowaway",
        "cabin-boy",
        "cook",
        "deckhand",
        "gunner",
        "bosun",
    ]
