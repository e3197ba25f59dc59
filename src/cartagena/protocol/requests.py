"""The bodies of all requests. See docs/api.md."""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from cartagena.rules.components import Colour

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Level = Annotated[str, Meta(min_length=1, max_length=40)]
Key = Annotated[str, Meta(min_length=1, max_length=64)]
END = r"$(?!\n)"
"""Ends every pattern. Python's `$` alone also matches before a final newline."""
Contribution = Annotated[str, Meta(pattern=rf"^([0-9a-f]{{2}}){{16,64}}{END}", max_length=128)]
RulesOrPreset = str | dict[str, Any]
ExpectedSeq = Annotated[int, Meta(ge=0, le=1_000_000_000)]
"""The `expected_seq` of the last snapshot or event."""
UndoWindowLength = Literal["briefly", "until-ended"]
WebhookKind = Literal["discord", "slack", "ntfy", "json"]
Language = Annotated[str, Meta(pattern=rf"^[a-z]{{2}}{END}", max_length=2)]
Address = Annotated[str, Meta(min_length=1, max_length=1000)]
TimeZone = Annotated[str, Meta(min_length=1, max_length=64)]
MinuteOfDay = Annotated[int, Meta(ge=0, le=1439)]
SubscriptionKey = Annotated[
    str, Meta(pattern=rf"^[A-Za-z0-9_-]{{16,120}}={{0,2}}{END}", max_length=124)
]
ReportReason = Literal["chat", "name", "delay", "cheating", "other"]
PersonId = Annotated[str, Meta(pattern=rf"^[A-Za-z0-9_-]{{1,32}}{END}", max_length=32)]
BotSpeed = Literal["slow", "normal", "fast"]


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """The base of all requests. Unknown fields are refused."""


class Keyed(Request, kw_only=True):
    """A request with an idempotency key. Sent again, it has no second effect."""

    key: Key | None = None


class NewIdentity(Request):
    """Create an identity, with a cookie for browsers or a bearer token for everything else."""

    name: Name = "Pirate"
    kind: Literal["cookie", "token"] = "cookie"


class Recover(Request):
    """Sign in with a recovery link."""

    secret: Annotated[str, Meta(min_length=20, max_length=100)]
    kind: Literal["cookie", "token"] = "cookie"


class Rename(Request):
    """Change your name."""

    name: Name


class NewSeat(Request):
    """A seat of a new table: for its owner, for anybody, for a bot, or closed."""

    colour: Colour
    kind: Literal["me", "open", "bot", "closed"] = "open"
    level: Level = "deckhand"
    name: Name | None = None


class NewTable(Keyed, kw_only=True):
    """Create a table."""

    rules: RulesOrPreset = "jamaica"
    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=5)]
    name: Name = "A table"
    public: bool = False
    spectators: bool = True
    seconds: Annotated[int, Meta(ge=0, le=31 * 86_400)] = 0
    """The time limit per turn in seconds. 0 sets no limit."""
    budget: Annotated[int, Meta(ge=0, le=31 * 86_400)] = 0
    """The time limit for the whole game in seconds, instead of `seconds`."""
    increment: Annotated[int, Meta(ge=0, le=86_400)] = 0
    """The seconds that each turn adds to the budget."""
    substitute: Level = "deckhand"
    """The level of the bot that takes over when a player's time runs out."""
    bot_speed: BotSpeed = "normal"
    """The pause before moves of bots. It does not change how they think."""


class QuickStart(Keyed):
    """Create a table and start a game against bots."""

    rules: RulesOrPreset = "jamaica"
    players: Annotated[int, Meta(ge=2, le=5)] = 3
    level: Level = "deckhand"
    colour: Colour = "blue"
    wait: bool = False
    """Wait for your contribution, which then starts the game."""
    bot_speed: BotSpeed = "normal"


class QuickMatch(Keyed):
    """Join the oldest public table that fits, or open one. Without rules any game fits."""

    rules: RulesOrPreset | None = None


class StartFrom(Keyed, kw_only=True):
    """Start a game against bots from a position. See docs/positions.md.

    Cards of the position that your seat may not know are dealt again.
    """

    position: dict[str, Any]
    seat: Colour
    level: Level = "deckhand"


class PlayFrom(Keyed, kw_only=True):
    """Continue a finished game against bots."""

    move: Annotated[int, Meta(ge=0, le=1_000_000)]
    """The number of moves after which to continue. 0 is the deal."""
    seat: Colour
    level: Level = "deckhand"


class Join(Keyed):
    """Take an open seat: the named one, or the first."""

    seat: Colour | None = None
    name: Name | None = None
    contribution: Contribution | None = None


class Contribute(Keyed):
    """Add a seat's own random value to the shuffle, before the start."""

    seat: Colour
    value: Contribution
    start: bool = False
    """Deal the cards afterwards."""


class SetSeat(Keyed):
    """Open a seat, close it or give it to a bot, before the start."""

    kind: Literal["open", "bot", "closed"]
    level: Level = "deckhand"


class SeatChoice(Keyed):
    """One of your own seats, or all if none is named."""

    seat: Colour | None = None


class Play(Request):
    """Make a move.

    With `undo_window` you may still undo a move that ends your turn, for a few seconds or until you
    end the turn. A move that cannot be undone ends the turn at once.
    """

    move: Annotated[str, Meta(min_length=1, max_length=80)]
    expected_seq: ExpectedSeq
    key: Key
    undo_window: UndoWindowLength | None = None


class Undo(Request):
    """Undo the last move."""

    expected_seq: ExpectedSeq
    key: Key


class EndTurn(Request):
    """End your turn before its undo window closes."""

    expected_seq: ExpectedSeq
    key: Key


class Say(Keyed):
    """Send a chat message."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class AskHint(Request):
    """Ask for a hint."""

    expected_seq: ExpectedSeq


class ExploreMoves(Request):
    """Play moves on an analysis board and rate the next ones."""

    at: Annotated[int, Meta(ge=0, le=1_000_000_000)]
    """The start of the board: `expected_seq` of a running game, or the number of moves made in a
    finished one."""
    moves: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=80)]], Meta(max_length=100)
    ] = []
    """The moves on the board so far."""
    reply: bool = False
    """Let bots play for all others until the same seat must choose again."""


class DailyMoves(Request):
    """Send in a finished daily escape: all its moves, those of the rivals too."""

    moves: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=80)]], Meta(min_length=1, max_length=1000)
    ]


class NewDuplicate(Keyed, kw_only=True):
    """Create a contest: several tables with equal deals, and one ranking."""

    rules: RulesOrPreset = "jamaica"
    name: Name = "A contest"
    people: Annotated[int, Meta(ge=1, le=5)] = 1
    """The number of people at each table."""
    bots: Annotated[list[Level], Meta(max_length=4)] = []
    """The levels of the bots at each table."""
    seconds: Annotated[int, Meta(ge=30, le=7 * 86_400)] = 86_400
    """The time limit per turn in seconds. Without one, a single player could hold up all tables."""


class Block(Request):
    """Block or unblock a person."""

    whom: PersonId
    """The id of the identity."""
    blocked: bool = True


class SetRanked(Request):
    """Start or stop being ranked by your games with other ranked people."""

    ranked: bool


class Invite(Request):
    """Invite a friend to a table."""

    friend: PersonId
    """The id of the identity."""


class Report(Request):
    """Report a player to the operator of the server."""

    whom: PersonId
    """The id of the identity."""
    reason: ReportReason
    text: Annotated[str, Meta(max_length=500)] = ""


class JoinDuplicate(Request):
    """Take part in a contest."""

    contribution: Contribution | None = None


GUESTS: Final = "guests"
"""Everyone without a seat. Only the owner can mute them, for everybody."""


class Mute(Keyed):
    """Mute or unmute a person, for yourself or, as the owner, for everybody.

    The owner can also mute `guests`: then only players write in the chat.
    """

    whom: Annotated[str, Meta(min_length=1, max_length=32)]
    """The id of the identity, or `guests` for everyone without a seat."""
    muted: bool = True
    for_all: bool = False


class Remove(Keyed):
    """Remove the player of a seat. Only for the owner."""

    seat: Colour


class Rematch(Keyed):
    """Play again. With `swap`, everybody takes the next colour."""

    swap: bool = False


class Pause(Keyed):
    """Ask for a pause, or withdraw it."""

    paused: bool = True


class NewPush(Request, kw_only=True):
    """Send notices to a browser. The fields come from its push subscription."""

    endpoint: Address
    p256dh: SubscriptionKey
    auth: SubscriptionKey
    language: Language = "en"
    label: Annotated[str, Meta(max_length=60)] = ""
    """The owner's name for this device."""


class NewWebhook(Request, kw_only=True):
    """Post notices to a webhook."""

    kind: WebhookKind
    address: Address
    language: Language = "en"
    table: Annotated[str, Meta(max_length=32)] = ""
    """The only table to post about. Empty for all."""


class NewMail(Request, kw_only=True):
    """Send notices to an email address, once its owner has confirmed it."""

    address: Annotated[str, Meta(min_length=1, max_length=254)]
    language: Language = "en"
    digest: bool = False
    """Send at most one email a day, in the morning."""
    time_zone: TimeZone = "UTC"
    """The time zone of that morning, unless quiet hours have set another one."""


class SetDigest(Request):
    """Send one email a day, or one for each notice."""

    digest: bool


class SetVacation(Request):
    """Begin a vacation, or end it."""

    away: bool


class SetQuietHours(Request):
    """Change when nothing is sent. Two equal times mean that there are no quiet hours."""

    quiet_from: MinuteOfDay
    quiet_until: MinuteOfDay
    time_zone: TimeZone
    """The name of a time zone, such as `Europe/Berlin`."""


class SetSilence(Request):
    """Stop or resume notices about a table."""

    silenced: bool
