"""Somebody's finished games: which there were, and how they ended.

The log has them all. What is told of a game is worked out once, in a thread, and stored; a request
does so for a few games at most.
"""

import asyncio
from typing import Final

import msgspec

from cartagena.protocol.people import (
    FinishedGame,
    FinishedGames,
    FinishedSeat,
    ProfileResults,
    Tally,
)
from cartagena.server.storage import results
from cartagena.server.storage.identities import Identity
from cartagena.server.storage.queries import Storage
from cartagena.server.storage.results import ResultRow
from cartagena.server.tables.events import Entry, Started, decode
from cartagena.server.tables.reducer import apply, replay_events
from cartagena.server.tables.registry import TableRegistry

MAX_READ: Final = 10
"""How many games are read from the log for one request."""


class History:
    """Knows the finished games of everybody, and tells each person their own."""

    def __init__(self, storage: Storage, registry: TableRegistry) -> None:
        self._storage, self._registry = storage, registry

    async def games(self, who: Identity, before: str | None, most: int) -> FinishedGames:
        """Finished games, the newest first; `before` is `next` of the page before."""
        complete = await self._read(who)
        place = None if before is None else _place(before)
        found = await results.page(self._storage.engine, who.id, place, most + 1)
        games = [msgspec.json.decode(result.summary, type=FinishedGame) for result in found[:most]]
        last = found[most - 1] if len(found) > most else None
        return FinishedGames(
            games, None if last is None else f"{last.finished_at}.{last.table_id}", complete
        )

    async def results(self, who: Identity) -> ProfileResults:
        """How many games were finished and won: by variant, and by the bots at the table."""
        complete = await self._read(who)
        totals = await results.totals(self._storage.engine, who.id)
        variants: dict[str, Tally] = {}
        bots: dict[str, Tally] = {}
        for total in totals:
            levels = [level for level in total.bots.split(",") if level]
            for counted, names in ((variants, [total.variant]), (bots, levels)):
                for name in names:
                    tally = counted.setdefault(name, Tally(name, 0, 0))
                    tally.games += total.games
                    tally.won += total.won
        return ProfileResults(
            games=sum(total.games for total in totals),
            won=sum(total.won for total in totals),
            variants=sorted(variants.values(), key=lambda one: (-one.games, one.name)),
            bots=sorted(bots.values(), key=lambda one: (-one.games, one.name)),
            complete=complete,
        )

    async def _read(self, who: Identity) -> bool:
        """Store the results of games that were finished since the last time; whether these are all."""
        await self._registry.ready.wait()
        unread = await results.unread_games(self._storage.engine, who.id, MAX_READ + 1)
        found = [await self._result(who, name) for name in unread[:MAX_READ]]
        if found:
            await results.add(self._storage.engine, found)
        return len(unread) <= MAX_READ

    async def _result(self, who: Identity, name: str) -> ResultRow:
        stored = await self._storage.read(name)
        return await asyncio.to_thread(
            lambda: _summarised(who.id, name, [decode(one) for one in stored])
        )


def _summarised(identity: str, name: str, log: list[Entry]) -> ResultRow:
    """What is stored of a finished game."""
    begun = 1 + next(at for at, entry in enumerate(log) if isinstance(entry.event, Started))
    table = replay_events(name, log[:begun])
    # Not those who took over later from somebody who left.
    bots = sorted({seat.level for seat in table.seats if seat.kind == "bot"})
    for entry in log[begun:]:
        apply(table, entry)
    assert table.game is not None
    finished_at = log[table.game_seq - 1].at
    played = [seat for seat in table.seats if seat.colour in table.game.players]
    own = table.seats_of(identity)
    rules = table.game.rules
    counts = len(own) == 1 and not table.from_position
    game = FinishedGame(
        table=name,
        finished_at=finished_at,
        rules=rules,
        seats=[FinishedSeat(seat.colour, seat.name, seat.level) for seat in played],
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


def _place(text: str) -> tuple[int, str]:
    at, _, name = text.partition(".")
    return int(at), name
