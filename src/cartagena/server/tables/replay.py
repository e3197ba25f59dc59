"""Replays: a finished game step by step, with all cards open."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, cast

import msgspec

from cartagena.analysis.effects import Outcome
from cartagena.game import Game
from cartagena.protocol.events import End, ReplayPosition
from cartagena.protocol.finished import ReplayStep
from cartagena.rules.notation.position.types import OpenPosition
from cartagena.server.tables.table import Table

_CACHE_BYTES: Final = 32_000_000


class Replay(NamedTuple):
    """A finished game in JSON, as responses and streams send it."""

    positions: list[bytes]
    """A `ReplayPosition` for the deal, which has number 0, and for every move."""
    end: bytes
    """The last event, an `End`."""

    @property
    def body(self) -> bytes:
        """Return all positions as one JSON list."""
        return b"[" + b",".join(self.positions) + b"]"

    @property
    def size(self) -> int:
        """Return the number of bytes."""
        return sum(map(len, self.positions))


def write_replay(table: Table) -> Replay:
    """Return every step of a finished game in JSON. It plays the game again."""
    assert table.game is not None
    total, encode = len(table.movers), msgspec.json.encode
    positions = [
        encode(ReplayPosition(number=number, total=total, **msgspec.structs.asdict(step)))
        for number, step in enumerate(steps(table))
    ]
    return Replay(positions, encode(End(total, table.game.winner)))


class Replays:
    """Finished games in JSON, each written once, in a thread, and cached."""

    def __init__(
        self,
        max_bytes: int = _CACHE_BYTES,
        write: Callable[[Table], Replay] = write_replay,
    ) -> None:
        self._max_bytes, self._write = max_bytes, write
        self._tasks: OrderedDict[str, asyncio.Task[Replay]] = OrderedDict()
        self._bytes = 0

    async def of(self, table: Table) -> Replay:
        """Return every step of a finished game."""
        task = self._tasks.get(table.id)
        if task is None:
            task = asyncio.create_task(asyncio.to_thread(self._write, table))
            self._tasks[table.id] = task
            task.add_done_callback(lambda done: self._count(table.id, done))
        self._tasks.move_to_end(table.id)
        return await asyncio.shield(task)

    def _count(self, name: str, task: asyncio.Task[Replay]) -> None:
        """Count the bytes of a new replay, and drop the oldest replays if there are too many."""
        if task.cancelled() or task.exception() is not None:
            del self._tasks[name]
            return
        self._bytes += task.result().size
        for oldest in list(self._tasks):
            if self._bytes <= self._max_bytes:
                return
            if self._tasks[oldest].done():
                self._bytes -= self._tasks.pop(oldest).result().size


def steps(table: Table) -> Iterator[ReplayStep]:
    """Yield the deal and every move."""
    effects = zip(table.movers, table.outcomes, table.automatic, strict=True)
    seat: str | None = None
    move_text: str | None = None
    outcome: Outcome = {}
    by_server = False
    for game, next_move in Game.steps(table.record()):
        yield ReplayStep(
            seat=seat,
            move=move_text,
            position=_open_position(game),
            by_server=by_server,
            **outcome,
        )
        if next_move is not None:
            seat, outcome, by_server = next(effects)
            move_text = next_move.text


def _open_position(game: Game) -> OpenPosition:
    """Return the position with all hands open, but without the generator and the seats' memory."""
    position: dict[str, Any] = {**game.position()}
    del position["generator"], position["memory"]
    return cast(OpenPosition, position)
