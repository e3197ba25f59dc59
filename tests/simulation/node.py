"""A simulated node: the services of a server in a simulated process."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from cartagena.server.engine.process import Worker, WorkerDied
from cartagena.server.metrics import Metrics
from cartagena.server.platform import Platform
from cartagena.server.services import Services
from cartagena.server.settings import Settings
from tests.simulation.bus import SimulatedBus
from tests.simulation.chance import SimulatedClock, SimulatedEntropy
from tests.simulation.loop import Process
from tests.simulation.notices import NOTICE_SECONDS, SimulatedPost
from tests.simulation.outbox import SimulatedOutbox
from tests.simulation.stores import (
    SimulatedBeats,
    SimulatedBlocks,
    SimulatedCommands,
    SimulatedJobs,
    SimulatedMutes,
    SimulatedStorage,
    SimulatedTokens,
)

if TYPE_CHECKING:
    from tests.simulation.world import World

T = TypeVar("T")

SETTINGS: Final = Settings(
    database="postgresql://simulated/cartagena",
    stream_backlog=20,
    idle_tables=2,
    bot_pace=1.5,
    chat_per_minute=1e6,
    tables_each=1000,
    streams_each=1000,
    notice_seconds=NOTICE_SECONDS,
)
"""Small limits, so that tables leave the cache and slow readers are cut off."""


@cache
def _unused_engine() -> AsyncEngine:
    """Return an engine for parts of the server that the simulation does not use."""
    return create_async_engine("sqlite+aiosqlite://")


@cache
def _metrics() -> Metrics:
    """Return the metrics of all nodes, which nothing reads."""
    return Metrics()


class SimulatedWorker:
    """A worker process that takes its time, and sometimes dies."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        await asyncio.sleep(self._rng.uniform(0, 1))
        if self._rng.random() < 0.05:
            raise WorkerDied
        return function(*arguments)

    async def run_reporting(
        self, on_report: Callable[[int], None], _function: Any, record: dict[str, Any]
    ) -> dict[str, Any]:
        """Report progress for a few seconds. The analysis itself is not simulated."""
        for done in range(3):
            await asyncio.sleep(self._rng.uniform(0, 3))
            on_report(done)
        return {"moves": len(record["moves"])}

    async def close(self) -> None:
        pass


class Node:
    """A node, which may be killed and started again."""

    def __init__(self, world: "World", number: int) -> None:
        self.world, self.number = world, number
        self.skew_ms = 0
        self.starts = 0
        self.disturbed_until = 0.0
        """When the last pause or cut of this node ends, in virtual seconds."""
        self._restarts = 0
        self.services: Services | None = None
        self.is_serving = False
        self._waiting: dict[asyncio.Future[Any], None] = {}
        """Requests that are being handled."""
        self.on_death: dict[Callable[[], None], None] = {}
        """Called when the node dies: clients lose their streams."""
        self.start()

    def start(self) -> None:
        """Start a process."""
        self.starts += 1
        self.process = Process(f"node {self.number}.{self.starts}")
        self.world.loop.call_soon(self._boot, context=self.process.context())

    def _boot(self) -> None:
        world, rng = self.world, self.world.rng(f"{self.process.name}")
        metrics, clock = _metrics(), SimulatedClock(world.loop, self.skew_ms)
        self.clock = clock
        platform = Platform(
            clock=clock,
            entropy=SimulatedEntropy(rng),
            metrics=metrics,
            storage=SimulatedStorage(world.database, metrics, clock, notifies=world.has_nodes),
            beats=SimulatedBeats(world.database),
            jobs=SimulatedJobs(world.database),
            mutes=SimulatedMutes(),
            blocks=SimulatedBlocks(world.database),
            outbox=SimulatedOutbox(world.database),
            post=SimulatedPost(world, self),
            relay=None,
            tokens=SimulatedTokens(world.database),
            commands=SimulatedCommands(world.database),
            bus=SimulatedBus(world.hub, self.process) if world.has_nodes else None,
            new_worker=lambda _name, _niceness: cast(Worker, SimulatedWorker(rng)),
            engine=_unused_engine(),
        )
        services = self.services = Services(SETTINGS, platform)
        opening = world.loop.create_task(services.open_tables())
        opening.add_done_callback(self._opened)

    def _opened(self, opening: "asyncio.Task[None]") -> None:
        if opening.cancelled() or opening.exception() is not None:
            # The process would exit, and its supervisor would start it again.
            self.world.later(1, self._exit, self.process)
        else:
            self.is_serving = True

    def _exit(self, process: Process) -> None:
        """Let a process end and start again, unless it was killed in the meantime."""
        if process is self.process and not process.dead:
            self.restart(0.5)

    def kill(self) -> None:
        """Kill the process. Clients lose their connections."""
        world = self.world
        world.loop.kill(self.process)
        world.hub.drop(self.process)
        self.is_serving = False
        self.services = None
        waiting, self._waiting = list(self._waiting), {}
        for result in waiting:
            world.later(world.delay(), _fail, result, ConnectionResetError("killed"))
        on_death, self.on_death = list(self.on_death), {}
        for callback in on_death:
            world.later(world.delay(), callback)

    def restart(self, seconds: float) -> None:
        """Kill the process if it lives, and start another after some seconds."""
        if not self.process.dead:
            self.kill()
        self._restarts += 1
        self.world.later(seconds, self._start_again, self._restarts)

    def _start_again(self, number: int) -> None:
        if number == self._restarts:
            self.start()

    def set_skew(self, skew_ms: int) -> None:
        """Change the clock of this node, now and after restarts."""
        self.skew_ms = skew_ms
        if self.services is not None:
            self.clock.skew_ms = skew_ms

    def request(self, handle: Callable[[Services], Awaitable[T]]) -> "asyncio.Future[T]":
        """Send a request. The result fails with `ConnectionError` if the connection breaks."""
        world = self.world
        result: asyncio.Future[T] = world.loop.create_future()

        def arrive() -> None:
            if self.is_serving and not self.process.dead:
                self._waiting[result] = None
                world.loop.call_soon(begin, context=self.process.context())
            else:
                world.later(world.delay(), _fail, result, ConnectionRefusedError())

        def begin() -> None:
            assert self.services is not None

            async def work() -> T:
                assert self.services is not None
                return await handle(self.services)

            world.loop.create_task(work()).add_done_callback(answer)

        def answer(done: "asyncio.Task[T]") -> None:
            self._waiting.pop(result, None)
            if done.cancelled():
                error: BaseException | None = ConnectionResetError("cancelled")
            else:
                error = done.exception()
            delay = world.delay()
            if world.loses_response():
                error = ConnectionResetError("lost")
            if error is not None:
                world.later(delay, _fail, result, error)
            else:
                world.later(delay, _succeed, result, done.result())

        if world.loses_request():
            world.later(world.delay(), _fail, result, ConnectionResetError("lost"))
        else:
            world.later(world.delay(), arrive)
        return result


def _fail(result: "asyncio.Future[Any]", error: BaseException) -> None:
    if not result.done():
        result.set_exception(error)


def _succeed(result: "asyncio.Future[Any]", value: Any) -> None:
    if not result.done():
        result.set_result(value)
