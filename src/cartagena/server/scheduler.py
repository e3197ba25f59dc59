"""What the server itself does at a table: bots choose their moves, and time limits run out."""

import asyncio
import logging
import os
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from cartagena.bots import View
from cartagena.protocol.requests import BotSpeed
from cartagena.rules.notation.moves import Move
from cartagena.server.clock import now
from cartagena.server.engine.engine import choose, is_quick
from cartagena.server.engine.fair_queue import QUICK, Job, SearchQueue
from cartagena.server.engine.process import SearchProcess, WorkerDied
from cartagena.server.errors import Refusal
from cartagena.server.rate_limit import TokenBucket
from cartagena.server.settings import Settings
from cartagena.server.tables import moves
from cartagena.server.tables.bus import TableBus
from cartagena.server.tables.registry import TableRegistry
from cartagena.server.tables.table import Table

_SWEEP_SECONDS: Final = 5.0
_SWEEP_LIMIT: Final = 200
_SWEEP_PAUSE: Final = 0.02
"""Seconds between two tables that are opened: after a restart many are overdue at once."""
_WATCHED_FOR: Final = 30.0
"""Seconds for which a table counts as watched after a request about it."""
_WATCHED_TABLES: Final = 10_000
_BURST: Final = 30.0
"""Seconds of thinking that an address may use at once."""
_PACES: Final[dict[BotSpeed, float]] = {"slow": 2.5, "normal": 1.0, "fast": 0.3}
"""How many times the usual pace a bot takes at least for a move, by the speed of its table."""
_GRACE: Final = 3000
"""Milliseconds that the node of a table gets before another node does what is due there."""

log = logging.getLogger("cartagena.server")


class TableScheduler:
    """Lets bots move and time run out at the tables that are open on this node.

    Each table where something is due has one task, which is replaced when the table changes. At a
    table of bots alone nothing happens unless somebody watches it.
    """

    def __init__(
        self,
        registry: TableRegistry,
        feed: TableBus,
        settings: Settings,
        searching: SearchProcess,
        *,
        is_watched: Callable[[str], bool],
        place_of: Callable[[str], str],
    ) -> None:
        """`is_watched` tells who listens to a table, `place_of` where an identity was last."""
        self._registry, self._settings = registry, settings
        self._is_watched, self._place_of = is_watched, place_of
        budget = TokenBucket(settings.bot_budget, _BURST * settings.bot_budget)
        self._thinking = SearchQueue(settings.bot_threads or (os.cpu_count() or 1) - 1, budget)
        self._searching = searching
        self._threads = ThreadPoolExecutor(QUICK, "bot")
        """For bots that choose at once."""
        self._quick: dict[str, bool] = {}
        """Whether bots of a level choose at once, of those that have sat at a table."""
        self._seen: OrderedDict[str, float] = OrderedDict()
        """When somebody last asked for a table."""
        self._tasks: dict[str, tuple[int, asyncio.Task[None]]] = {}
        feed.subscribe(on_change=self.schedule, on_watch=self._on_watch)

    @property
    def waiting(self) -> int:
        """How many bots wait to think."""
        return self._thinking.waiting

    async def close(self) -> None:
        """Stop; what is due is done by whoever opens the table next."""
        tasks = [task for _, task in self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinking.close()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _on_watch(self, name: str) -> None:
        self._seen[name] = time.monotonic()
        self._seen.move_to_end(name)
        if len(self._seen) > _WATCHED_TABLES:
            self._seen.popitem(last=False)
        table = self._registry.cached(name)
        if table is not None and not table.people():
            self.schedule(table)

    def _is_paused(self, table: Table) -> bool:
        """Whether bots are alone at a table, and nobody sees what they do."""
        if table.people() or self._is_watched(table.id):
            return False
        return time.monotonic() - self._seen.get(table.id, float("-inf")) > _WATCHED_FOR

    def schedule(self, table: Table) -> None:
        """Start the task for what the server must do next at a table, unless it is running."""
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
            work = self._move(table, level)
        elif step:
            work = self._step(table.id, table.game_seq)
        else:
            assert due is not None
            work = self._wait_for(table.id, table.game_seq, due)
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[table.id] = (state, task)
        task.add_done_callback(lambda done: self._finished(table.id, done))

    def _finished(self, name: str, task: asyncio.Task[None]) -> None:
        if name in self._tasks and self._tasks[name][1] is task:
            del self._tasks[name]
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Refusal):
            log.error("a bot or a time limit failed", exc_info=error, extra={"table": name})

    async def _move(self, table: Table, level: str) -> None:
        """Let a bot think and move. It gets a view made now, and never touches the game."""
        game, expected_seq = table.game, table.game_seq
        assert game is not None
        view, legal = View.of(game, game.decider), list(game.legal_moves)
        clock = asyncio.get_running_loop()
        began = clock.time()
        if len(legal) == 1:
            move = legal[0]
        else:
            owner = table.setup.owner
            quick = self._quick.get(level)
            if quick is None:  # the bot is loaded for that, which takes a while
                quick = await clock.run_in_executor(self._threads, is_quick, level)
                self._quick[level] = quick
            think = self._choose_at_once if quick else self._search
            job = Job(
                self._place_of(owner),
                owner,
                table.id,
                quick,
                partial(think, table.id, level, view, legal),
            )
            move = await self._thinking.choose(job, self._settings.bot_seconds)
        pace = self._settings.bot_pace * _PACES[table.setup.bot_speed]
        pace -= clock.time() - began
        if pace > 0:
            await asyncio.sleep(pace)
        # Shielded: the move's own event calls `schedule`, which cancels this task.
        await asyncio.shield(self._registry.act(table.id, moves.bot_move(move.text, expected_seq)))

    async def _choose_at_once(
        self, table: str, level: str, view: View, legal: list[Move], seconds: float
    ) -> Move:
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, choose, table, level, view, legal, seconds
        )

    async def _search(
        self, table: str, level: str, view: View, legal: list[Move], seconds: float
    ) -> Move:
        try:
            return await self._searching.run(choose, table, level, view, legal, seconds)
        except WorkerDied:
            # A table must not stand still because bots cannot search.
            log.error("bot %s moves without a search", level, extra={"table": table})
            return secrets.choice(legal)

    async def _step(self, table: str, expected_seq: int) -> None:
        await asyncio.shield(self._registry.act(table, moves.forced_step(expected_seq)))

    async def _wait_for(self, table: str, expected_seq: int, due: int) -> None:
        await asyncio.sleep(max(0, due - now()) / 1000 + 0.01)
        await asyncio.shield(self._registry.act(table, moves.lapse(expected_seq)))

    async def sweep_forever(self) -> None:
        """Open tables where something is overdue: after a start, or when another node has died."""
        grace = 0
        while True:
            try:
                before = now() - grace
                for name in await self._registry.storage.due(before, _SWEEP_LIMIT):
                    if name not in self._tasks:
                        await self._resume(name, before)
                        await asyncio.sleep(_SWEEP_PAUSE)
            except Exception:
                log.exception("the search for overdue tables failed")
            grace = _GRACE
            await asyncio.sleep(_SWEEP_SECONDS)

    async def _resume(self, name: str, before: int) -> None:
        """Do what is due at a table; if nothing is, as with bots alone, do not look again."""
        table = await self._registry.table(name)
        self.schedule(table)
        if table.due_at() is None:
            await self._registry.storage.clear_due(name, before)
