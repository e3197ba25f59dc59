"""The front door of the engine: bots' moves, hints, analysis boards and analyses.

Quick bots choose in threads of the server. Everything else is computed in worker processes of
lower priority, so that the event loop never waits for a search.

Requests carry views, never the game, so no answer can depend on what a seat must not know. The
exception is an analysis board, whose first step is to deal again everything that its seat cannot
see.
"""

import asyncio
import logging
import os
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from cartagena.bots import View
from cartagena.daily.check import Rejection, check_moves
from cartagena.game import Game
from cartagena.protocol.daily import DailyResult
from cartagena.protocol.hints import ExploredPosition, Hint, HintMove
from cartagena.rules.chance.seeds import derive_seed
from cartagena.rules.notation.moves import Move
from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.engine import tasks
from cartagena.server.engine.fair_queue import FairSemaphore, Ticket
from cartagena.server.engine.messages import Report
from cartagena.server.engine.process import WorkerDied, WorkerFactory
from cartagena.server.engine.shared_results import SharedResults
from cartagena.server.entropy import SYSTEM_ENTROPY, Entropy
from cartagena.server.errors import TooMany
from cartagena.server.limits import Limits
from cartagena.server.rate_limit import SharedLimit, TokenBucket
from cartagena.server.settings import Settings
from cartagena.server.tables.analysis_board import explore

_SEED_BITS: Final = 64
"""Size of the seed of a bot's choice."""
_QUICK_BOTS: Final = 2
"""Number of quick bots that may choose at the same time."""
_SEARCH_NICENESS: Final = 10
_ANALYSIS_NICENESS: Final = 5
_BURST_SECONDS: Final = 30.0
"""Thinking time that a network may use in one burst, in multiples of its budget."""
_QUICK_SECONDS: Final = 0.02
"""Thinking time charged for a move of a quick bot. Most of it is the work on its event."""
_OVER_BUDGET: Final = 0.1
"""Share of its time that a bot gets when the budget of its network is used up."""
_MAX_WAITING_CHECKS: Final = 100
"""Daily escapes that may wait to be checked."""
_MAX_WAITING_HINTS: Final = 8
"""Hints and analysis boards that may wait to be computed."""

log = logging.getLogger("cartagena.server")

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class MoveRequest:
    """A choice that a bot has to make."""

    table: str
    owner: str
    """The identity that owns the table: its network pays for the search."""
    level: str
    view: View
    legal: list[Move]
    seed: int | None = None
    """The seed of a choice that is the same wherever this view is. Such a bot uses no clock."""


@dataclass(frozen=True, slots=True)
class HintRequest:
    """A player's question for the best moves in a running game."""

    table: str
    expected_seq: int
    identity: str
    """The identity that asks. The number of its requests is limited."""
    view: View
    legal: list[Move]


@dataclass(frozen=True, slots=True)
class ExploreRequest:
    """Moves to play on an analysis board that starts from a position of a game."""

    table: str
    status: str
    """The table's status. In a running game `at` is an event, in a finished one a move."""
    at: int
    identity: str
    start: Game
    moves: tuple[str, ...]
    reply: bool
    """True if bots then play for the others until the seat may choose again."""


class Engine:
    """Chooses bots' moves, finds hints and analyses games, each fairly and within its limits."""

    def __init__(
        self,
        settings: Settings,
        limits: Limits,
        network_of: Callable[[str], str],
        new_worker: WorkerFactory,
        clock: Clock = SYSTEM_CLOCK,
        entropy: Entropy = SYSTEM_ENTROPY,
    ) -> None:
        """Build an engine. `network_of` returns the network from which an identity last came."""
        self._settings, self._network_of = settings, network_of
        self._entropy = entropy
        self._search = new_worker("search-process", _SEARCH_NICENESS)
        self._new_worker = new_worker
        self._search_slots = FairSemaphore(
            settings.bot_threads or max(1, (os.cpu_count() or 1) - 1)
        )
        self._budget = TokenBucket(settings.bot_budget, _BURST_SECONDS * settings.bot_budget, clock)
        self._quick_threads = ThreadPoolExecutor(_QUICK_BOTS, "bot")
        self._quick_slots = FairSemaphore(_QUICK_BOTS)
        self._is_quick: dict[str, bool] = {}
        """By level, True if its bots choose at once. A level is added when it is first needed."""
        self._thinking: set[asyncio.Task[Move]] = set()
        self._hints = SharedResults()
        self._checking = asyncio.Lock()
        self._waiting_checks = 0
        self._limits = limits

    @property
    def waiting_bots(self) -> int:
        """Return the number of bots that wait for their turn to think."""
        return self._quick_slots.waiting + self._search_slots.waiting

    async def close(self) -> None:
        """Stop without waiting for running computations."""
        for task in self._thinking:
            task.cancel()
        self._quick_threads.shutdown(wait=False, cancel_futures=True)
        await self._search.close()

    # Bots.

    async def choose(self, request: MoveRequest) -> Move:
        """Return the move of a bot, once it has had its turn to think."""
        if len(request.legal) == 1:
            return request.legal[0]
        quick = await self._chooses_at_once(request.level)
        slots = self._quick_slots if quick else self._search_slots
        ticket = Ticket(self._network_of(request.owner), request.owner, request.table)
        if quick:
            await asyncio.sleep(self._budget.reserve(ticket.network, _QUICK_SECONDS))
        await slots.acquire(ticket)
        # The task is separate: the slot stays taken until the bot has chosen, even if the caller has
        # been cancelled, because a search cannot be interrupted.
        think = self._choose_in_thread(request) if quick else self._search_move(request, ticket)
        thinking = asyncio.create_task(think)
        self._thinking.add(thinking)

        def finish(task: asyncio.Task[Move]) -> None:
            self._thinking.discard(task)
            slots.release(ticket)

        thinking.add_done_callback(finish)
        return await asyncio.shield(thinking)

    async def _chooses_at_once(self, level: str) -> bool:
        if level not in self._is_quick:  # In a thread, because the bot must be loaded for that.
            self._is_quick[level] = await self._in_thread(tasks.is_quick, level)
        return self._is_quick[level]

    async def _choose_in_thread(self, request: MoveRequest) -> Move:
        return await self._in_thread(
            tasks.choose_move,
            request.table,
            request.level,
            request.view,
            request.legal,
            None if request.seed is not None else self._settings.bot_seconds,
            self._seed(request),
        )

    def _seed(self, request: MoveRequest) -> int:
        return self._entropy.bits(_SEED_BITS) if request.seed is None else request.seed

    async def _search_move(self, request: MoveRequest, ticket: Ticket) -> Move:
        seconds = self._settings.bot_seconds
        if self._budget.take(ticket.network, seconds):
            seconds *= _OVER_BUDGET
        try:
            return await self._search.run(
                tasks.choose_move,
                request.table,
                request.level,
                request.view,
                request.legal,
                None if request.seed is not None else seconds,
                self._seed(request),
            )
        except WorkerDied:
            # The game must continue even if bots cannot search.
            log.error(
                "bot %s moves without a search", request.level, extra={"table": request.table}
            )
            return self._entropy.choice(request.legal)

    async def _in_thread(self, function: Callable[..., Result], *arguments: Any) -> Result:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._quick_threads, function, *arguments)

    # Hints and analysis boards.

    async def hint(self, request: HintRequest) -> Hint:
        """Return the best moves and the reasons for them."""
        key = ("hint", request.table, request.expected_seq)
        seed = derive_seed(request.table, request.expected_seq, bits=32)
        self._check_limits(key, self._limits.hints, request.identity)
        return await self._hints.get(
            key, lambda: self._search.run(tasks.find_hint, request.view, request.legal, seed)
        )

    async def explore(self, request: ExploreRequest) -> ExploredPosition:
        """Play moves on an analysis board, and rate the next ones."""
        key = ("explore", request.table, request.status, request.at, request.moves, request.reply)
        self._check_limits(key, self._limits.positions, request.identity)
        return await self._hints.get(key, lambda: self._explore(request))

    async def _explore(self, request: ExploreRequest) -> ExploredPosition:
        seed = derive_seed(request.table, request.at, bits=32)
        board = await asyncio.to_thread(
            explore, request.start, request.moves, seed, reply=request.reply
        )
        ratings: list[HintMove] = []
        if legal := board.legal_moves:
            rating_seed = derive_seed(seed, *request.moves, request.reply, bits=32)
            ratings = await self._search.run(tasks.rate_moves, board.view, legal, rating_seed)
        return board.position(ratings)

    def _check_limits(self, key: Hashable, limit: SharedLimit, identity: str) -> None:
        """Raise `TooMany` if this must be computed but the identity, or everyone, asks too often."""
        if self._hints.has(key):
            return
        wait = limit.take(identity, self._network_of(identity))
        if wait:
            raise TooMany("You’re asking for too many hints. Wait a moment.", wait)
        if self._hints.waiting >= _MAX_WAITING_HINTS:
            raise TooMany("Too many players are waiting for a hint. Try again later.", 5.0)

    # Daily escapes.

    async def check_daily(
        self, day: int, seed: str, moves: list[str], identity: str
    ) -> DailyResult | Rejection:
        """Play a daily escape again, one at a time. Raises `TooMany` if this person sends too many."""
        wait = self._limits.daily.take(identity, self._network_of(identity))
        if wait:
            raise TooMany("Too many requests. Wait a moment.", wait)
        if self._waiting_checks >= _MAX_WAITING_CHECKS:
            raise TooMany("Too many requests. Wait a moment.", 5.0)
        self._waiting_checks += 1
        try:
            async with self._checking:
                return await self._search.run(check_moves, day, seed, moves)
        finally:
            self._waiting_checks -= 1

    # Analyses.

    async def analyse(self, record: dict[str, Any], on_progress: Report) -> dict[str, Any]:
        """Analyse a finished game in its own worker, and return the analysis in JSON.

        `on_progress` is called with the number of moves that are done. Cancelling ends the worker.
        """
        worker = self._new_worker("analysis-process", _ANALYSIS_NICENESS)
        try:
            return await worker.run_reporting(on_progress, tasks.analyse_record, record)
        finally:
            await worker.close()
