"""A bot that plays at a table server over HTTP, like any other client.

The server sends views as mappings, but bots need packed views. So `possible_world` builds a position
that is consistent with the view, and the bot gets the view of that position, which is the same.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any, Final

from msgspec import UNSET

from cartagena.bots import View, budget_for, create
from cartagena.client.client import Client
from cartagena.client.transport import Refused
from cartagena.errors import CartagenaError
from cartagena.game import Game
from cartagena.protocol.events import GameChanged, SeatChanged, Started, TableChanged
from cartagena.protocol.table import Snapshot
from cartagena.rules.components import (
    CARDS_PER_SYMBOL,
    DARK_PER_SYMBOL,
    SYMBOLS,
    TOKEN_NAMES,
    TOKENS,
)
from cartagena.rules.options import Rules

_ONLY_IN_VIEWS: Final = ("viewer", "hand_sizes", "deck_size")


def possible_world(view: Mapping[str, Any], rng: Random) -> dict[str, Any]:
    """Return a random position in which the viewer would have this view."""
    rules, viewer = view["rules"], view["viewer"]
    world = {name: value for name, value in view.items() if name not in _ONLY_IN_VIEWS}
    symbols = SYMBOLS[rules["edition"]]
    dark = DARK_PER_SYMBOL if rules["filibusters"] else 0
    unseen = Counter(dict.fromkeys(symbols, CARDS_PER_SYMBOL - dark))
    unseen.update(dict.fromkeys((f"{symbol}*" for symbol in symbols), dark))
    pending = dict(view["pending"]) if view["pending"] else None
    drawn = pending.get("cards", {}) if pending else {}
    for visible_cards in (*view["hands"].values(), view["discard"], drawn):
        unseen.subtract(visible_cards)
    unseen.subtract(view.get("row", ()))
    for top in view["deck_top"].values():
        unseen.subtract(top)
    pool = list(unseen.elements())
    rng.shuffle(pool)

    def fill(cards: Mapping[str, int], size: int) -> dict[str, int]:
        hand = Counter(cards)
        hand.update(pool.pop() for _ in range(size - hand.total()))
        return dict(hand)

    remembers = Rules.from_document(rules).remembers
    memory = {owner: hand for owner, hand in view["hands"].items() if owner != viewer and hand}
    world["hands"] = {
        colour: fill(view["hands"][colour], size) for colour, size in view["hand_sizes"].items()
    }
    if pending is not None and "cards" in pending:
        if pending["seat"] != viewer and drawn and rules["supply"] != "row":
            memory["drawn"] = drawn
        pending["cards"] = fill(drawn, pending.pop("count"))
    world["pending"] = pending
    world["deck"] = dict(Counter(pool))
    if remembers and rules["hands"] == "hidden":
        world["memory"] = {viewer: memory} if memory else {}
    if rules["magic"]:
        tokens = [TOKEN_NAMES[token] for token in TOKENS]
        for token in view["chests_opened"]:
            tokens.remove(token)
        rng.shuffle(tokens)
        world["chests"] = {space: tokens.pop() for space in view["chests"]}
        world["chest_box"] = [*tokens, *view["chests_opened"]]
    return world


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
        game = Game.from_position(possible_world(view, self._rng))
        packed_view = View.of(game, view["viewer"])
        return self.bot.choose(packed_view, game.legal_moves, self._rng, self._budget).text
