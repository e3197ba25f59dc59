"""An index of finished games: who played whom, with which result, and which cards were dealt.

It follows from the logs alone. Each game is read once, by the node that sees its end or by the next one
that starts, and stored in one transaction, so that it counts once. To compute everything again, delete
the rows of `indexed_games`, `game_seats` and `shuffle_counts`.
"""

import asyncio
import json
import logging
from collections import Counter
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.game import Game
from cartagena.server.storage import game_index
from cartagena.server.storage.game_index import Deal, GameRow, SeatRow
from cartagena.server.storage.ports import TableStore
from cartagena.server.tables.bus import TableBus
from cartagena.server.tables.duplicate import Participant, finish
from cartagena.server.tables.events import Closed, Entry, Started, decode
from cartagena.server.tables.reducer import apply_in_place, replay_events
from cartagena.server.tables.table import Table

_BATCH: Final = 200
"""Games that are looked up at once after a start."""
_PAUSE_SECONDS: Final = 0.05
"""Pause after each game, because nobody waits for the index."""

log = logging.getLogger("cartagena.server")


class GameIndex:
    """Reads finished games once, and stores what others ask for."""

    def __init__(self, engine: AsyncEngine, storage: TableStore, bus: TableBus) -> None:
        self._engine, self._storage = engine, storage
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        bus.subscribe(on_change=self._on_change)

    def _on_change(self, table: Table) -> None:
        if table.status in ("finished", "closed") and not table.is_sealed:
            self._waiting.put_nowait(table.id)

    async def run(self) -> None:
        """Index the games that nobody has indexed yet, then every game that ends."""
        while names := await game_index.missing(self._engine, _BATCH):
            for name in names:
                await self.add(name)
                await asyncio.sleep(_PAUSE_SECONDS)
        while True:
            await self.add(await self._waiting.get())
            await asyncio.sleep(_PAUSE_SECONDS)

    async def add(self, name: str) -> None:
        """Index a game, unless that has been done."""
        if await game_index.is_indexed(self._engine, name):
            return
        stored = await self._storage.read(name)
        if not stored or stored[0].seq != 1:
            return  # It was deleted.
        try:
            game = await asyncio.to_thread(
                lambda: read_game(name, [decode(event) for event in stored])
            )
        except Exception:
            # It began under other rules. It must not keep the index from the next game.
            log.exception("a game could not be indexed", extra={"table": name})
            game = GameRow(name, stored[-1].at, [], None, name)
        if game is not None:
            await game_index.add(self._engine, game)


def read_game(name: str, entries: list[Entry]) -> GameRow | None:
    """Return what the index has about a finished game. None while its cards are secret."""
    begun = next((at for at, one in enumerate(entries, 1) if isinstance(one.event, Started)), None)
    if begun is None:
        return GameRow(name, entries[-1].at, [], None, name)  # It was closed before the start.
    table = replay_events(name, entries[:begun])
    people = [seat.identity for seat in table.seats if seat.kind == "player"]
    seats = {seat.identity: seat.colour for seat in table.seats if people.count(seat.identity) == 1}
    deal = deal_of(table)
    for entry in entries[begun:]:
        apply_in_place(table, entry)
    if table.is_sealed:
        return None
    at = entries[-1].at if table.game_seq == 0 else entries[table.game_seq - 1].at
    closer = next((one.event.identity for one in entries if isinstance(one.event, Closed)), None)
    counts = len(seats) > 1 and closer != "" and not table.from_position
    rows = [_seat_row(table, identity, colour, closer) for identity, colour in seats.items()]
    dealt = deal if table.status == "finished" else None
    return GameRow(name, at, rows if counts else [], dealt, table.shuffle_name)


def _seat_row(table: Table, identity: str, colour: str, closer: str | None) -> SeatRow:
    """Return the result of a person. A host who closes a running table has left it."""
    variant = table.rules.preset_name()
    if closer is not None:
        left = identity == closer
        return SeatRow(identity, colour, variant, 2 if left else 1, left, table.created_at)
    end = finish(table, Participant(identity, "", "", table.id, colour))
    return SeatRow(identity, colour, variant, end.place, end.left, table.created_at)


def deal_of(table: Table) -> Deal | None:
    """Return the deal of a table at its start, if the shuffle was its own."""
    game = table.game
    if game is None or not table.has_own_shuffle:
        return None
    return counted(game)


def counted(game: Game) -> Deal:
    """Return the counters of a deal."""
    position: Any = game.position()
    hands = [position["hands"][colour] for colour in game.players]
    deck: Counter[str] = Counter(position["deck"])
    for cards in [*hands, position.get("row") or []]:
        deck.update(cards)
    items = {
        f"hand {seat} {kind}": number
        for seat, hand in enumerate(hands)
        for kind, number in hand.items()
        if number
    }
    first = game.players.index(game.turn)
    items[f"first {first}"] = 1
    text = json.dumps({kind: deck[kind] for kind in sorted(deck) if deck[kind]})
    return Deal(text, len(hands), items)
