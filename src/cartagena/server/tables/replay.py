"""A finished game step by step, with all cards open: the deal, and every move."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, Final, cast

import msgspec

from cartagena.game import Game
from cartagena.rules.notation.position.types import OpenPosition
from cartagena.server.tables.table import Table

_KEPT_BYTES: Final = 32_000_000


class Replays:
    """Finished games as JSON, each written once, in a thread, and kept for a while."""

    def __init__(self, most_bytes: int = _KEPT_BYTES) -> None:
        self._most = most_bytes
        self._written: OrderedDict[str, asyncio.Task[bytes]] = OrderedDict()
        self._bytes = 0

    async def of(self, table: Table) -> bytes:
        """Every position of a finished game."""
        writing = self._written.get(table.id)
        if writing is None:
            writing = asyncio.create_task(asyncio.to_thread(_write, table))
            self._written[table.id] = writing
            writing.add_done_callback(lambda done: self._keep(table.id, done))
        self._written.move_to_end(table.id)
        return await asyncio.shield(writing)

    def _keep(self, name: str, done: asyncio.Task[bytes]) -> None:
        if done.cancelled() or done.exception() is not None:
            del self._written[name]
            return
        self._bytes += len(done.result())
        for oldest in list(self._written):
            if self._bytes <= self._most:
                return
            if self._written[oldest].done():
                self._bytes -= len(self._written.pop(oldest).result())


def _write(table: Table) -> bytes:
    return msgspec.json.encode(list(steps(table)))


def steps(table: Table, after: int = -1) -> Iterator[dict[str, Any]]:
    """The deal, which is number 0, and every move with what it led to, behind a number."""
    told = zip(table.movers, table.outcomes, table.automatic, strict=True)
    made: dict[str, Any] = {"seat": None, "move": None}
    for number, (game, move) in enumerate(Game.steps(table.record())):
        if number > after:
            yield {**made, "position": _shown(game)}
        if move is not None:
            seat, brought, by_server = next(told)
            made = {"seat": seat, "move": move.text, **brought}
            if by_server:
                made["by_server"] = True


def _shown(game: Game) -> OpenPosition:
    """All hands lie open; what seats remember, and the generator, tell nobody anything."""
    position: dict[str, Any] = {**game.position()}
    del position["generator"], position["memory"]
    return cast(OpenPosition, position)
