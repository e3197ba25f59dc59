"""A bot that plays at a table server over HTTP, as any other client does.

A server sends views as mappings; our bots take them packed. One world that fits the view is put
together, and the view of that world is what the bot gets: it is the same view again.
"""

import json
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import httpx

from cartagena.game import Game
from cartagena.players import View, budget_for, create
from cartagena.players.warm_up import warm_up
from cartagena.rules.components import (
    CARDS_PER_SYMBOL,
    DARK_PER_SYMBOL,
    SYMBOLS,
    TOKEN_NAMES,
    TOKENS,
)
from cartagena.rules.errors import CartagenaError

_TIMEOUT: Final = 60.0
"""Seconds after which a request is given up; a stream says something every 15 seconds."""


_ONLY_IN_VIEWS: Final = ("viewer", "hand_sizes", "deck_size")


def possible_world(view: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A position that gives its viewer this view; what the viewer does not know is made up."""
    rules, viewer = view["rules"], view["viewer"]
    world = {name: value for name, value in view.items() if name not in _ONLY_IN_VIEWS}
    symbols = SYMBOLS[rules["edition"]]
    dark = DARK_PER_SYMBOL if rules["filibusters"] else 0
    unseen = Counter(dict.fromkeys(symbols, CARDS_PER_SYMBOL - dark))
    unseen.update(dict.fromkeys((f"{symbol}*" for symbol in symbols), dark))
    pending = dict(view["pending"]) if view["pending"] else None
    drawn = pending.get("cards", {}) if pending else {}
    for known in (*view["hands"].values(), view["discard"], drawn):
        unseen.subtract(known)
    unseen.subtract(view.get("row", ()))
    for top in view["deck_top"].values():
        unseen.subtract(top)
    pool = list(unseen.elements())
    rng.shuffle(pool)

    def filled(known: dict[str, int], size: int) -> dict[str, int]:
        hand = Counter(known)
        hand.update(pool.pop() for _ in range(size - hand.total()))
        return dict(hand)

    remembers = rules["magic"] or (rules["hands"] == "hidden" and rules["supply"] == "row")
    memory = {owner: hand for owner, hand in view["hands"].items() if owner != viewer and hand}
    world["hands"] = {
        colour: filled(view["hands"][colour], size) for colour, size in view["hand_sizes"].items()
    }
    if pending is not None and "cards" in pending:
        if pending["seat"] != viewer and drawn and rules["supply"] != "row":
            memory["drawn"] = drawn
        pending["cards"] = filled(drawn, pending.pop("count"))
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
    """One of our bots at a table of any server."""

    def __init__(self, server: str, level: str, name: str | None, seconds: float) -> None:
        self.bot = create(level)
        warm_up(level)  # compiled before it sits down, so that nobody waits for that
        self.name = name or level.capitalize()
        self._rng = Random(secrets.randbits(64))
        self._budget = budget_for(self.bot, seconds)
        self._http = httpx.Client(base_url=server.rstrip("/"), timeout=_TIMEOUT)
        made = self._ask("POST", "/api/v1/identity", {"name": self.name, "kind": "token"})
        self._http.headers["authorization"] = f"Bearer {made['token']}"

    def _ask(self, method: str, path: str, body: Any = None) -> Any:
        try:
            answer = self._http.request(method, path, json=body)
        except httpx.HTTPError as error:
            raise CartagenaError(f"The server does not answer: {error}.") from None
        if answer.is_error:
            raise CartagenaError(f"The server says: {answer.json().get('detail', answer.text)}")
        return answer.json()

    def join(self, table: str | None) -> str:
        """Join this table, or the first public one that has an open seat."""
        if table is None:
            for found in self._ask("GET", "/api/v1/tables?status=waiting")["tables"]:
                if any(seat["kind"] == "open" for seat in found["seats"]):
                    table = found["id"]
                    break
            else:
                raise CartagenaError("No public table has an open seat.")
        contribution = secrets.token_hex(32)
        self._ask("POST", f"/api/v1/tables/{table}/join", {"contribution": contribution})
        return str(table)

    def play(self, table: str) -> str | None:
        """Play until the game is over; a broken connection is made again. Returns the winner."""
        known: dict[str, Any] = {}
        while True:
            try:
                for kind, told in self._events(table):
                    # A snapshot and the start of the game tell what stays the same.
                    if told.get("board"):
                        known = {"board": told["board"], "rules": told["table"]["rules"]}
                    if not told["views"]:
                        continue
                    view = {**known, **told["views"][0]}
                    if view["over"]:
                        winner: str | None = view["winner"]
                        return winner
                    if told.get("table", {}).get("status") == "closed":
                        raise CartagenaError("The host has closed the table.")
                    if kind == "lapsed" and told["seat"] == view["viewer"]:
                        self._http.post(f"/api/v1/tables/{table}/return")
                    if told["legal"]:
                        self._move(table, view, told["answers"])
            except httpx.HTTPError:
                time.sleep(1)

    def _events(self, table: str) -> Iterator[tuple[str, dict[str, Any]]]:
        with self._http.stream("GET", f"/api/v1/tables/{table}/stream") as answer:
            if answer.is_error:
                answer.read()
                raise CartagenaError(f"The server says: {answer.json().get('detail')}")
            kind = ""
            for line in answer.iter_lines():
                if line.startswith("event: "):
                    kind = line[7:]
                if line.startswith("data: "):
                    told = json.loads(line[6:])
                    if "views" in told:
                        yield kind, told

    def _move(self, table: str, view: dict[str, Any], answers: int) -> None:
        view["players"] = list(view["hand_sizes"])
        game = Game.from_position(possible_world(view, self._rng))
        move = self.bot.choose(
            View.of(game, view["viewer"]), game.legal_moves, self._rng, self._budget
        )
        body = {"move": move.text, "answers": answers, "key": secrets.token_hex(8)}
        answer = self._http.post(f"/api/v1/tables/{table}/moves", json=body)
        if answer.is_error and answer.status_code != 409:
            raise CartagenaError(f"The server says: {answer.json().get('detail', answer.text)}")
