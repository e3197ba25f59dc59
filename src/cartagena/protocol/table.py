"""Tables in responses: listings, snapshots and acknowledgements."""

from typing import Literal

import msgspec

from cartagena.protocol.requests import BotSpeed
from cartagena.rules.notation.position.types import SeatUpdate
from cartagena.rules.options import Rules

SeatKind = Literal["open", "bot", "closed", "player"]
TableStatus = Literal["waiting", "running", "finished", "closed"]


class SeatInfo(msgspec.Struct):
    """The public part of a seat."""

    colour: str
    kind: SeatKind
    name: str
    """The name of the player. Bots of one table never share a name."""
    level: str
    """The level of a bot. Empty for people."""
    identity: str
    """The id of the player."""
    substitute: bool
    """True if a bot plays for a player whose time ran out."""
    contributed: bool
    """True if the player has added a random value to the shuffle."""
    away_until: int
    """When the player's vacation ends at the latest, in milliseconds since 1970, or 0. It may be over."""


class TableInfo(msgspec.Struct, kw_only=True):
    """The public part of a table."""

    id: str
    name: str
    status: TableStatus
    decider: str
    """The colour of the player to move, if any."""
    paused: bool
    """True if the game is paused, because all players ask for it."""
    pause_wanted: list[str]
    """The colours whose players ask for a pause."""
    rules: Rules
    seats: list[SeatInfo]
    owner: str
    """The id of the owner."""
    public: bool
    spectators: bool
    """True if other people may watch."""
    seconds: int
    """The time limit per turn in seconds, or 0."""
    budget: int
    """The time limit for the whole game in seconds, or 0."""
    increment: int
    """The seconds that each turn adds to the budget."""
    substitute: str
    """The level of the bot that takes over when a player's time runs out."""
    bot_speed: BotSpeed
    created_at: int
    """Milliseconds since 1970."""
    commitment: str
    """The SHA-256 of the server's secret. Empty if the game begins from a position."""
    from_position: bool
    """True if the game begins from a position. It does not count and has no shuffle to check."""
    daily: int
    """The day of a daily escape, counted since 1970. 0 at all other tables."""
    duplicate: str
    """The id of the contest with equal deals that the table belongs to, if any."""
    sealed: bool
    """True while other tables of that contest may still play with the same cards."""
    rematch: str
    """The id of the table of the rematch, if there is one."""
    rematch_of: str
    """The id of the table of which this is the rematch, if any."""


class ChatLine(msgspec.Struct):
    """A chat message."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    identity: str
    name: str
    seat: str
    text: str


class MutedPerson(msgspec.Struct):
    """A person who is muted by the viewer, or by the owner for everybody.

    `guests` stands for everyone without a seat.
    """

    identity: str
    name: str
    for_all: bool


class LogLine(msgspec.Struct, omit_defaults=True):
    """A move as the viewer saw it. `?` replaces a card that they may not see."""

    seat: str
    move: str
    jumped: tuple[str, ...] = ()
    """The spaces that the pirate jumped over."""
    drawn: int = 0
    """The number of cards drawn."""
    found: Literal["", "empty", "snake"] = ""
    """The token of a chest without cards."""
    cards: tuple[str, ...] = ()
    """The cards drawn, if a seat of the viewer drew them."""
    by_server: bool = False
    """True if the server made the move, because it was forced."""


class UndoWindow(msgspec.Struct):
    """A turn after its last action, while its player may still undo that action."""

    seat: str
    until: int | None
    """When the turn ends, in milliseconds since 1970. Null: when the player ends it."""


class Snapshot(msgspec.Struct, kw_only=True):
    """Everything a viewer may know about a table."""

    seq: int
    """The event stream resumes after this number."""
    now: int
    """The server's time in milliseconds since 1970, for comparison with deadlines."""
    table: TableInfo
    you: list[str]
    """The colours that the viewer plays."""
    expected_seq: int
    """The number to send with the next move."""
    board: list[str] | None
    """The symbol of each space, in order. Null before the start."""
    log: list[LogLine]
    views: list[SeatUpdate]
    """One view for each seat of the viewer, or the public one for a spectator."""
    legal: list[str]
    """The viewer's legal moves. Empty if it is not their choice."""
    jumps: dict[str, tuple[str, ...]]
    """The spaces that a legal move jumps over, for each move that jumps."""
    undo: bool
    """True if the viewer may undo the last move."""
    undo_window: UndoWindow | None
    deadline: int | None
    """When the time of the current player runs out, in milliseconds since 1970."""
    time_left: dict[str, int]
    """With a budget, the milliseconds that each player had left at their last choice."""
    chat: list[ChatLine]
    muted: list[MutedPerson]
    """The people who are muted for the viewer."""
    present: list[str]
    """The people who are connected."""


class Listing(msgspec.Struct):
    """Tables, newest first."""

    tables: list[TableInfo]


class Acknowledgement(msgspec.Struct):
    """The result of a request: the number of its event and, for a move, its full text."""

    seq: int
    move: str = ""
