"""Identities, and the catalogue of what can be played and against whom."""

from typing import Any

import msgspec

from cartagena.rules.decision_kinds import DecisionKind
from cartagena.rules.messages import Message
from cartagena.rules.move_kinds import MoveKind
from cartagena.rules.reasons import ReasonCode, ReasonText


class IdentityInfo(msgspec.Struct):
    """Who the sender is. The token is told once, to those who asked for one."""

    id: str
    name: str
    token: str | None = None


class NewRecovery(msgspec.Struct):
    """The secret of a recovery link: told this once, the server keeps its hash."""

    secret: str


class RecoveryState(msgspec.Struct):
    """When the recovery link was made, in milliseconds since 1970; null if there is none."""

    created_at: int | None


class FinishedSeat(msgspec.Struct):
    """Who played a colour in a finished game; a bot has a level."""

    colour: str
    name: str
    level: str


class FinishedGame(msgspec.Struct, kw_only=True):
    """One of the sender's finished games."""

    table: str
    finished_at: int
    """In milliseconds since 1970."""
    rules: dict[str, Any]
    seats: list[FinishedSeat]
    you: list[str]
    """The colours that the sender played at the end; none if they had left."""
    winner: str | None
    from_position: bool
    """Whether it began from a position, and so counts for nothing."""


class FinishedGames(msgspec.Struct):
    """A page of finished games, the newest first."""

    games: list[FinishedGame]
    next: str | None
    """What `before` must be for the next page; null on the last."""
    complete: bool
    """False while more games are being read from the log: ask again."""


class Tally(msgspec.Struct):
    """Games finished and won with a preset, or against a level of bots."""

    name: str
    games: int
    won: int


class ProfileResults(msgspec.Struct):
    """The sender's finished games in numbers; those from a position, or with several seats, do not count."""

    games: int
    won: int
    variants: list[Tally]
    """By preset; the name is empty for rules that are none."""
    bots: list[Tally]
    """By the level of bots who were there."""
    complete: bool
    """As in a page of games."""


class Preset(msgspec.Struct):
    """Rules known by a name; title and sentence in English, as the catalogues translate them."""

    name: str
    title: str
    sentence: str
    rules: dict[str, Any]
    minutes: int
    """About how long a game takes."""
    rulebook: str = ""
    """The language of the rulebook whose reading of another preset this is, if it is one."""


class Option(msgspec.Struct):
    """One option of the rules: what it means, and its choices, the default first."""

    name: str
    sentence: str
    choices: list[Any]


class BotLevel(msgspec.Struct):
    """A bot; title and sentence in English, as the catalogues translate them."""

    name: str
    title: str
    sentence: str
    """What it is like; empty for bots of other packages."""
    rank: int | None
    """Its place among the levels, from 0 for the weakest; null for bots of other packages."""


class Catalogue(msgspec.Struct):
    """What can be played here, and against whom."""

    version: str
    presets: list[Preset]
    options: list[Option]
    levels: list[str]
    bots: list[BotLevel]
    """The same as `levels`, with what they are like."""
    colours: list[str]
    kinds: list[MoveKind]
    outcomes: dict[str, Message]
    """Sentences about what a move led to, by `cards`, `drawn`, `empty` and `snake`."""
    decisions: list[DecisionKind]
    reasons: dict[ReasonCode, ReasonText]
    """The sentences for the reasons of a hint, except `spell`."""
    spell_reasons: dict[str, ReasonText]
    """The sentences for a reason `spell`, by symbol."""
    public_url: str = ""
    """This server's address for others, if its operator has set one."""
