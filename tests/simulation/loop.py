"""An event loop with virtual time, and the simulated processes that run on it."""

import asyncio

# For event loops, as its documentation says.
from asyncio import _set_running_loop as set_running_loop
from collections import deque
from collections.abc import Callable
from contextvars import Context, ContextVar, copy_context
from functools import partial
from heapq import heappop, heappush
from itertools import count
from math import ceil
from typing import Any, Final

TICKS: Final = 1024
"""Ticks per second. All times are whole ticks, so that many things happen at the same moment."""
_MAX_TURNS: Final = 1_000_000
"""Number of loop turns after which a simulation counts as endless."""

process_here: ContextVar["Process | None"] = ContextVar("process", default=None)

_NOBODY: Final = Context()


class Stuck(Exception):  # noqa: N818
    """Nothing more can happen, or the loop never comes to rest."""


class Process:
    """A simulated process. Everything that it schedules belongs to it.

    A killed process runs nothing more, not even a `finally`. A paused one runs later.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.dead = self.paused = False
        self.held: list[SimulatedHandle] = []
        """The work that waits while it is paused."""
        self._context = copy_context()
        self._context.run(process_here.set, self)

    def context(self) -> Context:
        """Return a context for something that this process does."""
        return self._context.copy()


class SimulatedHandle(asyncio.TimerHandle):
    """A callback that waits for its turn or its time."""

    __slots__ = ("arguments", "call", "due", "is_cancelled", "own_context", "process")

    def __init__(
        self,
        due: float,
        call: Callable[..., Any],
        arguments: tuple[Any, ...],
        context: Context | None,
    ) -> None:
        # The parent's constructor is not called: it is slow, and nothing uses its attributes.
        self.due, self.call, self.arguments = due, call, arguments
        if context is None:
            context = copy_context()
        self.own_context = context
        self.process = context.get(process_here)
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True

    def cancelled(self) -> bool:
        return self.is_cancelled

    def when(self) -> float:
        return self.due


_Base: Any = asyncio.AbstractEventLoop
"""Typed as `Any`, because the simulation has no sockets and so lacks some methods of a loop."""


class SimulatedLoop(_Base):  # type: ignore[misc]
    """An event loop in which time passes only while everything waits."""

    def __init__(self) -> None:
        self._ready: deque[SimulatedHandle] = deque()
        self._timers: list[tuple[float, int, SimulatedHandle]] = []
        self._numbers = count()
        self._now = 0.0
        self._is_stopping = self._is_ending = False
        self._buried: list[SimulatedHandle] = []
        """Callbacks of dead processes, which never run."""
        self._graveyard: set[asyncio.Task[Any]] = set()
        """Tasks of dead processes, kept because garbage collection would run their `finally`."""
        self.turns = 0
        self.executor_delay: Callable[[], float] = lambda: 0.0
        self.on_error: Callable[[BaseException], None] = lambda _: None

    # The part of an event loop that a server without sockets uses.

    def time(self) -> float:
        return self._now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(
        self, coro: Any, *, name: str | None = None, context: Context | None = None
    ) -> asyncio.Task[Any]:
        return asyncio.Task(coro, loop=self, name=name, context=context)

    def call_soon(
        self, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> SimulatedHandle:
        handle = SimulatedHandle(self._now, callback, args, context)
        self._ready.append(handle)
        return handle

    def call_at(
        self, when: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> SimulatedHandle:
        due = ceil(when * TICKS) / TICKS
        handle = SimulatedHandle(due, callback, args, context)
        heappush(self._timers, (due, next(self._numbers), handle))
        return handle

    def call_later(
        self, delay: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> SimulatedHandle:
        due = ceil((self._now + delay) * TICKS) / TICKS
        handle = SimulatedHandle(due, callback, args, context)
        heappush(self._timers, (due, next(self._numbers), handle))
        return handle

    def call_after_turns(
        self, turns: int, callback: Callable[..., Any], *args: Any, context: Context
    ) -> None:
        """Call a callback after some turns of the loop: a socket becomes readable in any of them."""
        if turns:
            again = partial(self.call_after_turns, turns - 1, callback, *args, context=context)
            self.call_soon(again, context=context)
        else:
            callback(*args)

    def run_in_executor(
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Call a function at some moment in the near future."""
        result = self.create_future()

        def call() -> None:
            if result.done():
                return
            try:
                value = func(*args)
            except Exception as error:
                result.set_exception(error)
            else:
                result.set_result(value)

        self.call_later(self.executor_delay(), call)
        return result

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Ignore exceptions of tasks that nobody awaits. A server logs them."""

    def stop(self) -> None:
        self._is_stopping = True

    def run_forever(self) -> None:
        set_running_loop(self)
        try:
            while not self._is_stopping:
                self._turn()
        finally:
            self._is_stopping = False
            set_running_loop(None)

    def _turn(self) -> None:
        """Run everything that is ready. If nothing is, let time pass until the next timer."""
        ready, timers = self._ready, self._timers
        self.turns += 1
        if self.turns > _MAX_TURNS:
            raise Stuck("the simulation does not end")
        while timers and timers[0][2].is_cancelled:
            heappop(timers)
        if not ready:
            if not timers:
                raise Stuck("everything waits for something that will never happen")
            self._now = timers[0][0]
        while timers and timers[0][0] <= self._now:
            ready.append(heappop(timers)[2])
        next_ready, is_ending = ready.popleft, self._is_ending
        for _ in range(len(ready)):
            handle = next_ready()
            if handle.is_cancelled:
                continue
            process = handle.process
            if process is not None and not is_ending:
                if process.dead:
                    self._buried.append(handle)
                    continue
                if process.paused:
                    process.held.append(handle)
                    continue
            try:
                handle.own_context.run(handle.call, *handle.arguments)
            except Exception as error:
                self.on_error(error)

    # Processes.

    def kill(self, process: Process) -> None:
        """Stop a process at once, like SIGKILL."""
        self._graveyard |= asyncio.all_tasks(self)
        process.dead = True
        self._buried += process.held
        process.held.clear()

    def pause(self, process: Process) -> None:
        """Stop a process for a while, like SIGSTOP."""
        process.paused = True

    def resume(self, process: Process, turn: Callable[[], int] | None = None) -> None:
        """Continue a paused process. `turn` draws when it does each thing that has waited."""
        process.paused = False
        held, process.held = process.held, []
        if turn is None:
            self._ready.extend(held)
            return
        for handle in held:
            self.call_after_turns(turn(), self._ready.append, handle, context=_NOBODY)

    def end(self) -> None:
        """Let all tasks clean up, those of dead processes included."""
        self._is_ending, self.turns = True, 0
        for _ in range(20):
            tasks = asyncio.all_tasks(self)
            if not tasks:
                break
            for task in tasks:
                task.cancel()
            self._ready.extend(self._buried)
            self._buried.clear()
            self.call_later(2 / TICKS, self.stop)
            self.run_forever()
        self._graveyard.clear()
