"""An asynchronous client for table servers: typed, and patient with servers that come and go."""

import secrets
from collections.abc import AsyncGenerator, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

import httpx
import msgspec

from cartagena.client.event_stream import Event, EventStream
from cartagena.client.transport import PATIENCE, Transport
from cartagena.protocol import requests
from cartagena.protocol.finished import AnalysisState, Proof
from cartagena.protocol.hints import ExploredPosition, Hint
from cartagena.protocol.lobby import Lobby, MyTurns
from cartagena.protocol.operations import ServerStatus
from cartagena.protocol.people import (
    Catalogue,
    FinishedGames,
    IdentityInfo,
    NewRecovery,
    ProfileResults,
    RecoveryState,
)
from cartagena.protocol.table import Acknowledgement, Listing, Snapshot, TableInfo

T = TypeVar("T")


class Client(Transport):
    """Somebody at a table server.

    `servers` is the address of a server, or of several nodes of one, of which any is asked. A
    request that gets no answer is sent again, for `patience` seconds in all; whatever has an effect
    carries an idempotency key, so that it happens once. What the server refuses is `Refused`.
    `http` are connections to use, for those who share or configure them.
    """

    def __init__(
        self,
        servers: str | Sequence[str],
        *,
        token: str = "",
        patience: float = PATIENCE,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        super().__init__(servers, token, patience, http)

    # Who I am, and what there is.

    async def introduce(self, name: str) -> IdentityInfo:
        """Get an identity, and act as it from now on. Keep `token` to come back as the same."""
        made = await self.ask(
            "POST", "/identity", IdentityInfo, requests.NewIdentity(name, "token")
        )
        self.token = made.token or ""
        return made

    async def me(self) -> IdentityInfo:
        """Who I am."""
        return await self.ask("GET", "/me", IdentityInfo)

    async def rename(self, name: str) -> IdentityInfo:
        """Go by another name from the next table on."""
        return await self.ask("POST", "/me", IdentityInfo, requests.Rename(name))

    async def past_games(self, before: str | None = None, limit: int = 20) -> FinishedGames:
        """My finished games, the newest first; `before` is `next` of the page before."""
        place = "" if before is None else f"&before={before}"
        return await self.ask("GET", f"/me/games?limit={limit}{place}", FinishedGames)

    async def results(self) -> ProfileResults:
        """My finished games in numbers."""
        return await self.ask("GET", "/me/results", ProfileResults)

    async def create_recovery(self) -> NewRecovery:
        """The secret of a new recovery link; an older one stops working."""
        return await self.ask("POST", "/me/recovery", NewRecovery)

    async def revoke_recovery(self) -> RecoveryState:
        """Revoke the link, and sign out everybody else who is this identity."""
        return await self.ask("POST", "/me/recovery/revoke", RecoveryState)

    async def recovery_state(self) -> RecoveryState:
        """Whether there is a recovery link."""
        return await self.ask("GET", "/me/recovery", RecoveryState)

    async def recover(self, secret: str) -> IdentityInfo:
        """Be the one whose recovery link this is."""
        me = await self.ask("POST", "/recovery", IdentityInfo, requests.Recover(secret, "token"))
        self.token = me.token or ""
        return me

    async def status(self) -> ServerStatus:
        """What the server still prepares after a start."""
        return await self.ask("GET", "/status", ServerStatus)

    async def catalogue(self) -> Catalogue:
        """Presets, options of the rules, levels of bots, colours, kinds of move."""
        return await self.ask("GET", "/catalogue", Catalogue)

    # Tables.

    async def tables(
        self, status: str | None = None, *, mine: bool = False, limit: int = 30
    ) -> list[TableInfo]:
        """Public tables, or one's own, the newest first."""
        wanted = {"mine": str(mine).lower(), "limit": str(limit)}
        if status is not None:
            wanted["status"] = status
        return (await self.ask("GET", f"/tables?{urlencode(wanted)}", Listing)).tables

    async def create(self, table: requests.NewTable) -> TableInfo:
        """Create a table."""
        return await self._post("/tables", TableInfo, table)

    async def quick_start(self, wanted: requests.QuickStart) -> TableInfo:
        """A running game against bots."""
        return await self._post("/quick-start", TableInfo, wanted)

    async def quick_match(self, wanted: requests.QuickMatch) -> TableInfo:
        """A seat at the first public table that fits, or at a new one that waits for somebody."""
        return await self._post("/quick-match", TableInfo, wanted)

    async def lobby(self) -> Lobby:
        """Public tables to join and to watch."""
        return await self.ask("GET", "/lobby", Lobby)

    async def turns(self) -> list[str]:
        """The tables where it is my turn."""
        return (await self.ask("GET", "/turns", MyTurns)).tables

    async def start_from(self, wanted: requests.StartFrom) -> TableInfo:
        """A running game against bots from a position."""
        return await self._post("/start-from", TableInfo, wanted)

    async def play_from(self, table: str, wanted: requests.PlayFrom) -> TableInfo:
        """A finished game played on from one of its moves, against bots."""
        return await self._post(f"/tables/{table}/play-from", TableInfo, wanted)

    async def look(self, table: str) -> Snapshot:
        """All that one may know of a table."""
        return await self.ask("GET", f"/tables/{table}", Snapshot)

    async def join(
        self,
        table: str,
        seat: requests.Colour | None = None,
        *,
        name: str | None = None,
        contribution: str | None = None,
    ) -> TableInfo:
        """Take an open seat: the first, if none is named."""
        wanted = requests.Join(seat, name, contribution)
        return await self._post(f"/tables/{table}/join", TableInfo, wanted)

    async def contribute(
        self, table: str, seat: requests.Colour, value: str, *, start: bool = False
    ) -> TableInfo:
        """Give a seat's own random value for the shuffles; with `start`, deal at once."""
        wanted = requests.Contribute(seat, value, start)
        return await self._post(f"/tables/{table}/contribution", TableInfo, wanted)

    async def leave(self, table: str, seat: requests.Colour | None = None) -> TableInfo:
        """Leave a seat, or all; in a running game a bot plays on."""
        return await self._post(f"/tables/{table}/leave", TableInfo, requests.SeatNamed(seat))

    async def return_to(self, table: str, seat: requests.Colour | None = None) -> TableInfo:
        """Be back after a time limit, at one seat or at all."""
        return await self._post(f"/tables/{table}/return", TableInfo, requests.SeatNamed(seat))

    async def start(self, table: str) -> TableInfo:
        """For the owner: deal the cards."""
        return await self._post(f"/tables/{table}/start", TableInfo, requests.Keyed())

    async def set_seat(
        self, table: str, seat: requests.Colour, wanted: requests.SetSeat
    ) -> TableInfo:
        """For the owner: open or close a seat or give it to a bot, before the start."""
        return await self._post(f"/tables/{table}/seats/{seat}", TableInfo, wanted)

    async def remove(self, table: str, seat: requests.Colour) -> TableInfo:
        """For the owner: remove somebody, before the start or once their time ran out."""
        return await self._post(f"/tables/{table}/remove", TableInfo, requests.Remove(seat))

    async def close_table(self, table: str) -> TableInfo:
        """For the owner: end the table for good."""
        return await self._post(f"/tables/{table}/close", TableInfo, requests.Keyed())

    async def pause(self, table: str, *, paused: bool = True) -> TableInfo:
        """Want the game to pause, or to go on."""
        return await self._post(f"/tables/{table}/pause", TableInfo, requests.Pause(paused))

    async def rematch(self, table: str, *, swap: bool = False) -> TableInfo:
        """A new table with the same people; with `swap` everybody takes the next colour."""
        return await self._post(f"/tables/{table}/rematch", TableInfo, requests.Rematch(swap))

    # The game.

    async def move(
        self,
        table: str,
        move: str,
        expected_seq: int,
        undo_window: requests.UndoWindowLength | None = None,
    ) -> Acknowledgement:
        """Make a move; `expected_seq` is the number under that name in the last snapshot or event.

        With `undo_window`, a move that ends the turn can still be undone: see docs/api.md.
        """
        wanted = requests.Play(move, expected_seq, _new_key(), undo_window)
        return await self.ask("POST", f"/tables/{table}/moves", Acknowledgement, wanted)

    async def end_turn(self, table: str, expected_seq: int) -> Acknowledgement:
        """End your turn before its undo window closes."""
        wanted = requests.EndTurn(expected_seq, _new_key())
        return await self.ask("POST", f"/tables/{table}/end-turn", Acknowledgement, wanted)

    async def undo(self, table: str, expected_seq: int) -> Acknowledgement:
        """Take the last move back."""
        wanted = requests.TakeBack(expected_seq, _new_key())
        return await self.ask("POST", f"/tables/{table}/undo", Acknowledgement, wanted)

    async def hint(self, table: str, expected_seq: int) -> Hint:
        """What might be done now, and why."""
        return await self.ask("POST", f"/tables/{table}/hint", Hint, requests.AskHint(expected_seq))

    async def try_moves(self, table: str, wanted: requests.ExploreMoves) -> ExploredPosition:
        """What moves are worth on an analysis board, after some that were tried."""
        return await self.ask("POST", f"/tables/{table}/explore", ExploredPosition, wanted)

    async def say(self, table: str, text: str) -> Acknowledgement:
        """Write a line of chat."""
        return await self._post(f"/tables/{table}/chat", Acknowledgement, requests.Say(text))

    async def mute(
        self, table: str, whom: str, *, muted: bool = True, for_all: bool = False
    ) -> Acknowledgement:
        """Mute an identity for oneself or, as the owner, for all; or unmute it."""
        wanted = requests.Mute(whom, muted, for_all)
        return await self._post(f"/tables/{table}/mute", Acknowledgement, wanted)

    def stream(self, table: str, after: int | None = None) -> EventStream:
        """The events of a table; use `events` where nothing but them is of interest."""
        return EventStream(self, f"/tables/{table}/stream", after)

    def events(self, table: str, after: int | None = None) -> AsyncGenerator[Event, None]:
        """The events of a table, without end: a snapshot first, or those after a number."""
        return self.stream(table, after).events()

    # Finished games.

    async def record(self, table: str) -> dict[str, Any]:
        """The record of a finished game."""
        return await self.ask("GET", f"/tables/{table}/record", dict)

    async def proof(self, table: str) -> Proof:
        """What shows that nobody chose the shuffles."""
        return await self.ask("GET", f"/tables/{table}/fairness", Proof)

    async def replay(self, table: str) -> list[dict[str, Any]]:
        """Every position of a finished game."""
        return await self.ask("GET", f"/tables/{table}/replay", list)

    def replay_events(self, table: str, pace: float = 0.0) -> AsyncGenerator[Event, None]:
        """The same positions as events, one every so many seconds, and at last the end."""
        return EventStream(self, f"/tables/{table}/replay/stream?pace={pace}", None).events()

    async def request_analysis(self, table: str) -> AnalysisState:
        """Request an analysis of a finished game."""
        return await self.ask("POST", f"/tables/{table}/analysis", AnalysisState)

    async def analysis(self, table: str) -> AnalysisState:
        """How far the analysis is, and what was found."""
        return await self.ask("GET", f"/tables/{table}/analysis", AnalysisState)

    async def _post(self, path: str, kind: type[T], wanted: requests.Keyed) -> T:
        """Send a request with a key, its own or a new one."""
        if wanted.key is None:
            wanted = msgspec.structs.replace(wanted, key=_new_key())
        return await self.ask("POST", path, kind, wanted)


def _new_key() -> str:
    return secrets.token_hex(8)
