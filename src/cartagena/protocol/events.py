"""The events of the streams, and the type of the `data` of each. See docs/api.md.

A field with a default is optional. Fields may be added, so clients ignore unknown ones.
"""

from typing import Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from cartagena.protocol.finished import ReplayStep
from cartagena.protocol.table import Snapshot, TableInfo, UndoWindow
from cartagena.rules.notation.position.types import SeatUpdate


class EventData(msgspec.Struct, kw_only=True):
    """Number and time of an event of the log."""

    seq: int
    at: int
    """Milliseconds since 1970."""


class GameChanged(EventData, kw_only=True):
    """The state of the game after an event that changed it."""

    expected_seq: int
    """The number to send with the next move."""
    views: list[SeatUpdate]
    """One view for each seat of the viewer, or the public one for a spectator."""
    legal: list[str]
    """The viewer's legal moves. Empty unless it is their turn to choose."""
    jumps: dict[str, tuple[str, ...]]
    """The spaces that a legal move jumps over, for each move that jumps."""
    undo: bool
    """True if the viewer may undo the last move."""
    undo_window: UndoWindow | None
    deadline: int | None
    """When the time of the current player runs out, in milliseconds since 1970."""
    time_left: dict[str, int]
    """With a budget, the milliseconds that each player had left at their last choice."""
    secret: str | UnsetType = UNSET
    """The secret of the shuffles, once the game is over."""


class Started(GameChanged, kw_only=True):
    """The cards were dealt."""

    table: TableInfo
    board: list[str]
    """The symbol of each space, in order."""
    players: list[str]
    """The colours in seat order."""
    seat_entropy: dict[str, str]
    """The random value of each seat."""
    server_entropy_seats: list[str]
    """The seats whose value the server derived from its secret."""


class Moved(GameChanged, kw_only=True):
    """A move was made. `?` replaces a card that the viewer may not see."""

    seat: str
    move: str
    by: Literal["player", "bot", "substitute", "server"]
    """The maker of the move. The server makes forced steps."""
    jumped: tuple[str, ...] | UnsetType = UNSET
    """The spaces that the pirate jumped over."""
    drawn: int | UnsetType = UNSET
    """The number of cards drawn."""
    found: Literal["empty", "snake"] | UnsetType = UNSET
    """The token of a chest without cards."""
    cards: list[str] | UnsetType = UNSET
    """The cards drawn, if a seat of the viewer drew them."""


class SeatChanged(GameChanged, kw_only=True):
    """A move was undone, a turn ended, a player ran out of time or came back."""

    seat: str


class TableChanged(EventData, kw_only=True):
    """The seats or the players changed. In a running game it includes the state of the game."""

    table: TableInfo
    you: list[str]
    """The colours that the viewer plays."""
    expected_seq: int | UnsetType = UNSET
    views: list[SeatUpdate] | UnsetType = UNSET
    legal: list[str] | UnsetType = UNSET
    jumps: dict[str, tuple[str, ...]] | UnsetType = UNSET
    undo: bool | UnsetType = UNSET
    undo_window: UndoWindow | UnsetType | None = UNSET
    deadline: int | UnsetType | None = UNSET
    time_left: dict[str, int] | UnsetType = UNSET
    secret: str | UnsetType = UNSET


class Removed(TableChanged, kw_only=True):
    """The owner removed the player of a seat."""

    seat: str


class TimeRefunded(EventData, kw_only=True):
    """The server was down, and the current player gets the lost time back."""

    by: int
    """Milliseconds."""
    deadline: int | None


class Said(EventData, kw_only=True):
    """A chat message."""

    identity: str
    name: str
    seat: str
    text: str


class Muted(EventData, kw_only=True):
    """A person was muted or unmuted, for the viewer or for everybody."""

    whom: str
    """The id of the identity, or `guests` for everyone without a seat."""
    muted: bool
    for_all: bool


class Rematched(EventData, kw_only=True):
    """The same people continue at another table."""

    table: str
    """The id of the new table."""


class Presence(msgspec.Struct):
    """The people who are connected to the table, and the server's time."""

    present: list[str]
    now: int
    """Milliseconds since 1970."""


class Alive(msgspec.Struct):
    """Keep-alive of a quiet stream."""


class Bye(msgspec.Struct):
    """The server closes the stream. Reconnect after `retry` milliseconds."""

    retry: int


class ReplayPosition(ReplayStep, kw_only=True):
    """A step of a replay in a stream. The deal has number 0."""

    number: int
    total: int


class End(msgspec.Struct):
    """The end of a replay."""

    total: int
    winner: str | None


TABLE_EVENTS: Final[dict[str, type[msgspec.Struct]]] = {
    "snapshot": Snapshot,
    **dict.fromkeys(
        (
            "created",
            "joined",
            "left",
            "seat",
            "contributed",
            "closed",
            "paused",
            "unsealed",
            "away",
        ),
        TableChanged,
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
"""The type of `data` for each event of a table."""

REPLAY_EVENTS: Final[dict[str, type[msgspec.Struct]]] = {
    "position": ReplayPosition,
    "end": End,
    "bye": Bye,
}
"""The type of `data` for each event of a replay."""
