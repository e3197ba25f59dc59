"""An asynchronous, typed client for table servers. It retries while a server is away."""

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
from cartagena.protocol.lobby import Lobby, Turns
from cartagena.protocol.operations import ServerStatus
from cartagena.protocol.people import Catalogue, Me, NewRecovery, PastGames, RecoveryState, Results
from cartagena.protocol.table import Acknowledgement, Listing, Snapshot, TableInfo

T = TypeVar("T")


class Client(Transport):
    """An identity at a table server.

    `servers` is the address of a server, or the addresses of its nodes. Any of them is asked. A
    request without an answer is sent again for `patience` seconds. Each request that has an effect
    carries an idempotency key, so that it happens once. Raises `Refused` if the server refuses one.
    `http` are connections of the caller, to share or configure them.
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

    # Identity and catalogue.

    async def introduce(self, name: str) -> Me:
        """Get a new identity and use it from now on. Store `token` to use it again later."""
        made = await self.ask("POST", "/identity", Me, requests.NewIdentity(name, "token"))
        self.token = made.token or ""
        return made

    async def me(self) -> Me:
        """Return the client's identity."""
        return await self.ask("GET", "/me", Me)

    async def rename(self, name: str) -> Me:
        """Change the name that is used from the next table on."""
        return await self.ask("POST", "/me", Me, requests.Rename(name))

    async def past_games(self, before: str | None = None, limit: int = 20) -> PastGames:
        """Return the identity's finished games, newest first. `before` is `next` of the previous page."""
        place = "" if before is None else f"&before={before}"
        return await self.ask("GET", f"/me/games?limit={limit}{place}", PastGames)

    async def results(self) -> Results:
        """Return the number of wins and losses of the identity."""
        return await self.ask("GET", "/me/results", Results)

    async def create_recovery(self) -> NewRecovery:
        """Create a recovery link and return its secret. An older link stops working."""
        return await self.ask("POST", "/me/recovery", NewRecovery)

    async def revoke_recovery(self) -> RecoveryState:
        """Revoke the recovery link and sign out all other devices of this identity."""
        return await self.ask("POST", "/me/recovery/revoke", RecoveryState)

    async def recovery_state(self) -> RecoveryState:
        """Return whether there is a recovery link."""
        return await self.ask("GET", "/me/recovery", RecoveryState)

    async def recover(self, secret: str) -> Me:
        """Sign in with the secret of a recovery link."""
        me = await self.ask("POST", "/recovery", Me, requests.Recover(secret, "token"))
        self.token = me.token or ""
        return me

    async def status(self) -> ServerStatus:
        """Return what the server is still compiling after its start."""
        return await self.ask("GET", "/status", ServerStatus)

    async def catalogue(self) -> Catalogue:
        """Return the presets, options, bot levels, colours and kinds of move."""
        return await self.ask("GET", "/catalogue", Catalogue)

    # Tables.

    async def tables(
        self, status: str | None = None, *, mine: bool = False, limit: int = 30
    ) -> list[TableInfo]:
        """Return public tables, or the identity's own ones, newest first."""
        wanted = {"mine": str(mine).lower(), "limit": str(limit)}
        if status is not None:
            wanted["status"] = status
        return (await self.ask("GET", f"/tables?{urlencode(wanted)}", Listing)).tables

    async def create(self, table: requests.NewTable) -> TableInfo:
        """Create a table."""
        return await self._post("/tables", TableInfo, table)

    async def quick_start(self, wanted: requests.QuickStart) -> TableInfo:
        """Start a game against bots."""
        return await self._post("/quick-start", TableInfo, wanted)

    async def quick_match(self, wanted: requests.QuickMatch) -> TableInfo:
        """Take a seat at the first public table that fits, or at a new one that waits for players."""
        return await self._post("/quick-match", TableInfo, wanted)

    async def lobby(self) -> Lobby:
        """Return public tables to join and to watch."""
        return await self.ask("GET", "/lobby", Lobby)

    async def turns(self) -> list[str]:
        """Return the tables where it is the identity's turn."""
        return (await self.ask("GET", "/turns", Turns)).tables

    async def start_from(self, wanted: requests.StartFrom) -> TableInfo:
        """Start a game against bots from a position."""
        return await self._post("/start-from", TableInfo, wanted)

    async def play_from(self, table: str, wanted: requests.PlayFrom) -> TableInfo:
        """Start a game against bots from a move of a finished game."""
        return await self._post(f"/tables/{table}/play-from", TableInfo, wanted)

    async def look(self, table: str) -> Snapshot:
        """Return everything that the identity may know about a table."""
        return await self.ask("GET", f"/tables/{table}", Snapshot)

    async def join(
        self,
        table: str,
        seat: requests.Colour | None = None,
        *,
        name: str | None = None,
        contribution: str | None = None,
    ) -> TableInfo:
        """Take an open seat, by default the first one."""
        wanted = requests.Join(seat, name, contribution)
        return await self._post(f"/tables/{table}/join", TableInfo, wanted)

    async def contribute(
        self, table: str, seat: requests.Colour, value: str, *, start: bool = False
    ) -> TableInfo:
        """Contribute a random value of one's own to the shuffles. With `start`, deal at once."""
        wanted = requests.Contribute(seat, value, start)
        return await self._post(f"/tables/{table}/contribution", TableInfo, wanted)

    async def leave(self, table: str, seat: requests.Colour | None = None) -> TableInfo:
        """Leave one seat or all of them. In a running game a bot takes over."""
        return await self._post(f"/tables/{table}/leave", TableInfo, requests.SeatNamed(seat))

    async def return_to(self, table: str, seat: requests.Colour | None = None) -> TableInfo:
        """Return to one seat or all of them after a time limit."""
        return await self._post(f"/tables/{table}/return", TableInfo, requests.SeatNamed(seat))

    async def start(self, table: str) -> TableInfo:
        """Deal the cards (owner only)."""
        return await self._post(f"/tables/{table}/start", TableInfo, requests.Keyed())

    async def set_seat(
        self, table: str, seat: requests.Colour, wanted: requests.SetSeat
    ) -> TableInfo:
        """Open or close a seat or give it to a bot, before the start (owner only)."""
        return await self._post(f"/tables/{table}/seats/{seat}", TableInfo, wanted)

    async def remove(self, table: str, seat: requests.Colour) -> TableInfo:
        """Remove a player, before the start or when their time is up (owner only)."""
        return await self._post(f"/tables/{table}/remove", TableInfo, requests.Remove(seat))

    async def close_table(self, table: str) -> TableInfo:
        """Close the table permanently (owner only)."""
        return await self._post(f"/tables/{table}/close", TableInfo, requests.Keyed())

    async def pause(self, table: str, *, paused: bool = True) -> TableInfo:
        """Vote to pause the game, or to continue it."""
        return await self._post(f"/tables/{table}/pause", TableInfo, requests.Pause(paused))

    async def rematch(self, table: str, *, swap: bool = False) -> TableInfo:
        """Create a new table for the same people. With `swap`, everybody takes the next colour."""
        return await self._post(f"/tables/{table}/rematch", TableInfo, requests.Rematch(swap))

    # The game.

    async def move(
        self,
        table: str,
        move: str,
        expected_seq: int,
        undo_window: requests.UndoWindowLength | None = None,
    ) -> Acknowledgement:
        """Make a move. `expected_seq` comes from the last snapshot or event.

        With `undo_window`, a move that ends the turn can still be undone: see docs/api.md.
        """
        wanted = requests.Play(move, expected_seq, _new_key(), undo_window)
        return await self.ask("POST", f"/tables/{table}/moves", Acknowledgement, wanted)

    async def end_turn(self, table: str, expected_seq: int) -> Acknowledgement:
        """End your turn before its undo window closes."""
        wanted = requests.EndTurn(expected_seq, _new_key())
        return await self.ask("POST", f"/tables/{table}/end-turn", Acknowledgement, wanted)

    async def undo(self, table: str, expected_seq: int) -> Acknowledgement:
        """Undo the last move."""
        wanted = requests.TakeBack(expected_seq, _new_key())
        return await self.ask("POST", f"/tables/{table}/undo", Acknowledgement, wanted)

    async def hint(self, table: str, expected_seq: int) -> Hint:
        """Return the best moves and the reasons for them."""
        return await self.ask("POST", f"/tables/{table}/hint", Hint, requests.AskHint(expected_seq))

    async def try_moves(self, table: str, wanted: requests.ExploreMoves) -> ExploredPosition:
        """Return the value of each move on an analysis board, after some moves."""
        return await self.ask("POST", f"/tables/{table}/try", ExploredPosition, wanted)

    async def say(self, table: str, text: str) -> Acknowledgement:
        """Write a line of chat."""
        return await self._post(f"/tables/{table}/chat", Acknowledgement, requests.Say(text))

    async def mute(
        self, table: str, whom: str, *, muted: bool = True, for_all: bool = False
    ) -> Acknowledgement:
        """Mute or unmute an identity for oneself or, as the owner, for everybody."""
        wanted = requests.Mute(whom, muted, for_all)
        return await self._post(f"/tables/{table}/mute", Acknowledgement, wanted)

    def stream(self, table: str, after: int | None = None) -> EventStream:
        """Return the event stream of a table. See `events` for the events alone."""
        return EventStream(self, f"/tables/{table}/stream", after)

    def events(self, table: str, after: int | None = None) -> AsyncGenerator[Event, None]:
        """Yield the events of a table without end: a snapshot first, or the events after a number."""
        return self.stream(table, after).events()

    # Finished games.

    async def record(self, table: str) -> dict[str, Any]:
        """Return the record of a finished game."""
        return await self.ask("GET", f"/tables/{table}/record", dict)

    async def proof(self, table: str) -> Proof:
        """Return the proof that nobody chose the shuffles."""
        return await self.ask("GET", f"/tables/{table}/fairness", Proof)

    async def replay(self, table: str) -> list[dict[str, Any]]:
        """Return every position of a finished game."""
        return await self.ask("GET", f"/tables/{table}/replay", list)

    def replay_events(self, table: str, pace: float = 0.0) -> AsyncGenerator[Event, None]:
        """Yield the positions of a finished game as events, one every `pace` seconds, then the end."""
        return EventStream(self, f"/tables/{table}/replay/stream?pace={pace}", None).events()

    async def request_analysis(self, table: str) -> AnalysisState:
        """Request an analysis of a finished game."""
        return await self.ask("POST", f"/tables/{table}/analysis", AnalysisState)

    async def analysis(self, table: str) -> AnalysisState:
        """Return the progress of an analysis, and its result when it is done."""
        return await self.ask("GET", f"/tables/{table}/analysis", AnalysisState)

    async def _post(self, path: str, kind: type[T], wanted: requests.Keyed) -> T:
        """Send a request with a key, its own or a new one."""
        if wanted.key is None:
            wanted = msgspec.structs.replace(wanted, key=_new_key())
        return await self.ask("POST", path, kind, wanted)


def _new_key() -> str:
    return secrets.token_hex(8)
