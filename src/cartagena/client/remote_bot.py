"""A bot that plays at a table server over HTTP, like any other client.

The server sends views as mappings, but bots need packed views. So `possible_position` builds a
position that agrees with the view, and the bot gets the view of that position, which is the same.
"""

import asyncio
import secrets
from random import Random
from typing import Any

from msgspec import UNSET

from cartagena.bots import View, budget_for, create
from cartagena.client.client import Client
from cartagena.client.transport import Refused
from cartagena.errors import CartagenaError
from cartagena.game import Game
from cartagena.protocol.events import GameChanged, SeatChanged, Started, TableChanged
from cartagena.protocol.table import Snapshot
from cartagena.rules.notation.position.possible import possible_position


class RemoteBot:
    """A bot at a table of any server."""

    def __init__(self, client: Client, level: str, name: str | None, seconds: float) -> None:
        self.bot = create(level)
        self.name = name or level.capitalize()
        self._client = client
        self._rng = Random(secrets.randbits(64))
        self._budget = budget_for(self.bot, seconds)

    async def join(self, table: str | None) -> str:
        """Join this table, or the first public one with an open seat, and return its id."""
        await self._client.introduce(self.name)
        if table is None:
            for info in await self._client.tables("waiting"):
                if any(seat.kind == "open" for seat in info.seats):
                    table = info.id
                    break
            else:
                raise CartagenaError("No public table has an open seat.")
        await self._client.join(table, contribution=secrets.token_hex(32))
        return table

    async def play(self, table: str) -> str | None:
        """Play until the game is over and return the winner."""
        setting: dict[str, Any] = {}
        async for event in self._client.events(table):
            data = event.data
            if isinstance(data, (Snapshot, Started)) and data.board:
                # What never changes during a game.
                setting = {"board": data.board, "rules": data.table.rules.to_mapping()}
            if isinstance(data, (Snapshot, TableChanged)) and data.table.status == "closed":
                raise CartagenaError("The host has closed the table.")
            if not isinstance(data, (Snapshot, TableChanged, GameChanged)) or not data.views:
                continue
            view = {**setting, **data.views[0]}
            if view["over"]:
                winner: str | None = view["winner"]
                return winner
            is_own = isinstance(data, SeatChanged) and data.seat == view["viewer"]
            if is_own and event.name == "timed-out":
                await self._client.return_to(table)
            if data.legal and data.expected_seq is not UNSET:
                await self._move(table, view, data.expected_seq)
        raise AssertionError("an endless stream has ended")

    async def _move(self, table: str, view: dict[str, Any], expected_seq: int) -> None:
        # In a thread, so that the stream is still read while the bot thinks.
        move = await asyncio.to_thread(self._choose, view)
        try:
            await self._client.move(table, move, expected_seq)
        except Refused as refused:
            if refused.problem.status != 409:  # the game has moved on
                raise

    def _choose(self, view: dict[str, Any]) -> str:
        view["players"] = list(view["hand_sizes"])
        game = Game.from_position(possible_position(view))
        packed_view = View.of(game, view["viewer"])
        return self.bot.choose(packed_view, game.legal_moves, self._rng, self._budget).text
