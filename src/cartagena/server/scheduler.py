"""The scheduler of everything that falls due at a table: bots' moves, forced steps and clocks."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from cartagena.bots import View
from cartagena.protocol.requests import BotSpeed
from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.engine.engine import Engine, MoveRequest
from cartagena.server.errors import Conflict, NotFound, Refusal
from cartagena.server.settings import Settings
from cartagena.server.tables import duplicate, moves
from cartagena.server.tables.bus import TableBus
from cartagena.server.tables.decisions import Decision
from cartagena.server.tables.registry import TableRegistry
from cartagena.server.tables.table import Table

_RETRY_SECONDS: Final = 1.0
"""Pause in seconds before something that failed is tried again."""
_SWEEP_SECONDS: Final = 5.0
_SWEEP_LIMIT: Final = 200
_SWEEP_PAUSE: Final = 0.02
"""Pause in seconds after each table that a sweep opens: after a restart, many are overdue at once."""
_WATCHED_SECONDS: Final = 30.0
"""Time for which a table counts as watched after a request about it."""
_MAX_WATCHED_TABLES: Final = 10_000
_PACES: Final[dict[BotSpeed, float]] = {"slow": 2.5, "normal": 1.0, "fast": 0.3}
"""Factor on the minimum time for a bot's move, by the speed of its table."""
_OPENING: Final = 0.25
"""Factor at normal speed until a person has moved. Nobody waits long for their first turn."""
_GRACE_MS: Final = 3000
"""Time for a table's own node to act, before other nodes do so."""

log = logging.getLogger("cartagena.server")


def pace_of(table: Table) -> float:
    """Return the factor on the minimum time for the next move of a bot."""
    speed = table.setup.bot_speed
    people = [seat.colour for seat in table.seats if seat.kind == "player"]
    is_opening = bool(people) and not any(colour in people for colour in table.movers)
    return _OPENING if speed == "normal" and is_opening else _PACES[speed]


class TableScheduler:
    """Does everything that is due at the tables that are open on this node.

    Each table where something is due has one task, which is replaced when the table changes. A
    table of bots alone stands still unless a client watches it.
    """

    def __init__(
        self,
        registry: TableRegistry,
        bus: TableBus,
        engine: Engine,
        settings: Settings,
        is_watched: Callable[[str], bool],
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        """Build a scheduler. `is_watched` returns True if a stream of the table is open."""
        self._registry, self._engine, self._settings = registry, engine, settings
        self._is_watched, self._clock = is_watched, clock
        self._requested_at: OrderedDict[str, float] = OrderedDict()
        """When a client last asked for a table."""
        self._tasks: dict[str, tuple[int, asyncio.Task[None]]] = {}
        """The task that is due at each table, with a hash of its purpose."""
        self._is_closed = False
        bus.subscribe(on_change=self.schedule, on_watch=self._on_watch)

    async def close(self) -> None:
        """Stop. The next node that opens a table does what is due there."""
        self._is_closed = True
        tasks = [task for _, task in self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _on_watch(self, name: str) -> None:
        self._requested_at[name] = self._clock.steady()
        self._requested_at.move_to_end(name)
        if len(self._requested_at) > _MAX_WATCHED_TABLES:
            self._requested_at.popitem(last=False)
        table = self._registry.cached(name)
        if table is not None and not table.people():
            self.schedule(table)

    def _is_paused(self, table: Table) -> bool:
        """Return True if bots are alone at a table, and no client watches and no other table waits."""
        if table.people() or table.setup.duplicate or self._is_watched(table.id):
            return False
        return (
            self._clock.steady() - self._requested_at.get(table.id, float("-inf"))
            > _WATCHED_SECONDS
        )

    def schedule(self, table: Table) -> None:
        """Start the next task that is due at a table, unless it is already running."""
        running = self._tasks.get(table.id)
        if table.decider is None:
            if running is not None:
                running[1].cancel()
            return
        step = table.forced_step()
        level = "" if step else table.bot_to_move()
        due = None if level or step else table.due_at()
        at_once = bool(level or step)
        if (not at_once and due is None) or (at_once and self._is_paused(table)):
            return
        state = hash((table.game_seq, step, level, due))
        if running is not None:
            if running[0] == state and not running[1].done():
                return
            running[1].cancel()
        if level:
            work = self._move_bot(table, level)
        elif step:
            work = self._make_forced_step(table.id, table.game_seq)
        else:
            assert due is not None
            work = self._run_clock(table.id, table.game_seq, due)
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[table.id] = (state, task)
        task.add_done_callback(lambda done: self._finished(table.id, done))

    def _finished(self, name: str, task: asyncio.Task[None]) -> None:
        if name in self._tasks and self._tasks[name][1] is task:
            del self._tasks[name]
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal):
            log.error("what was due at a table failed", exc_info=error, extra={"table": name})
        if error is not None and not isinstance(error, (Conflict, NotFound)):
            # Nothing else may ever happen at a table of bots alone.
            asyncio.get_running_loop().call_later(_RETRY_SECONDS, self._schedule_again, name)

    def _schedule_again(self, name: str) -> None:
        table = self._registry.cached(name)
        if table is not None and not self._is_closed:
            self.schedule(table)

    async def _move_bot(self, table: Table, level: str) -> None:
        """Let the engine choose from the current view, and make the move after the bot's pause."""
        game, expected_seq = table.game, table.game_seq
        assert game is not None
        view, legal = View.of(game, game.decider), list(game.legal_moves)
        began = self._clock.steady()
        move = await self._engine.choose(
            MoveRequest(table.id, table.setup.owner, level, view, legal, duplicate.bot_seed(table))
        )
        pause = self._settings.bot_pace * pace_of(table)
        await asyncio.sleep(max(0.0, pause - (self._clock.steady() - began)))
        await self._act(table.id, moves.bot_move(move.text, expected_seq))

    async def _make_forced_step(self, table: str, expected_seq: int) -> None:
        await self._act(table, moves.forced_step(expected_seq))

    async def _run_clock(self, table: str, expected_seq: int, due: int) -> None:
        await asyncio.sleep(max(0, due - self._clock.now()) / 1000 + 0.01)
        await self._act(table, moves.time_out(expected_seq))

    async def _act(self, table: str, decide: Decision) -> None:
        # Shielded: the event itself makes `schedule` cancel this task.
        await asyncio.shield(self._registry.act(table, decide))

    async def sweep_forever(self) -> None:
        """Open tables where something is overdue, after a start or the death of another node."""
        grace = 0
        while True:
            try:
                before = self._clock.now() - grace
                for name in await self._registry.storage.due(before, _SWEEP_LIMIT):
                    if name not in self._tasks:
                        await self.resume(name, before)
                        await asyncio.sleep(_SWEEP_PAUSE)
            except Exception:
                log.exception("the sweep for overdue tables failed")
            grace = _GRACE_MS
            await asyncio.sleep(_SWEEP_SECONDS)

    async def resume(self, name: str, before: int) -> None:
        """Do what is due at a table. If nothing is, as with bots alone, clear its due time."""
        try:
            table = await self._registry.table(name)
        except Refusal as refusal:
            # It was deleted, or began under other rules. It must not keep the sweep from others.
            log.warning("a table is not opened: %s", refusal.kind, extra={"table": name})
            await self._registry.storage.clear_due(name, before)
            return
        self.schedule(table)
        if table.due_at() is None:
            await self._registry.storage.clear_due(name, before)
