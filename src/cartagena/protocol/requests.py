"""What clients send: the bodies of all requests. See docs/api.md."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from cartagena.rules.components import Colour

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Level = Annotated[str, Meta(min_length=1, max_length=40)]
Key = Annotated[str, Meta(min_length=1, max_length=64)]
END = r"$(?!\n)"
"""The end of a pattern. Python's `$` alone also matches before a final newline."""
Contribution = Annotated[str, Meta(pattern=rf"^([0-9a-f]{{2}}){{16,64}}{END}", max_length=128)]
RulesGiven = str | dict[str, Any]
UndoWindowLength = Literal["briefly", "until-ended"]
BotSpeed = Literal["slow", "normal", "fast"]


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """What all requests share: a field that is not known is a mistake."""


class Keyed(Request, kw_only=True):
    """A request with an idempotency key: sent again, it has no second effect and the same response."""

    key: Key | None = None


class NewIdentity(Request):
    """Ask for an identity, as a cookie (browsers) or as a bearer token (everything else)."""

    name: Name = "Pirate"
    kind: Literal["cookie", "token"] = "cookie"


class Recover(Request):
    """Be the one whose recovery link this is, in another browser or program."""

    secret: Annotated[str, Meta(min_length=20, max_length=100)]
    kind: Literal["cookie", "token"] = "cookie"


class Rename(Request):
    """Go by another name."""

    name: Name


class NewSeat(Request):
    """A seat of a new table: for its owner, open to all, for a bot, or not used."""

    colour: Colour
    kind: Literal["me", "open", "bot", "closed"] = "open"
    level: Level = "deckhand"
    name: Name | None = None


class NewTable(Keyed, kw_only=True):
    """Create a table.

    `seconds` is the time limit for each turn, or `budget` the one for the whole game, to which
    `increment` is added with each turn; 0 is none. `bot_speed` is how quickly bots answer: it
    changes the pause before their moves, not what they think.
    """

    rules: RulesGiven = "jamaica"
    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=5)]
    name: Name = "A table"
    public: bool = False
    spectators: bool = True
    seconds: Annotated[int, Meta(ge=0, le=31 * 86_400)] = 0
    budget: Annotated[int, Meta(ge=0, le=31 * 86_400)] = 0
    increment: Annotated[int, Meta(ge=0, le=86_400)] = 0
    substitute: Level = "deckhand"
    bot_speed: BotSpeed = "normal"


class QuickStart(Keyed):
    """One request for a running game against bots; or, with `wait`, one that your value starts."""

    rules: RulesGiven = "jamaica"
    players: Annotated[int, Meta(ge=2, le=5)] = 3
    level: Level = "deckhand"
    colour: Colour = "blue"
    wait: bool = False
    bot_speed: BotSpeed = "normal"


class QuickMatch(Keyed):
    """Sit down at the first public table that fits, or open one; without rules any game will do."""

    rules: RulesGiven | None = None


class StartFrom(Keyed, kw_only=True):
    """A running game against bots that begins from a position, as docs/positions.md describes it.

    `seat` is the sender's. What that seat may not know of the position is dealt anew.
    """

    position: dict[str, Any]
    seat: Colour
    level: Level = "deckhand"


class PlayFrom(Keyed, kw_only=True):
    """The same from a finished game, as it stood after so many moves; 0 is the deal."""

    move: Annotated[int, Meta(ge=0, le=1_000_000)]
    seat: Colour
    level: Level = "deckhand"


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
    """Open a seat, close it or give it to a bot, before the start."""

    kind: Literal["open", "bot", "closed"]
    level: Level = "deckhand"


class SeatNamed(Keyed):
    """One of the sender's own seats; all of them if none is named."""

    seat: Colour | None = None


class Play(Request):
    """A move in notation, the number of the event it answers, and an idempotency key.

    With `undo_window`, the sender may still undo a move that ends their turn: for a few seconds, or
    until they end the turn. A move that cannot be undone ends the turn at once.
    """

    move: Annotated[str, Meta(min_length=1, max_length=80)]
    expected_seq: Annotated[int, Meta(ge=0, le=1_000_000_000)]
    key: Key
    undo_window: UndoWindowLength | None = None


class TakeBack(Request):
    """Take the last move back."""

    expected_seq: Annotated[int, Meta(ge=0, le=1_000_000_000)]
    key: Key


class EndTurn(Request):
    """End your turn before its undo window closes."""

    expected_seq: Annotated[int, Meta(ge=0, le=1_000_000_000)]
    key: Key


class Say(Keyed):
    """Write a line of chat."""

    text: Annotated[str, Meta(min_length=1, max_length=300)]


class AskHint(Request):
    """Ask what might be done now; `expected_seq` as for a move."""

    expected_seq: Annotated[int, Meta(ge=0, le=1_000_000_000)]


class ExploreMoves(Request):
    """Try moves on an analysis board, and ask what the next ones are worth.

    `at` is where to begin: in a running game `expected_seq`, as for a move; in a finished one how many
    moves had been made, 0 is the deal. `moves` are the moves made on the board since then. With
    `reply`, bots then play for all others until it is the same seat's choice again.
    """

    at: Annotated[int, Meta(ge=0, le=1_000_000_000)]
    moves: Annotated[
        list[Annotated[str, Meta(min_length=1, max_length=80)]], Meta(max_length=100)
    ] = []
    reply: bool = False


class Mute(Keyed):
    """Mute somebody for oneself or, as the owner, for all; or unmute them. `whom` is an identity's id."""

    whom: Annotated[str, Meta(min_length=1, max_length=32)]
    muted: bool = True
    for_all: bool = False


class Remove(Keyed):
    """For the owner: free the seat of somebody else."""

    seat: Colour


class Rematch(Keyed):
    """Play again: everybody keeps their colour or, with `swap`, takes the next one."""

    swap: bool = False


class Pause(Keyed):
    """Want the game to pause, or to go on."""

    paused: bool = True
