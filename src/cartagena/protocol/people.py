"""Identities, profiles, and the catalogue of rules and bots."""

import msgspec

from cartagena.rules.decision_kinds import DecisionKind
from cartagena.rules.messages import Message
from cartagena.rules.move_kinds import MoveKind
from cartagena.rules.options import Rules
from cartagena.rules.presets import TitlePart
from cartagena.rules.reasons import ReasonCode, ReasonText


class IdentityInfo(msgspec.Struct):
    """The caller's identity."""

    id: str
    name: str
    token: str | None = None
    """Only in the response that creates it, and only if a token was requested."""


class NewRecovery(msgspec.Struct):
    """A new recovery link."""

    secret: str
    """Sent only once. The server stores its hash."""


class Vacation(msgspec.Struct):
    """The caller's days off, on which their clocks stand still at tables with a day or more per turn."""

    days: int
    """The days of a year."""
    left_ms: int
    """The rest of them this year, in milliseconds."""
    since: int
    """When the current vacation began, in milliseconds since 1970, or 0."""
    until: int
    """When it ends at the latest, or 0."""


class RecoveryState(msgspec.Struct):
    """The recovery link of the caller, if there is one."""

    created_at: int | None
    """Milliseconds since 1970, or null if there is no link."""


class FinishedSeat(msgspec.Struct):
    """The player of a colour in a finished game."""

    colour: str
    name: str
    level: str
    """The level of a bot. Empty for people."""


class FinishedGame(msgspec.Struct, kw_only=True):
    """One of the caller's finished games."""

    table: str
    finished_at: int
    """Milliseconds since 1970."""
    rules: Rules
    seats: list[FinishedSeat]
    you: list[str]
    """The colours that the caller played at the end. Empty if they had left."""
    winner: str | None
    from_position: bool
    """True if the game began from a position. Such games do not count."""


class FinishedGames(msgspec.Struct):
    """A page of finished games, newest first."""

    games: list[FinishedGame]
    next: str | None
    """The value of `before` for the next page, or null on the last page."""
    complete: bool
    """False while the server still reads older games from the log. Ask again."""


class Tally(msgspec.Struct):
    """Games finished and won with a preset, or against a level of bots."""

    name: str
    games: int
    won: int


class ProfileResults(msgspec.Struct):
    """The caller's results. Games from a position, or with several own seats, do not count."""

    games: int
    won: int
    variants: list[Tally]
    """By preset. The name is empty for custom rules."""
    bots: list[Tally]
    """By level of the bots at the table."""
    complete: bool
    """False while the server still reads older games from the log. Ask again."""


class PresetInfo(msgspec.Struct):
    """Rules with a name. Title and sentence are in English; clients translate them."""

    name: str
    title: str
    sentence: str
    rules: Rules
    minutes: int
    """About how long a game takes."""
    rulebook: str = ""
    """The rulebook's language, if this is that rulebook's version of a preset. Else empty."""


class OptionInfo(msgspec.Struct):
    """An option of the rules."""

    name: str
    sentence: str
    choices: list[str | int | bool]
    """All choices, default first."""


class RivalInfo(msgspec.Struct):
    """The person behind a level of bots. All texts are in English; clients translate them."""

    person: str
    temper: str
    """A sentence about their temper."""
    glad: str
    """Said after a great move of their own."""
    sour: str
    """Said after a great move of another player."""
    beaten: str
    """Said to the player who has beaten them."""


class BotLevel(msgspec.Struct):
    """A bot. Title and sentence are in English; clients translate them."""

    name: str
    title: str
    sentence: str
    """A description. Empty for bots of other packages."""
    rank: int | None
    """The rank among the levels, from 0 for the weakest. Null for bots of other packages."""
    rival: RivalInfo | None
    """The person who plays at this level. Null for bots of other packages."""


class DailyGame(msgspec.Struct):
    """The game of the daily escape on one day of the week."""

    rules: Rules
    levels: list[str]
    """The levels of the rivals, in seat order."""


class Catalogue(msgspec.Struct):
    """Everything that can be played on this server."""

    version: str
    presets: list[PresetInfo]
    options: list[OptionInfo]
    levels: list[str]
    """The names of all bots."""
    bots: list[BotLevel]
    """The same bots with their descriptions."""
    colours: list[str]
    title_parts: list[list[TitlePart]]
    """To name any rules, join the first part that applies from each list."""
    kinds: list[MoveKind]
    """The kinds of move."""
    morgan_end_cards: int
    """The number of cards for a pirate that Morgan moves to an end of the path."""
    outcomes: dict[str, Message]
    """Sentences about the effect of a move, by `cards`, `drawn`, `empty` and `snake`."""
    decisions: list[DecisionKind]
    reasons: dict[ReasonCode, ReasonText]
    """The sentences for the reasons of a hint, except `spell`."""
    spell_reasons: dict[str, ReasonText]
    """The sentences for a reason `spell`, by symbol."""
    week: list[DailyGame]
    """The daily escapes of a week, from Monday on."""
    first_daily: int
    """The first day with a daily escape, counted since 1970."""
    public_url: str = ""
    """The public address of this server, if its operator has set one."""
