"""Bots at their seats, and time limits: what the server itself must do at a table."""

import asyncio
import logging
import secrets
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Final

from cartagena.players import Bot, View, budget_for, create
from cartagena.players.warm_up import warm_up
from cartagena.rules.notation.moves import Move
from cartagena.server.api.problems import Problem
from cartagena.server.settings import Settings
from cartagena.server.tables import moves
from cartagena.server.tables.registry import Harbour, now
from cartagena.server.tables.table import Table

_SWEEP_SECONDS: Final = 5.0
_SWEEP_AT_ONCE: Final = 200
_GRACE: Final = 3000
"""Milliseconds after which another node may think that nobody does what is due."""

log = logging.getLogger("cartagena.server")


class Crew:
    """Lets bots move and time run out at the tables that are open on this node."""

    def __init__(self, harbour: Harbour, settings: Settings) -> None:
        self._harbour, self._settings = harbour, settings
        self._threads = ThreadPoolExecutor(max(1, settings.bot_threads), "bot")
        self._bots: dict[tuple[str, str], tuple[str, Bot]] = {}
        self._tasks: dict[str, tuple[int, asyncio.Task[None]]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        harbour.on_change = self.attend

    def open(self) -> None:
        """Begin to look for tables where something is due."""
        self._sweeper = asyncio.create_task(self._sweep_for_ever(), name="sweeper")

    async def close(self) -> None:
        """Stop; what is due is done by whoever opens the table next."""
        tasks = [task for _, task in self._tasks.values()]
        if self._sweeper is not None:
            tasks.append(self._sweeper)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def attend(self, table: Table) -> None:
        """Something has changed at a table: see to what the server must do there next."""
        standing = self._tasks.get(table.id)
        if table.decider is None:
            if standing is not None:
                standing[1].cancel()
            for seat in table.seats:
                self._bots.pop((table.id, seat.colour), None)
            return
        level, deadline = table.is_for_bot(), table.deadline()
        if not level and deadline is None:
            return
        state = hash((table.game_seq, level, deadline))
        if standing is not None:
            if standing[0] == state and not standing[1].done():
                return
            standing[1].cancel()
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
        if error is not None and not isinstance(error, Problem):
            log.error("a bot or clock failed", exc_info=error, extra={"table": name})

    async def _move(self, table: Table, level: str) -> None:
        """Think and move. What the bot sees is taken now; the thread never touches the game."""
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
        # Shielded: the move's own event calls `attend`, which cancels what stood before.
        await asyncio.shield(self._harbour.act(table.id, moves.bot_move(move.text, answers)))

    def _think(self, table: str, level: str, view: View, legal: list[Move]) -> Move:
        known = self._bots.get((table, view.colour))
        if known is None or known[0] != level:
            warm_up(level)  # compiled or loaded long ago, but for the first seconds of a server
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
        await asyncio.shield(self._harbour.act(table, moves.lapse(answers)))

    async def _sweep_for_ever(self) -> None:
        """Open tables where something is due that nobody does: after a start, or a node's end."""
        grace = 0
        while True:
            try:
                for name in await self._harbour.storage.due(now() - grace, _SWEEP_AT_ONCE):
                    if name not in self._tasks:
                        self.attend(await self._harbour.table(name))
            except Exception:
                log.exception("looking for what is due failed")
            grace = _GRACE
            await asyncio.sleep(_SWEEP_SECONDS)
