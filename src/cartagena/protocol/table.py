"""Tables as clients are told of them: listings, snapshots, and what became of a request."""

from typing import Any, Literal

import msgspec

from cartagena.rules.notation.position.types import SeatUpdate


class SeatInfo(msgspec.Struct):
    """A seat as everybody sees it."""

    colour: str
    kind: str
    name: str
    level: str
    identity: str
    substitute: bool
    contributed: bool


class TableInfo(msgspec.Struct, kw_only=True):
    """A table as everybody sees it."""

    id: str
    name: str
    status: str
    decider: str
    """The colour that must choose now, if any."""
    paused: bool
    """Whether the game is paused: all who play want it."""
    pause_wanted: list[str]
    """The colours whose players want the game to pause."""
    rules: dict[str, Any]
    seats: list[SeatInfo]
    owner: str
    public: bool
    spectators: bool
    seconds: int
    """The time limit for each turn; 0 is none."""
    budget: int
    """The time for the whole game, in seconds; 0 is no limit."""
    increment: int
    """The seconds that are added to it with each turn."""
    substitute: str
    bot_speed: str
    """How quickly bots answer: `slow`, `normal` or `fast`."""
    created_at: int
    commitment: str
    """What binds the server's secret; empty at a table from a position, which has no shuffle."""
    from_position: bool
    """Whether the game begins from a position: it counts for nothing, and there is no shuffle to check."""
    rematch: str
    rematch_of: str


class ChatLine(msgspec.Struct):
    """A line of chat."""

    seq: int
    at: int
    identity: str
    name: str
    seat: str
    text: str


class MutedPerson(msgspec.Struct):
    """Somebody who is muted: by the viewer, or by the owner for all."""

    identity: str
    name: str
    for_all: bool


class LogLine(msgspec.Struct, omit_defaults=True):
    """A move as the viewer saw it; `?` stands for a card that was hidden from them."""

    seat: str
    move: str
    drawn: int = 0
    """How many cards were drawn by it."""
    found: Literal["", "empty", "snake"] = ""
    """What lay in a chest that held no cards."""
    cards: tuple[str, ...] = ()
    """The cards that were drawn by it, if a seat of the viewer has drawn them."""
    by_server: bool = False
    """Whether the server made it, since there was one possibility."""


class UndoWindow(msgspec.Struct):
    """A turn after its last action, while its player may still undo that."""

    seat: str
    until: int | None
    """When it ends by itself, in milliseconds by the server's time; None: when its player ends it."""


class Snapshot(msgspec.Struct, kw_only=True):
    """All that a viewer may know of a table. `seq` is where the event stream goes on."""

    seq: int
    now: int
    """The server's time in milliseconds, by which its deadlines are."""
    table: TableInfo
    you: list[str]
    """The colours that the viewer plays."""
    expected_seq: int
    """What the next move answers."""
    board: list[str] | None
    log: list[LogLine]
    views: list[SeatUpdate]
    """One for each of the viewer's seats; for a spectator, one of what is public."""
    legal: list[str]
    """What the viewer may do now, if it is their choice."""
    undo: bool
    undo_window: UndoWindow | None
    deadline: int | None
    time_left: dict[str, int]
    """With a budget: what each player had left, in milliseconds, when they were last asked."""
    chat: list[ChatLine]
    muted: list[MutedPerson]
    """Who is muted for the viewer."""
    present: list[str]


class Listing(msgspec.Struct):
    """Tables, the newest first."""

    tables: list[TableInfo]


class Acknowledgement(msgspec.Struct):
    """What became of a request: the number of its event, and the move in full if it was one."""

    seq: int
    move: str = ""
