"""The stored events of a table: its source of truth.

They contain everything, hidden cards included. `views` decides what clients get to see of them.
Where an event has an identity and a key, they are the sender and the idempotency key of the
request that led to it.
"""

from typing import Any, Literal

import msgspec

from cartagena.protocol.requests import BotSpeed
from cartagena.protocol.table import SeatKind
from cartagena.rules.version import RULES_VERSION
from cartagena.server.storage.notifications import StoredEvent


class SeatPlan(msgspec.Struct):
    """A seat of a new table."""

    colour: str
    kind: SeatKind
    level: str = ""
    identity: str = ""
    name: str = ""


class Created(msgspec.Struct, tag="created", kw_only=True):
    """A table was created. The secret of its shuffles is drawn now and revealed after the game."""

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
    rules_version: int = RULES_VERSION
    """The version of the program's rules, by which the game is played to its end."""
    position: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    """The start of the game, at a table from a position: see `tables/positions.py`."""
    deal: str = ""
    """The seed of the deal in hexadecimal digits, at a table where it was chosen beforehand."""
    daily: int = 0
    """The day of a daily escape, counted since 1970. 0 at all other tables."""
    duplicate: str = ""
    """The contest with equal deals that this table belongs to, if any. See `duplicates.py`."""


class Joined(msgspec.Struct, tag="joined"):
    """A person took a seat."""

    seat: str
    identity: str
    name: str
    contribution: str = ""
    key: str = ""


class Contributed(msgspec.Struct, tag="contributed"):
    """A player contributed entropy to the shuffles."""

    seat: str
    value: str
    identity: str = ""
    key: str = ""


class Left(msgspec.Struct, tag="left"):
    """A person left a seat. In a running game, a bot plays on."""

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
    """The cards were dealt from the secret and the entropy of all seats, in seat order."""

    seat_entropy: dict[str, str]
    server_entropy_seats: list[str]
    """The seats whose entropy the server drew."""
    identity: str = ""
    key: str = ""
    contributions: dict[str, list[str]] | msgspec.UnsetType = msgspec.UNSET
    """The contributions of all tables with this deal, by seat. Each seat's entropy combines its own."""


class Moved(msgspec.Struct, tag="moved"):
    """A move was made by a player, a bot or a substitute, or by the server if it was forced."""

    seat: str
    move: str
    by: Literal["player", "bot", "substitute", "server"]
    identity: str = ""
    key: str = ""
    undo_window_ms: int | msgspec.UnsetType = msgspec.UNSET
    """Length of the undo window after a move that ends the turn. 0: the player ends the turn."""


class Undone(msgspec.Struct, tag="undone"):
    """The last move was undone."""

    seat: str
    identity: str = ""
    key: str = ""


class TurnEnded(msgspec.Struct, tag="turn-ended"):
    """An undo window was closed, by its player or because its time had run out."""

    seat: str
    identity: str = ""
    key: str = ""


class TimedOut(msgspec.Struct, tag="timed-out"):
    """A player's time ran out. A bot plays on until the player returns."""

    seat: str


class Resumed(msgspec.Struct, tag="resumed"):
    """A player returned after running out of time."""

    seat: str
    identity: str = ""
    key: str = ""


class Away(msgspec.Struct, tag="away"):
    """A player's vacation began, or ended. Until then their own clock stands still."""

    identity: str
    until: int
    """When it ends at the latest, in milliseconds, or 0: the player is back."""


class TimeRefunded(msgspec.Struct, tag="time-refunded"):
    """The player to move got time back, in milliseconds, because the server was down."""

    by: int
    until: int
    """The end of the last outage that counts."""


class Said(msgspec.Struct, tag="said"):
    """A person wrote a line of chat."""

    identity: str
    name: str
    text: str
    seat: str = ""
    key: str = ""


class Muted(msgspec.Struct, tag="muted"):
    """The owner muted or unmuted a person for all. What people mute for themselves is not stored here."""

    identity: str
    whom: str
    muted: bool
    key: str = ""


class Removed(msgspec.Struct, tag="removed"):
    """The owner removed a player. The seat is open again, or a bot plays on in a running game."""

    seat: str
    identity: str = ""
    key: str = ""


class Closed(msgspec.Struct, tag="closed"):
    """The owner closed the table permanently."""

    identity: str = ""
    key: str = ""


class PauseWanted(msgspec.Struct, tag="paused"):
    """A player asked for a pause, or withdrew it. The game pauses while all ask for it."""

    identity: str
    wanted: bool
    key: str = ""


class Unsealed(msgspec.Struct, tag="unsealed"):
    """All tables with this deal are over, so its cards need not stay secret any more."""


class Rematched(msgspec.Struct, tag="rematched"):
    """The players went on to a rematch at another table."""

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
    | Away
    | TimeRefunded
    | Said
    | Muted
    | Removed
    | Closed
    | PauseWanted
    | Unsealed
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
    """Return an event in JSON, as stored."""
    return _encoder.encode(event).decode()


def decode(stored: StoredEvent) -> Entry:
    """Return the log entry of a stored event."""
    return Entry(stored.seq, stored.at, _decoder.decode(stored.body))


def event_name(event: Event) -> str:
    """Return the name under which an event is stored and sent, such as `moved`."""
    return str(type(event).__struct_config__.tag)
