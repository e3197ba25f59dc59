"""The events of the streams: what `data` holds for each. See docs/api.md.

Server-sent events carry JSON as text. These types describe it, for OpenAPI and for clients; a field
that need not be there has a default. Fields may be added, so what is not known is ignored.
"""

from typing import Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from cartagena.protocol.table import Snapshot, TableInfo, UndoWindow
from cartagena.rules.notation.position.types import OpenPosition, SeatUpdate


class EventData(msgspec.Struct, kw_only=True):
    """What every event of the log has: its number, and its time in milliseconds since 1970."""

    seq: int
    at: int


class GameChanged(EventData, kw_only=True):
    """How the game stands after an event that changed it."""

    expected_seq: int
    views: list[SeatUpdate]
    legal: list[str]
    undo: bool
    undo_window: UndoWindow | None
    deadline: int | None
    time_left: dict[str, int]
    secret: str | UnsetType = UNSET
    """The secret of the shuffles, once the game is over."""


class Started(GameChanged, kw_only=True):
    """The cards were dealt."""

    table: TableInfo
    board: list[str]
    players: list[str]
    seat_entropy: dict[str, str]
    server_entropy_seats: list[str]


class Moved(GameChanged, kw_only=True):
    """A move was made; `?` stands for a card that the viewer may not see."""

    seat: str
    move: str
    by: Literal["player", "bot", "substitute", "server"]
    drawn: int | UnsetType = UNSET
    found: Literal["empty", "snake"] | UnsetType = UNSET
    cards: list[str] | UnsetType = UNSET
    """The cards that were drawn, if a seat of the viewer has drawn them."""


class SeatChanged(GameChanged, kw_only=True):
    """A move was taken back, an undo window has closed, time ran out, or the player is back."""

    seat: str


class TableChanged(EventData, kw_only=True):
    """The seats have changed, or who may choose; in a running game also how it stands."""

    table: TableInfo
    you: list[str]
    expected_seq: int | UnsetType = UNSET
    views: list[SeatUpdate] | UnsetType = UNSET
    legal: list[str] | UnsetType = UNSET
    undo: bool | UnsetType = UNSET
    undo_window: UndoWindow | UnsetType | None = UNSET
    deadline: int | UnsetType | None = UNSET
    time_left: dict[str, int] | UnsetType = UNSET
    secret: str | UnsetType = UNSET


class Removed(TableChanged, kw_only=True):
    """The owner removed who sat there."""

    seat: str


class TimeRefunded(EventData, kw_only=True):
    """The server was away: who must choose has that many milliseconds more."""

    by: int
    deadline: int | None


class Said(EventData, kw_only=True):
    """A line of chat."""

    identity: str
    name: str
    seat: str
    text: str


class Muted(EventData, kw_only=True):
    """Somebody is muted, for the viewer or for all, or is so no longer."""

    whom: str
    muted: bool
    for_all: bool


class Rematched(EventData, kw_only=True):
    """The same people go on at another table."""

    table: str


class Presence(msgspec.Struct):
    """Who listens to the table, and the server's time in milliseconds since 1970."""

    present: list[str]
    now: int


class Alive(msgspec.Struct):
    """Nothing has happened for a while."""


class Bye(msgspec.Struct):
    """The server stops; come back after so many milliseconds."""

    retry: int


class Position(msgspec.Struct, kw_only=True):
    """A position of a replay: the deal is number 0, each other one is after a move."""

    number: int
    total: int
    seat: str | None
    move: str | None
    position: OpenPosition
    drawn: int | UnsetType = UNSET
    found: Literal["empty", "snake"] | UnsetType = UNSET
    by_server: bool | UnsetType = UNSET
    """True where the server made the move, since there was one possibility."""


class End(msgspec.Struct):
    """The end of a replay."""

    total: int
    winner: str | None


TABLE_EVENTS: Final[dict[str, type[msgspec.Struct]]] = {
    "snapshot": Snapshot,
    **dict.fromkeys(
        ("created", "joined", "left", "seat", "contributed", "closed", "paused"), TableChanged
    ),
    "removed": Removed,
    "started": Started,
    "moved": Moved,
    **dict.fromkeys(("undone", "turn-ended", "timed-out", "resumed"), SeatChanged),
    "time-refunded": TimeRefunded,
    "said": Said,
    "muted": Muted,
    "rematched": Rematched,
    "presence": Presence,
    "alive": Alive,
    "bye": Bye,
}
"""What `data` of each event of a table holds."""

REPLAY_EVENTS: Final[dict[str, type[msgspec.Struct]]] = {
    "position": Position,
    "end": End,
    "bye": Bye,
}
"""What `data` of each event of a replay holds."""
