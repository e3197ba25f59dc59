"""The engine's front door: which bot thinks, for how long, and what happens if it cannot."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, cast

import pytest

from cartagena import Game
from cartagena.bots import View
from cartagena.server.engine import tasks
from cartagena.server.engine.engine import Engine, ExploreRequest, MoveRequest
from cartagena.server.engine.process import Worker, WorkerDied, WorkerError
from cartagena.server.limits import Limits
from cartagena.server.settings import Settings

GAME = Game("jamaica", players=2, seed=1)
LEGAL = list(GAME.legal_moves)
LATER = GAME.copy()
LATER.push(LEGAL[0])


def request(owner: str, table: str, level: str = "captain") -> MoveRequest:
    return MoveRequest(table, owner, level, View.of(GAME, GAME.decider), LEGAL)


class FakeWorker:
    """A worker whose searches end when the test ends them."""

    def __init__(self, *_: Any) -> None:
        self.finish = asyncio.Event()
        self.finish.set()
        self.seconds: list[float] = []
        self.ratings = 0
        self.error: Exception | None = None

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        if function is tasks.rate_moves:
            self.ratings += 1
            return []
        self.seconds.append(arguments[4])
        await self.finish.wait()
        if self.error is not None:
            raise self.error
        return LEGAL[-1]

    async def close(self) -> None:
        self.finish.set()


@pytest.fixture
def worker() -> FakeWorker:
    return FakeWorker()


@pytest.fixture
async def engine(worker: FakeWorker) -> AsyncIterator[Engine]:
    settings = Settings(bot_threads=1, bot_seconds=0.5, bot_budget=1 / 30)
    engine = Engine(
        settings,
        Limits(settings),
        network_of=lambda owner: f"network of {owner}",
        new_worker=lambda *_: cast(Worker, worker),
    )
    yield engine
    await engine.close()


async def test_a_single_legal_move_needs_no_bot(engine: Engine, worker: FakeWorker) -> None:
    only = MoveRequest("table", "anna", "captain", View.of(GAME, GAME.decider), LEGAL[:1])
    assert await engine.choose(only) is LEGAL[0]
    assert worker.seconds == []


async def test_a_quick_bot_does_not_wait_for_searches(engine: Engine, worker: FakeWorker) -> None:
    worker.finish.clear()
    searches = [
        asyncio.create_task(engine.choose(request("anna", str(number)))) for number in range(5)
    ]
    async with asyncio.timeout(30):
        while engine.waiting_bots < 4:
            await asyncio.sleep(0.01)
        assert await engine.choose(request("bert", "quick", "drunk")) in LEGAL
    assert not any(search.done() for search in searches)
    searches[4].cancel()
    await asyncio.gather(searches[4], return_exceptions=True)
    assert engine.waiting_bots == 3
    worker.finish.set()
    async with asyncio.timeout(30):
        assert await asyncio.gather(*searches[:4]) == [LEGAL[-1]] * 4


async def test_quick_bots_use_the_budget_of_their_network(engine: Engine) -> None:
    """Crowds of them once wrote more events than all other tables together."""
    async with asyncio.timeout(30):
        for number in range(50):
            await engine.choose(request("anna", str(number), "drunk"))
    late = asyncio.create_task(engine.choose(request("anna", "late", "drunk")))
    async with asyncio.timeout(30):
        assert await engine.choose(request("bert", "table", "drunk")) in LEGAL
    done, _ = await asyncio.wait([late], timeout=0.3)
    assert not done
    late.cancel()


async def test_a_cancelled_search_keeps_its_slot_until_it_ends(
    engine: Engine, worker: FakeWorker
) -> None:
    worker.finish.clear()
    first = asyncio.create_task(engine.choose(request("anna", "1")))
    while not worker.seconds:
        await asyncio.sleep(0.01)
    first.cancel()
    second = asyncio.create_task(engine.choose(request("anna", "2")))
    await asyncio.gather(first, return_exceptions=True)
    await asyncio.sleep(0.01)
    assert (engine.waiting_bots, len(worker.seconds)) == (1, 1)
    worker.finish.set()
    assert await second is LEGAL[-1]


async def test_over_budget_a_network_gets_less_time_but_all_its_moves(
    engine: Engine, worker: FakeWorker
) -> None:
    for number in range(4):
        await engine.choose(request("anna", str(number)))
    await engine.choose(request("bert", "table"))
    assert worker.seconds == pytest.approx([0.5, 0.5, 0.05, 0.05, 0.5])


async def test_without_a_worker_a_bot_makes_any_move(engine: Engine, worker: FakeWorker) -> None:
    worker.error = WorkerDied()
    assert await engine.choose(request("anna", "table")) in LEGAL


async def test_an_error_reaches_the_caller_and_frees_the_slot(
    engine: Engine, worker: FakeWorker
) -> None:
    worker.error = WorkerError("broken")
    with pytest.raises(WorkerError, match="broken"):
        await engine.choose(request("anna", "table"))
    worker.error = None
    assert await engine.choose(request("anna", "table")) is LEGAL[-1]


async def test_a_board_of_a_finished_game_is_not_that_of_the_running_one(
    engine: Engine, worker: FakeWorker
) -> None:
    """`at` is the number of an event in a running game, and of a move in a finished one."""
    boards = {}
    for status, game in (("running", GAME), ("finished", LATER), ("running", LATER)):
        request = ExploreRequest("a-table", status, 3, "anna", game, (), False)
        boards[status] = (await engine.explore(request)).view
    assert worker.ratings == 2
    assert boards["running"] != boards["finished"]
