"""Hints and tried moves for the seat that must choose: from its view alone, never against people."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Final, TypeVar

from cartagena.game import Game
from cartagena.protocol.hints import ExploredMove, ExploredPosition, Hint, HintMove
from cartagena.protocol.requests import ExploreMoves
from cartagena.rules.chance.seeds import derive_seed
from cartagena.rules.notation.moves import Move
from cartagena.server.engine.engine import advise, ranked
from cartagena.server.engine.process import SearchProcess
from cartagena.server.errors import TooMany
from cartagena.server.rate_limit import TokenBucket
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.analysis_board import advised_game, explore
from cartagena.server.tables.table import Table

T = TypeVar("T")

_KEPT: Final = 200
_WAITING: Final = 8


def choices(seat: str, world: Game) -> list[Move]:
    """What a seat may do on its analysis board; nothing while others have to choose."""
    return [] if world.over or world.decider != seat else list(world.legal_moves)


def tried_position(seat: str, world: Game, found: list[HintMove]) -> ExploredPosition:
    """An analysis board as its seat sees it, with what the next moves are worth."""
    made = [
        ExploredMove(world.players[int(world.packed_state(ago)["decider"][0])], move.text)
        for ago, move in zip(range(world.moves_made, 0, -1), world.moves, strict=True)
    ]
    return ExploredPosition(seat, made, world.view_update(seat), found)


class Hints:
    """Lets hints and values be computed one after the other elsewhere, and caches the latest."""

    def __init__(
        self, per_minute: float, positions_per_minute: float, searching: SearchProcess
    ) -> None:
        self._searching, self._turn = searching, asyncio.Lock()
        self._limit = TokenBucket(per_minute / 60, max(1.0, per_minute / 2))
        self._tries_limit = TokenBucket(
            positions_per_minute / 60, max(1.0, positions_per_minute / 2)
        )
        self._asked: OrderedDict[Hashable, asyncio.Future[Any]] = OrderedDict()

    async def find(self, table: Table, who: Identity, expected_seq: int) -> Hint:
        """The hint for somebody who must choose now."""
        game = advised_game(table, who, expected_seq)
        # Nothing but the view is passed on, so a hint cannot tell what the seat must not know.
        seat, moves = game.decider, list(game.legal_moves)
        view, seen, luck = (
            game.packed_view(seat),
            game.view(seat),
            derive_seed(table.id, expected_seq, bits=32),
        )
        return await self._computed(
            (table.id, expected_seq),
            self._limit,
            who,
            lambda: self._searching.run(advise, view, seen, moves, luck),
        )

    async def try_moves(
        self, table: Table, start: Game, who: Identity, wanted: ExploreMoves
    ) -> ExploredPosition:
        """Moves tried on a position of a table, which the caller may look at."""
        key = ("try", table.id, wanted.at, tuple(wanted.moves), wanted.reply)
        seed = derive_seed(table.id, wanted.at, bits=32)
        return await self._computed(
            key, self._tries_limit, who, lambda: self._tried(start, wanted, seed)
        )

    async def _tried(self, start: Game, wanted: ExploreMoves, seed: int) -> ExploredPosition:
        seat = start.decider
        world = await asyncio.to_thread(explore, start, wanted.moves, seed, reply=wanted.reply)
        found: list[HintMove] = []
        if moves := choices(seat, world):
            luck = derive_seed(seed, *wanted.moves, wanted.reply, bits=32)
            found = await self._searching.run(ranked, world.packed_view(seat), moves, luck)
        return tried_position(seat, world, found)

    async def _computed(
        self,
        key: Hashable,
        limit: TokenBucket,
        who: Identity,
        compute: Callable[[], Coroutine[Any, Any, T]],
    ) -> T:
        """What is computed, once for all who ask the same."""
        known = self._asked.get(key)
        if known is None or known.cancelled() or (known.done() and known.exception()):
            wait = limit.take(who.id)
            if wait:
                raise TooMany("You’re asking for too many hints. Wait a moment.", wait)
            if sum(not asked.done() for asked in self._asked.values()) >= _WAITING:
                raise TooMany("Too many players are waiting for a hint. Try again later.", 5.0)
            known = self._asked[key] = asyncio.create_task(self._in_turn(compute))
            while len(self._asked) > _KEPT:
                self._asked.popitem(last=False)
        found: T = await asyncio.shield(known)
        return found

    async def _in_turn(self, compute: Callable[[], Coroutine[Any, Any, T]]) -> T:
        async with self._turn:
            return await compute()
