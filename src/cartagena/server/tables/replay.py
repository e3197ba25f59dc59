"""A finished game once more, position by position: as one answer, or as a stream at any pace."""

import asyncio
from collections.abc import Iterator
from typing import Any, Final

from litestar.types import Receive, Scope, Send

from cartagena.game import Game
from cartagena.server.streams.event_stream import HEADERS, Watch
from cartagena.server.streams.listeners import BYE
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import message

_TOGETHER: Final = 32
"""Positions that are sent at once where no pace is asked for."""
_GLANCE: Final = 0.5
"""Seconds between two looks whether the server stops."""


def steps(table: Table, after: int = -1) -> Iterator[dict[str, Any]]:
    """The deal, which is number 0, and every move with what it led to, behind a number."""
    record = table.record()
    game = Game.replay({**record, "moves": [], "seeds": []})
    if after < 0:
        yield {"seat": None, "move": None, "position": _shown(game)}
    made = zip(table.movers, record["moves"], table.outcomes, record["seeds"], strict=False)
    for number, (seat, move, brought, seed) in enumerate(made, 1):
        game.reseed(seed)
        game.push(move)
        if number > after:
            yield {"seat": seat, "move": move, **brought, "position": _shown(game)}


def _shown(game: Game) -> dict[str, Any]:
    """All hands lie open; what seats remember, and the generator, tell nobody anything."""
    position = game.position()
    for name in ("generator", "memory", "deck_seen"):
        position.pop(name, None)
    return position


class ReplayStream:
    """The answer to one request for a replay as a stream: an application of its own."""

    def __init__(self, watch: Watch, table: Table, caller: str, after: int, pace: float) -> None:
        self._watch, self._table, self._caller = watch, table, caller
        self._after, self._pace = after, pace
        self._gone = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Send what is left of the game, then its end."""
        total = len(self._table.movers)
        if self._after > total:
            # The end was told: by this answer a browser's EventSource comes back no more.
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        self._watch.begin(self._caller)
        leaving = asyncio.create_task(self._until_gone(receive))
        try:
            last = await self._send_steps(total, send)
            await send({"type": "http.response.body", "body": last, "more_body": False})
        finally:
            leaving.cancel()
            self._watch.end(self._caller)

    async def _send_steps(self, total: int, send: Send) -> bytes:
        """Send one after the other; what remains to be sent last."""
        waiting = b"retry: 1000\n"
        first = max(0, self._after + 1)
        for number, step in enumerate(steps(self._table, self._after), first):
            waiting += message("position", {"number": number, "total": total, **step}, number)
            if not self._pace and number % _TOGETHER:
                continue
            await send({"type": "http.response.body", "body": waiting, "more_body": True})
            waiting = b""
            if number < total:
                await self._pause()
            if self._gone.is_set():
                return b""
            if self._watch.stopping:
                return BYE
        game = self._table.game
        assert game is not None
        return waiting + message("end", {"total": total, "winner": game.winner}, total + 1)

    async def _pause(self) -> None:
        left = self._pace
        while left > 0 and not self._gone.is_set() and not self._watch.stopping:
            try:
                async with asyncio.timeout(min(left, _GLANCE)):
                    await self._gone.wait()
            except TimeoutError:
                left -= _GLANCE
        await asyncio.sleep(0)

    async def _until_gone(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._gone.set()
