"""An asynchronous, typed client for table servers that retries failed requests."""

from collections.abc import AsyncGenerator, Sequence
from typing import Any
from urllib.parse import urlencode

import httpx

from cartagena.client.event_stream import Event, EventStream
from cartagena.client.people_client import PeopleClient
from cartagena.client.transport import PATIENCE, new_key
from cartagena.protocol import requests
from cartagena.protocol.daily import DailyDay
from cartagena.protocol.events import ReplayPosition
from cartagena.protocol.finished import AnalysisState, Proof
from cartagena.protocol.hints import ExploredPosition, Hint
from cartagena.protocol.lobby import Lobby, MyTurns
from cartagena.protocol.notices import MailLink, MailPurpose, NoticeSettings, Silence
from cartagena.protocol.people import (
    Catalogue,
    FinishedGames,
    IdentityInfo,
    NewRecovery,
    ProfileResults,
    RecoveryState,
    Vacation,
)
from cartagena.protocol.table import Acknowledgement, Listing, Snapshot, TableInfo
from cartagena.rules.components import Colour


class Client(PeopleClient):
    """A client of a table server, with one identity.

    `servers` is the address of a server, or the addresses of its nodes. A request without a
    response is sent again for up to `patience` seconds. Requests that change something carry an
    idempotency key, so they take effect only once. Raises `Refused` if the server refuses a
    request, and `Unreachable` if no server answers. `http` is a shared or configured HTTP client.
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

    async def introduce(self, name: str) -> IdentityInfo:
        """Create an identity and use it from now on. Keep `token` to use the same identity later."""
        identity = await self.request(
            "POST", "/identity", IdentityInfo, requests.NewIdentity(name, "token")
        )
        self.token = identity.token or ""
        return identity

    async def me(self) -> IdentityInfo:
        """Return your identity."""
        return await self.request("GET", "/me", IdentityInfo)

    async def rename(self, name: str) -> IdentityInfo:
        """Change your name, from the next table on."""
        return await self.request("POST", "/me", IdentityInfo, requests.Rename(name))

    async def finished_games(self, before: str | None = None, limit: int = 20) -> FinishedGames:
        """Return your finished games, newest first. `before` is `next` of the previous page."""
        cursor = "" if before is None else f"&before={before}"
        return await self.request("GET", f"/me/games?limit={limit}{cursor}", FinishedGames)

    async def results(self) -> ProfileResults:
        """Return your results, by preset and by level of bots."""
        return await self.request("GET", "/me/results", ProfileResults)

    async def create_recovery(self) -> NewRecovery:
        """Create a recovery link and return its secret. An older link stops working."""
        return await self.request("POST", "/me/recovery", NewRecovery)

    async def revoke_recovery(self) -> RecoveryState:
        """Revoke the recovery link, and sign out all other clients of this identity."""
        return await self.request("POST", "/me/recovery/revoke", RecoveryState)

    async def recovery_state(self) -> RecoveryState:
        """Return when the recovery link was created, if there is one."""
        return await self.request("GET", "/me/recovery", RecoveryState)

    async def recover(self, secret: str) -> IdentityInfo:
        """Sign in with a recovery link and use its identity from now on."""
        identity = await self.request(
            "POST", "/recovery", IdentityInfo, requests.Recover(secret, "token")
        )
        self.token = identity.token or ""
        return identity

    async def notice_settings(self) -> NoticeSettings:
        """Return where you are notified, and your quiet hours."""
        return await self.request("GET", "/me/notices", NoticeSettings)

    async def set_quiet_hours(self, request: requests.SetQuietHours) -> NoticeSettings:
        """Change your quiet hours."""
        return await self.request("POST", "/me/notices", NoticeSettings, request)

    async def add_push(self, request: requests.NewPush) -> NoticeSettings:
        """Send notices to a browser."""
        return await self.request("POST", "/me/push", NoticeSettings, request)

    async def add_webhook(self, request: requests.NewWebhook) -> NoticeSettings:
        """Post notices to a webhook."""
        return await self.request("POST", "/me/webhooks", NoticeSettings, request)

    async def vacation(self) -> Vacation:
        """Return your days off."""
        return await self.request("GET", "/me/vacation", Vacation)

    async def set_vacation(self, *, away: bool) -> Vacation:
        """Begin or end a vacation."""
        return await self.request("POST", "/me/vacation", Vacation, requests.SetVacation(away))

    async def add_mail(self, request: requests.NewMail) -> NoticeSettings:
        """Ask the owner of an email address to confirm it, and then send notices there."""
        return await self.request("POST", "/me/mail", NoticeSettings, request)

    async def set_digest(self, channel: str, *, digest: bool) -> NoticeSettings:
        """Collect what is sent to an email address for one email a day, or send it at once."""
        path, wanted = f"/me/channels/{channel}/digest", requests.SetDigest(digest)
        return await self.request("POST", path, NoticeSettings, wanted)

    async def use_mail_link(self, purpose: MailPurpose, name: str, token: str) -> MailLink:
        """Confirm an address, stop email to it, or refuse it, with a link from an email."""
        return await self.request("POST", f"/mail/{purpose}/{name}/{token}", MailLink)

    async def try_channel(self, channel: str) -> NoticeSettings:
        """Send a test notice."""
        return await self.request("POST", f"/me/channels/{channel}/try", NoticeSettings)

    async def remove_channel(self, channel: str) -> NoticeSettings:
        """Delete a channel."""
        return await self.request("POST", f"/me/channels/{channel}/remove", NoticeSettings)

    async def silence(self, table: str, *, silenced: bool = True) -> Silence:
        """Stop or resume notices about a table."""
        body = requests.SetSilence(silenced)
        return await self.request("POST", f"/tables/{table}/notices", Silence, body)

    async def daily(self, day: int) -> DailyDay:
        """Return the deal and the results of a day, in days since 1970."""
        return await self.request("GET", f"/daily/{day}", DailyDay)

    async def play_daily(self, day: int, request: requests.DailyMoves) -> DailyDay:
        """Send in the moves of a finished daily escape."""
        return await self.request("POST", f"/daily/{day}", DailyDay, request)

    async def catalogue(self) -> Catalogue:
        """Return presets, options of the rules, bots, colours and kinds of move."""
        return await self.request("GET", "/catalogue", Catalogue)

    # Tables.

    async def tables(
        self, status: str | None = None, *, mine: bool = False, limit: int = 30
    ) -> list[TableInfo]:
        """Return public tables, or your own, newest first."""
        query = {"mine": str(mine).lower(), "limit": str(limit)}
        if status is not None:
            query["status"] = status
        return (await self.request("GET", f"/tables?{urlencode(query)}", Listing)).tables

    async def create(self, table: requests.NewTable) -> TableInfo:
        """Create a table."""
        return await self.post("/tables", TableInfo, table)

    async def quick_start(self, request: requests.QuickStart) -> TableInfo:
        """Start a game against bots."""
        return await self.post("/quick-start", TableInfo, request)

    async def quick_match(self, request: requests.QuickMatch) -> TableInfo:
        """Join the oldest public table that fits, or open one and wait there."""
        return await self.post("/quick-match", TableInfo, request)

    async def lobby(self) -> Lobby:
        """Return public tables to join and to watch."""
        return await self.request("GET", "/lobby", Lobby)

    async def turns(self) -> list[str]:
        """Return the ids of the tables where it is your turn."""
        return (await self.request("GET", "/turns", MyTurns)).tables

    async def start_from(self, request: requests.StartFrom) -> TableInfo:
        """Start a game against bots from a position."""
        return await self.post("/start-from", TableInfo, request)

    async def play_from(self, table: str, request: requests.PlayFrom) -> TableInfo:
        """Continue a finished game from one of its moves, against bots."""
        return await self.post(f"/tables/{table}/play-from", TableInfo, request)

    async def look(self, table: str) -> Snapshot:
        """Return everything you may know about a table."""
        return await self.request("GET", f"/tables/{table}", Snapshot)

    async def join(
        self,
        table: str,
        seat: Colour | None = None,
        *,
        name: str | None = None,
        contribution: str | None = None,
    ) -> TableInfo:
        """Take an open seat: the named one, or the first."""
        request = requests.Join(seat, name, contribution)
        return await self.post(f"/tables/{table}/join", TableInfo, request)

    async def contribute(
        self, table: str, seat: Colour, value: str, *, start: bool = False
    ) -> TableInfo:
        """Add a seat's own random value to the shuffle. With `start`, deal the cards afterwards."""
        request = requests.Contribute(seat, value, start)
        return await self.post(f"/tables/{table}/contribution", TableInfo, request)

    async def leave(self, table: str, seat: Colour | None = None) -> TableInfo:
        """Leave one of your seats, or all. In a running game a bot takes over."""
        return await self.post(f"/tables/{table}/leave", TableInfo, requests.SeatChoice(seat))

    async def return_to(self, table: str, seat: Colour | None = None) -> TableInfo:
        """Take over again after your time ran out, at one seat or at all of them."""
        return await self.post(f"/tables/{table}/return", TableInfo, requests.SeatChoice(seat))

    async def start(self, table: str) -> TableInfo:
        """Deal the cards. Only for the owner."""
        return await self.post(f"/tables/{table}/start", TableInfo, requests.Keyed())

    async def set_seat(self, table: str, seat: Colour, request: requests.SetSeat) -> TableInfo:
        """Open or close a seat, or give it to a bot, before the start. Only for the owner."""
        return await self.post(f"/tables/{table}/seats/{seat}", TableInfo, request)

    async def remove(self, table: str, seat: Colour) -> TableInfo:
        """Remove a player before the start, or after their time ran out. Only for the owner."""
        return await self.post(f"/tables/{table}/remove", TableInfo, requests.Remove(seat))

    async def close_table(self, table: str) -> TableInfo:
        """Close a table permanently. Only for the owner."""
        return await self.post(f"/tables/{table}/close", TableInfo, requests.Keyed())

    async def pause(self, table: str, *, paused: bool = True) -> TableInfo:
        """Ask for a pause, or withdraw it."""
        return await self.post(f"/tables/{table}/pause", TableInfo, requests.Pause(paused))

    async def rematch(self, table: str, *, swap: bool = False) -> TableInfo:
        """Return the table for a rematch. With `swap` everybody takes the next colour."""
        return await self.post(f"/tables/{table}/rematch", TableInfo, requests.Rematch(swap))

    # The game.

    async def move(
        self,
        table: str,
        move: str,
        expected_seq: int,
        undo_window: requests.UndoWindowLength | None = None,
    ) -> Acknowledgement:
        """Make a move. `expected_seq` comes from the last snapshot or event.

        With `undo_window`, a move that ends the turn can still be undone. See docs/api.md.
        """
        request = requests.Play(move, expected_seq, new_key(), undo_window)
        return await self.request("POST", f"/tables/{table}/moves", Acknowledgement, request)

    async def end_turn(self, table: str, expected_seq: int) -> Acknowledgement:
        """End your turn before its undo window closes."""
        request = requests.EndTurn(expected_seq, new_key())
        return await self.request("POST", f"/tables/{table}/end-turn", Acknowledgement, request)

    async def undo(self, table: str, expected_seq: int) -> Acknowledgement:
        """Undo the last move."""
        request = requests.Undo(expected_seq, new_key())
        return await self.request("POST", f"/tables/{table}/undo", Acknowledgement, request)

    async def hint(self, table: str, expected_seq: int) -> Hint:
        """Return the best moves, with reasons."""
        return await self.request(
            "POST", f"/tables/{table}/hint", Hint, requests.AskHint(expected_seq)
        )

    async def explore(self, table: str, request: requests.ExploreMoves) -> ExploredPosition:
        """Play moves on an analysis board and rate the next ones."""
        return await self.request("POST", f"/tables/{table}/explore", ExploredPosition, request)

    async def say(self, table: str, text: str) -> Acknowledgement:
        """Send a chat message."""
        return await self.post(f"/tables/{table}/chat", Acknowledgement, requests.Say(text))

    async def mute(
        self, table: str, whom: str, *, muted: bool = True, for_all: bool = False
    ) -> Acknowledgement:
        """Mute or unmute an identity, for yourself or, as the owner, for everybody."""
        request = requests.Mute(whom, muted, for_all)
        return await self.post(f"/tables/{table}/mute", Acknowledgement, request)

    def stream(self, table: str, after: int | None = None) -> EventStream:
        """Return the event stream of a table. `events` is simpler if you only need its events."""
        return EventStream(self, f"/tables/{table}/stream", after)

    def events(self, table: str, after: int | None = None) -> AsyncGenerator[Event, None]:
        """Yield the events of a table: a snapshot and what follows, or all events after `after`."""
        return self.stream(table, after).events()

    # Finished games.

    async def record(self, table: str) -> dict[str, Any]:
        """Return the record of a finished game."""
        return await self.request("GET", f"/tables/{table}/record", dict)

    async def proof(self, table: str) -> Proof:
        """Return the proof that nobody chose the shuffles."""
        return await self.request("GET", f"/tables/{table}/fairness", Proof)

    async def replay(self, table: str) -> list[ReplayPosition]:
        """Return every position of a finished game."""
        return await self.request("GET", f"/tables/{table}/replay", list[ReplayPosition])

    def replay_events(self, table: str, pace: float = 0.0) -> AsyncGenerator[Event, None]:
        """Yield every position of a finished game as events, one every `pace` seconds."""
        return EventStream(self, f"/tables/{table}/replay/stream?pace={pace}", None).events()

    async def request_analysis(self, table: str) -> AnalysisState:
        """Request the analysis of a finished game."""
        return await self.request("POST", f"/tables/{table}/analysis", AnalysisState)

    async def analysis(self, table: str) -> AnalysisState:
        """Return the progress of the analysis, and its result once it is done."""
        return await self.request("GET", f"/tables/{table}/analysis", AnalysisState)
