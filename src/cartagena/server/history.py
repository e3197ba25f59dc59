"""A player's finished games and results.

The log has all games. The summary of a game is computed once, in a thread, and stored. A request
computes a few summaries at most.
"""

import asyncio
from typing import Final

import msgspec
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.protocol.people import (
    FinishedGame,
    FinishedGames,
    FinishedSeat,
    ProfileResults,
    Tally,
)
from cartagena.server.storage import results
from cartagena.server.storage.identities import Identity
from cartagena.server.storage.ports import TableStore
from cartagena.server.storage.results import ResultRow, TotalRow
from cartagena.server.tables.events import Entry, Started, decode
from cartagena.server.tables.reducer import apply_in_place, replay_events
from cartagena.server.tables.registry import TableRegistry

MAX_READ: Final = 10
"""Games that one request reads from the log."""


class History:
    """Returns the finished games and results of an identity."""

    def __init__(self, storage: TableStore, engine: AsyncEngine, registry: TableRegistry) -> None:
        self._storage, self._engine, self._registry = storage, engine, registry

    async def games(self, who: Identity, before: str | None, limit: int) -> FinishedGames:
        """Return finished games, newest first. `before` is the `next` of the previous page."""
        complete = await self._read(who)
        cursor = None if before is None else _cursor(before)
        page = await results.page(self._engine, who.id, cursor, limit + 1)
        games = [msgspec.json.decode(result.summary, type=FinishedGame) for result in page[:limit]]
        last = page[limit - 1] if len(page) > limit else None
        return FinishedGames(
            games, None if last is None else f"{last.finished_at}.{last.table_id}", complete
        )

    async def results(self, who: Identity) -> ProfileResults:
        """Return the number of games finished and won, by variant and by the bots at the table."""
        complete = await self._read(who)
        return add_up(await results.totals(self._engine, who.id), complete)

    async def _read(self, who: Identity) -> bool:
        """Store the summaries of newly finished games. Return True if these are all."""
        unread = await results.unread_games(self._engine, who.id, MAX_READ + 1)
        summaries = [await self._result(who, name) for name in unread[:MAX_READ]]
        if summaries:
            await results.add(self._engine, summaries)
        return len(unread) <= MAX_READ

    async def _result(self, who: Identity, name: str) -> ResultRow:
        events = await self._storage.read(name)
        return await asyncio.to_thread(
            lambda: _summarize(who.id, name, [decode(event) for event in events])
        )


def add_up(totals: list[TotalRow], complete: bool) -> ProfileResults:
    """Return the results of a person from the numbers of games."""
    variants: dict[str, Tally] = {}
    bots: dict[str, Tally] = {}
    for total in totals:
        levels = [level for level in total.bots.split(",") if level]
        for tallies, names in ((variants, [total.variant]), (bots, levels)):
            for name in names:
                tally = tallies.setdefault(name, Tally(name, 0, 0))
                tally.games += total.games
                tally.won += total.won
    return ProfileResults(
        games=sum(total.games for total in totals),
        won=sum(total.won for total in totals),
        variants=sorted(variants.values(), key=lambda tally: (-tally.games, tally.name)),
        bots=sorted(bots.values(), key=lambda tally: (-tally.games, tally.name)),
        complete=complete,
    )


def _summarize(identity: str, name: str, log: list[Entry]) -> ResultRow:
    """Return the summary of a finished game."""
    start = 1 + next(at for at, entry in enumerate(log) if isinstance(entry.event, Started))
    table = replay_events(name, log[:start])
    # Bots that replaced a player later do not count.
    bots = sorted({seat.level for seat in table.seats if seat.kind == "bot"})
    for entry in log[start:]:
        apply_in_place(table, entry)
    assert table.game is not None
    finished_at = log[table.game_seq - 1].at
    seats = [seat for seat in table.seats if seat.colour in table.game.players]
    names = table.names()
    own = table.seats_of(identity)
    rules = table.game.rules
    counts = len(own) == 1 and not table.from_position
    game = FinishedGame(
        table=name,
        finished_at=finished_at,
        rules=rules,
        seats=[FinishedSeat(seat.colour, names[seat.colour], seat.level) for seat in seats],
        you=list(own),
        winner=table.game.winner,
        from_position=table.from_position,
    )
    return ResultRow(
        identity,
        name,
        finished_at,
        counts,
        counts and table.game.winner in own,
        rules.preset_name(),
        ",".join(bots),
        msgspec.json.encode(game).decode(),
    )


def _cursor(text: str) -> tuple[int, str]:
    at, _, name = text.partition(".")
    return int(at), name
