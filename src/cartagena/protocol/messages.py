"""What clients send and are sent: the whole protocol, as types. See docs/api.md."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Colour = Literal["blue", "red", "green", "yellow", "purple"]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
Level = Annotated[str, Meta(min_length=1, max_length=40)]
Key = Annotated[str, Meta(min_length=1, max_length=64)]
Contribution = Annotated[str, Meta(pattern=r"^([0-9a-f]{2}){16,64}$", max_length=128)]
RulesGiven = str | dict[str, Any]


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """What all requests share: a field that is not known is a mistake."""


class Keyed(Request, kw_only=True):
    """A request that may be sent again: the same key has no second effect and the same answer."""

    key: Key | None = None


# Requests.


class NewIdentity(Request):
    """Ask for an identity, as a cookie (browsers) or as a bearer token (everything else)."""

    name: Name = "Pirate"
    kind: Literal["cookie", "token"] = "cookie"


class Rename(Request):
    """Go by another name."""

    name: Name


class NewSeat(Request):
    """A seat of a table to be laid: for its maker, open to all, for a bot, or not used."""

    colour: Colour
    kind: Literal["me", "open", "bot", "closed"] = "open"
    level: Level = "deckhand"
    name: Name | None = None


class NewTable(Keyed, kw_only=True):
    """Lay a table."""

    rules: RulesGiven = "jamaica"
    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=5)]
    name: Name = "A table"
    public: bool = False
    spectators: bool = True
    seconds: Annotated[int, Meta(ge=0, le=31 * 86_400)] = 0
    standin: Level = "deckhand"


class QuickStart(Keyed):
    """One request for a running game against bots; or, with `wait`, one that your value starts."""

    rules: RulesGiven = "jamaica"
    players: Annotated[int, Meta(ge=2, le=5)] = 3
    level: Level = "deckhand"
    colour: Colour = "blue"
    wait: bool = False


class Join(Keyed):
    """Take an open seat: a certain one, or the first."""

    seat: Colour | None = None
    name: Name | None = None
    contribution: Contribution | None = None


class Contribute(Keyed):
    """Give a seat's own random value, before the start; with `start`, deal as soon as it is in."""

    seat: Colour
    value: Contribution
    start: bool = False


class SetSeat(Keyed):
    """Open a seat, close it or sit a bot there, before the start."""

    kind: Literal["open", "bot", "closed"]
    level: Level = "deckhand"


class SeatNamed(Keyed):
    """One of the sender's own seats; all of them if none is named."""

    seat: Colour | None = None


class Play(Request):
    """A move in notation, the number of the event it answers, and a key against doubling."""

    move: Annotated[str, Meta(min_length=1, max_length=80)]
    answers: Annotated[int, Meta(ge=0, le=1_000_000_000)]
    key: Key


class TakeBack(Request):
    """Take the last move back."""

    answers: Annotated[int, Meta(ge=0, le=1_000_000_000)]
    key: Key


class Say(Request):
    """Say something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]
    key: Key | None = None


class AskHint(Request):
    """Ask what might be done now; `answers` as for a move."""

    answers: Annotated[int, Meta(ge=0, le=1_000_000_000)]


class Mute(Keyed):
    """Hear somebody no more, or again; `whom` is an identity's public number."""

    whom: Annotated[str, Meta(min_length=1, max_length=32)]
    muted: bool = True


# Answers.


class Me(msgspec.Struct):
    """Who the sender is. The token is told once, to those who asked for one."""

    id: str
    name: str
    token: str | None = None


class SeatInfo(msgspec.Struct):
    """A seat as everybody sees it."""

    colour: str
    kind: str
    name: str
    level: str
    identity: str
    standin: bool
    contributed: bool


class TableInfo(msgspec.Struct, kw_only=True):
    """A table as everybody sees it."""

    id: str
    name: str
    status: str
    decider: str
    """The colour that must choose now, if any."""
    rules: dict[str, Any]
    seats: list[SeatInfo]
    owner: str
    public: bool
    spectators: bool
    seconds: int
    standin: str
    created_at: int
    commitment: str
    rematch: str
    rematch_of: str


class ChatLine(msgspec.Struct):
    """Something said."""

    seq: int
    at: int
    identity: str
    name: str
    seat: str
    text: str


class MutedPerson(msgspec.Struct):
    """Somebody whom the viewer does not want to hear."""

    identity: str
    name: str


class LogLine(msgspec.Struct, omit_defaults=True):
    """A move as the viewer saw it; `?` stands for a card that was hidden from them."""

    seat: str
    move: str
    drawn: int = 0
    """How many cards were drawn by it."""
    found: Literal["", "empty", "snake"] = ""
    """What lay in a chest that held no cards."""


class Snapshot(msgspec.Struct, kw_only=True):
    """All that a viewer may know of a table. `seq` is where the event stream goes on."""

    seq: int
    now: int
    """The server's time in milliseconds, by which its deadlines are."""
    table: TableInfo
    you: list[str]
    """The colours that the viewer plays."""
    answers: int
    """What the next move answers."""
    board: list[str] | None
    log: list[LogLine]
    views: list[dict[str, Any]]
    """One for each of the viewer's seats; for a spectator, one of what is public."""
    legal: list[str]
    """What the viewer may do now, if it is their choice."""
    undo: bool
    deadline: int | None
    chat: list[ChatLine]
    muted: list[MutedPerson]
    """Whom the viewer does not want to hear."""
    present: list[str]


class Acknowledgement(msgspec.Struct):
    """What became of an action: the number of its event and the move in full."""

    seq: int
    move: str = ""


ReasonCode = Literal[
    "only",
    "wins",
    "home",
    "aboard",
    "furthest",
    "ahead",
    "leaps",
    "spare",
    "frees",
    "gains",
    "few",
    "costs",
    "helps",
    "carries",
    "fetches",
    "free",
    "waits",
    "draws",
    "most",
    "least",
    "order",
    "spell",
    "clear",
    "close",
]


class HintReason(msgspec.Struct, omit_defaults=True):
    """One thing that speaks for a move: what it is, and what it is about. See docs/api.md."""

    code: ReasonCode
    count: int = 0
    card: str = ""
    colour: str = ""
    move: str = ""


class HintMove(msgspec.Struct):
    """A move and the chance of winning that it leaves, with its standard error."""

    move: str
    chance: float
    error: float


class Hint(msgspec.Struct):
    """What might be done now, and why; `moves` has the best ones, the first of them advised."""

    seat: str
    move: str
    reasons: list[HintReason]
    moves: list[HintMove]


class StreamEvent(msgspec.Struct):
    """One server-sent event, as the lines of a stream tell it; `data` is JSON. See docs/api.md."""

    event: str
    data: str
    id: str | None = None
    """The number to resume behind, where the event has one."""
    retry: int | None = None


class Listing(msgspec.Struct):
    """Tables, the newest first."""

    tables: list[TableInfo]


class Preset(msgspec.Struct):
    """Rules known by a name."""

    name: str
    sentence: str
    rules: dict[str, Any]


class Option(msgspec.Struct):
    """One option of the rules: what it means, and its choices, the usual one first."""

    name: str
    sentence: str
    choices: list[Any]


class Catalogue(msgspec.Struct):
    """What can be played here, and against whom."""

    version: str
    presets: list[Preset]
    options: list[Option]
    levels: list[str]
    colours: list[str]


class Proof(msgspec.Struct):
    """What shows that nobody chose the shuffles; the secret only once the game is over."""

    scheme: str
    table: str
    commitment: str
    contributions: dict[str, str]
    drawn_by_server: list[str]
    secret: str | None


class AnalysisState(msgspec.Struct):
    """How far the analysis of a finished game has come, and the result when it is there."""

    status: Literal["none", "running", "done", "failed"]
    done: int = 0
    total: int = 0
    analysis: dict[str, Any] | None = None


class Health(msgspec.Struct):
    """Whether the server is well."""

    status: str
