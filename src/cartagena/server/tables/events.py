"""The stored events: all that ever happened at a table, from which everything else follows.

They hold the whole truth, hidden cards included. What a client is told of them is in `views`.
Where an event has an identity and a key, they are the sender and the idempotency key of the
request that led to it.
"""

from typing import Any, Literal

import msgspec

from cartagena.protocol.requests import BotSpeed
from cartagena.protocol.table import SeatKind
from cartagena.server.storage.notifications import StoredEvent


class SeatPlan(msgspec.Struct):
    """A seat of a new table."""

    colour: str
    kind: SeatKind
    level: str = ""
    identity: str = ""
    name: str = ""


class Created(msgspec.Struct, tag="created", kw_only=True):
    """A table was created. The secret of its shuffles is chosen here and told at the end."""

    owner: str
    name: str
    rules: dict[str, Any]
    seats: list[SeatPlan]
    public: bool
    spectators: bool
    seconds: int
    substitute: str
    secret: str
    rematch_of: str = ""
    budget: int = 0
    increment: int = 0
    bot_speed: BotSpeed = "normal"
    position: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    """Where the game begins, at a table from a position: see `tables/positions.py`."""


class Joined(msgspec.Struct, tag="joined"):
    """Somebody took a seat."""

    seat: str
    identity: str
    name: str
    contribution: str = ""
    key: str = ""


class Contributed(msgspec.Struct, tag="contributed"):
    """A seat gave its own random value."""

    seat: str
    value: str
    identity: str = ""
    key: str = ""


class Left(msgspec.Struct, tag="left"):
    """Somebody left their seat; in a running game a bot plays on."""

    seat: str
    identity: str = ""
    key: str = ""


class SeatSet(msgspec.Struct, tag="seat"):
    """The owner opened or closed a seat, or gave it to a bot."""

    seat: str
    kind: SeatKind
    level: str = ""
    identity: str = ""
    key: str = ""


class Started(msgspec.Struct, tag="started"):
    """The cards were dealt: from the secret and these contributions, in seat order."""

    seat_entropy: dict[str, str]
    server_entropy_seats: list[str]
    identity: str = ""
    key: str = ""


class Moved(msgspec.Struct, tag="moved"):
    """A move was made, by the player, by the seat's bot or by a bot standing in.

    A step for which one card was left, such as the last one to give, is made by the server.
    """

    seat: str
    move: str
    by: Literal["player", "bot", "substitute", "server"]
    identity: str = ""
    key: str = ""
    undo_window_ms: int | msgspec.UnsetType = msgspec.UNSET
    """How long the player may undo a move that ends their turn. 0: until they end the turn."""


class Undone(msgspec.Struct, tag="undone"):
    """The last move was taken back."""

    seat: str
    identity: str = ""
    key: str = ""


class TurnEnded(msgspec.Struct, tag="turn-ended"):
    """An undo window has closed: its player ended the turn, or the time was over."""

    seat: str
    identity: str = ""
    key: str = ""


class TimedOut(msgspec.Struct, tag="timed-out"):
    """A player's time ran out; a bot plays on until the player returns."""

    seat: str


class Resumed(msgspec.Struct, tag="resumed"):
    """A player whose time had run out is back."""

    seat: str
    identity: str = ""
    key: str = ""


class TimeRefunded(msgspec.Struct, tag="time-refunded"):
    """The server was away: who must choose has that much more time, in milliseconds."""

    by: int
    until: int
    """When the last of these outages ended."""


class Said(msgspec.Struct, tag="said"):
    """Somebody wrote a line of chat."""

    identity: str
    name: str
    text: str
    seat: str = ""
    key: str = ""


class Muted(msgspec.Struct, tag="muted"):
    """Somebody muted somebody else for themselves, or the owner for all; or unmuted them."""

    identity: str
    whom: str
    muted: bool
    key: str = ""
    for_all: bool = False


class Removed(msgspec.Struct, tag="removed"):
    """The owner removed who sat there: the seat is open again, or a bot plays on in a running game."""

    seat: str
    identity: str = ""
    key: str = ""


class Closed(msgspec.Struct, tag="closed"):
    """The owner closed the table: nothing is played there any more."""

    identity: str = ""
    key: str = ""


class PauseWanted(msgspec.Struct, tag="paused"):
    """A player wants the game to pause, or no longer. It pauses while all who play want it."""

    identity: str
    wanted: bool
    key: str = ""


class Rematched(msgspec.Struct, tag="rematched"):
    """The same people go on at another table."""

    table: str
    identity: str = ""
    key: str = ""


Event = (
    Created
    | Joined
    | Contributed
    | Left
    | SeatSet
    | Started
    | Moved
    | Undone
    | TurnEnded
    | TimedOut
    | Resumed
    | TimeRefunded
    | Said
    | Muted
    | Removed
    | Closed
    | PauseWanted
    | Rematched
)


class Entry(msgspec.Struct, frozen=True):
    """One line of a table's log."""

    seq: int
    at: int
    """Milliseconds since 1970, by the clock of the node that wrote it."""
    event: Event


_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_encoder = msgspec.json.Encoder()


def encode(event: Event) -> str:
    """An event as JSON, as it is stored."""
    return _encoder.encode(event).decode()


def decode(stored: StoredEvent) -> Entry:
    """A stored event as a line of the log."""
    return Entry(stored.seq, stored.at, _decoder.decode(stored.body))


def event_name(event: Event) -> str:
    """The name by which an event is stored and sent, such as `moved`."""
    return str(type(event).__struct_config__.tag)
