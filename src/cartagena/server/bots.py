"""What the server itself does at a table: bots choose their moves, and time limits run out."""

import asyncio
import logging
import secrets
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Final

from cartagena.players import Bot, View, budget_for, create
from cartagena.players.warm_up import warm_up
from cartagena.rules.notation.moves import Move
from cartagena.server.clock import now
from cartagena.server.errors import Refusal
from cartagena.server.settings import Settings
from cartagena.server.tables import moves
from cartagena.server.tables.feed import TableFeed
from cartagena.server.tables.registry import TableRegistry
from cartagena.server.tables.table import Table

_SWEEP_SECONDS: Final = 5.0
_SWEEP_LIMIT: Final = 200
_GRACE: Final = 3000
"""Milliseconds that the node of a table gets before another node does what is due there."""

log = logging.getLogger("cartagena.server")


class BotScheduler:
    """Lets bots move and time run out at the tables that are open on this node.

    Each table where something is due has one task, which is replaced when the table changes.
    """

    def __init__(self, registry: TableRegistry, feed: TableFeed, settings: Settings) -> None:
        self._registry, self._settings = registry, settings
        self._threads = ThreadPoolExecutor(max(1, settings.bot_threads), "bot")
        self._bots: dict[tuple[str, str], tuple[str, Bot]] = {}
        self._tasks: dict[str, tuple[int, asyncio.Task[None]]] = {}
        feed.subscribe(on_change=self.schedule)

    async def close(self) -> None:
        """Stop; what is due is done by whoever opens the table next."""
        tasks = [task for _, task in self._tasks.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def schedule(self, table: Table) -> None:
        """Start the task for what the server must do next at a table, unless it is running."""
        running = self._tasks.get(table.id)
        if table.decider is None:
            if running is not None:
                running[1].cancel()
            for seat in table.seats:
                self._bots.pop((table.id, seat.colour), None)
            return
        level, deadline = table.bot_to_move(), table.deadline()
        if not level and deadline is None:
            return
        state = hash((table.game_seq, level, deadline))
        if running is not None:
            if running[0] == state and not running[1].done():
                return
            running[1].cancel()
        if level:
            work = self._move(table, level)
        else:
            assert deadline is not None
            work = self._wait_for(table.id, table.game_seq, deadline)
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
        """Let a bot think and move. It gets a view made now; its thread never touches the game."""
        game, answers = table.game, table.game_seq
        assert game is not None
        view, legal = View.of(game, game.decider), list(game.legal_moves)
        clock = asyncio.get_running_loop()
        began = clock.time()
        if len(legal) == 1:
            move = legal[0]
        else:
            move = await clock.run_in_executor(
                self._threads, self._think, table.id, level, view, legal
            )
        pace = self._settings.bot_pace - (clock.time() - began)
        if pace > 0:
            await asyncio.sleep(pace)
        # Shielded: the move's own event calls `schedule`, which cancels this task.
        await asyncio.shield(self._registry.act(table.id, moves.bot_move(move.text, answers)))

    def _think(self, table: str, level: str, view: View, legal: list[Move]) -> Move:
        known = self._bots.get((table, view.colour))
        if known is None or known[0] != level:
            warm_up(level)  # done at the start of the server, but perhaps not finished yet
            known = self._bots[table, view.colour] = (level, create(level))
        budget = budget_for(known[1], self._settings.bot_seconds)
        rng = Random(secrets.randbits(64))
        try:
            return known[1].choose(view, legal, rng, budget)
        except Exception:
            # A table must not stand still because a bot is broken.
            log.exception("bot %s failed", level, extra={"table": table})
            return rng.choice(legal)

    async def _wait_for(self, table: str, answers: int, deadline: int) -> None:
        await asyncio.sleep(max(0, deadline - now()) / 1000 + 0.01)
        await asyncio.shield(self._registry.act(table, moves.lapse(answers)))

    async def sweep_forever(self) -> None:
        """Open tables where something is overdue: after a start, or when another node has died."""
        grace = 0
        while True:
            try:
                for name in await self._registry.storage.due(now() - grace, _SWEEP_LIMIT):
                    if name not in self._tasks:
                        self.schedule(await self._registry.table(name))
            except Exception:
                log.exception("the search for overdue tables failed")
            grace = _GRACE
            await asyncio.sleep(_SWEEP_SECONDS)
