"""Hints for the seat that must choose: from its view alone, and never against people."""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from numpy.typing import NDArray

from cartagena.explain.reasons import reasons
from cartagena.game import Game
from cartagena.protocol.hints import Hint, HintMove
from cartagena.rules.notation.moves import Move
from cartagena.server.errors import Conflict, Forbidden, TooMany
from cartagena.server.rate_limit import TokenBucket
from cartagena.server.search_process import SearchProcess
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.moves import check_not_held, running_game
from cartagena.server.tables.table import Table

PLAYOUTS: Final = 200
"""How often a move among the best is tried; a chance is then right to some four points."""

LESSONS: Final = 3_000
"""Games from which it is learnt what a standing is worth: enough for one scale and some offsets."""

SHOWN: Final = 4
"""How many of the best moves are told."""

_KEPT: Final = 200
_WAITING: Final = 8


def advise(
    view: NDArray[Any],
    seen: Mapping[str, Any],
    moves: Sequence[Move],
    luck: int,
    playouts: int = PLAYOUTS,
    lessons: int = LESSONS,
) -> Hint:
    """The best moves of whoever must choose, who sees this view (packed, and as a mapping)."""
    # Imported late: heavy, and needed only where hints are asked for.
    from cartagena.lab.analysis.hints import rank_moves
    from cartagena.lab.analysis.win_model import WinModel

    found = [HintMove(moves[0].text, 1.0, 0.0)]
    if len(moves) > 1:
        model = WinModel.fitted([view], lessons, luck)
        found = [
            HintMove(candidate.move, round(candidate.chance, 4), round(candidate.error, 4))
            for candidate in rank_moves(model, view, moves, playouts, luck)[:SHOWN]
        ]
    told = [] if len(moves) == 1 else found
    return Hint(seen["viewer"], found[0].move, reasons(seen, moves, found), told)


def warm_up() -> None:
    """Compile, or load from the compile cache, what hints need, so that nobody waits for it."""
    game = Game("everything", players=2, seed=1)
    seat, moves = game.decider, list(game.legal_moves)
    advise(game.packed_view(seat), game.view(seat), moves[:2], 1, playouts=16, lessons=16)


class Hints:
    """Lets hints be computed one after the other in another process, and caches the latest."""

    def __init__(self, per_minute: float, searching: SearchProcess) -> None:
        self._searching, self._turn = searching, asyncio.Lock()
        self._limit = TokenBucket(per_minute / 60, max(1.0, per_minute / 2))
        self._asked: OrderedDict[tuple[str, int], asyncio.Future[Hint]] = OrderedDict()

    async def find(self, table: Table, who: Identity, answers: int) -> Hint:
        """The hint for somebody who must choose now."""
        game = running_game(table)
        if any(seat.kind != "bot" and seat.identity != who.id for seat in table.seats):
            raise Forbidden("You can ask for hints only when all other players are bots.")
        if answers != table.game_seq:
            raise Conflict("stale", "The game has moved on.", answers=table.game_seq)
        check_not_held(table, table.seats_of(who.id))
        if game.decider not in table.seats_of(who.id):
            raise Conflict(
                "not-your-choice", "{colour} has to choose now, not you.", colour=game.decider
            )
        known = self._asked.get((table.id, answers))
        if known is None or known.cancelled() or (known.done() and known.exception()):
            known = self._ask(table, who)
        return await asyncio.shield(known)

    def _ask(self, table: Table, who: Identity) -> asyncio.Future[Hint]:
        wait = self._limit.take(who.id)
        if wait:
            raise TooMany("You’re asking for too many hints. Wait a moment.", wait)
        if sum(not asked.done() for asked in self._asked.values()) >= _WAITING:
            raise TooMany("Too many players are waiting for a hint. Try again later.", 5.0)
        game = table.game
        assert game is not None
        # Nothing but the view is passed on, so a hint cannot tell what the seat must not know.
        seat, moves = game.decider, list(game.legal_moves)
        name = f"{table.id} {table.game_seq}".encode()
        luck = int.from_bytes(hashlib.sha256(name).digest()[:4], "big")
        asked = asyncio.create_task(
            self._advise(game.packed_view(seat), game.view(seat), moves, luck)
        )
        self._asked[table.id, table.game_seq] = asked
        while len(self._asked) > _KEPT:
            self._asked.popitem(last=False)
        return asked

    async def _advise(
        self, view: NDArray[Any], seen: Mapping[str, Any], moves: Sequence[Move], luck: int
    ) -> Hint:
        async with self._turn:
            return await self._searching.run(advise, view, seen, moves, luck)
