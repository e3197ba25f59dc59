"""Contests: several tables with equal deals, and one ranking."""

from typing import Literal

import msgspec

from cartagena.rules.options import Rules

DuplicateStatus = Literal["waiting", "running", "finished", "closed"]


class DuplicateScore(msgspec.Struct, frozen=True):
    """The result of a person, compared with everyone at the same seat of the other tables."""

    rank: int
    """1 for the best of the contest. Equal results share a rank."""
    percent: int | None
    """100 if better than all others at this seat, 0 if worse. Null without anyone to compare with."""
    place: int
    """The place at the own table. 0 if the table was closed."""
    margin: int
    """The lead over the best of the others at the own table, in per cent of the whole way."""
    left: bool
    """True if a bot has finished the game. That ranks last."""


class DuplicatePerson(msgspec.Struct, kw_only=True):
    """A person who takes part."""

    identity: str
    name: str
    table: int
    """The number of their table, from 1 on. 0 before the contest begins."""
    colour: str
    over: bool
    """True if the game at their table is over."""
    score: DuplicateScore | None
    """Null until all tables are over."""


class DuplicateInfo(msgspec.Struct, kw_only=True):
    """A contest. The people are in the order of the ranking once it is over."""

    id: str
    name: str
    status: DuplicateStatus
    owner: str
    created_at: int
    rules: Rules
    people: int
    """The number of people at each table."""
    bots: list[str]
    """The levels of the bots at each table."""
    seconds: int
    commitment: str
    """The SHA-256 of the secret from which all deals follow."""
    players: list[DuplicatePerson]
    tables: list[str]
    """The ids of the tables. Before the end, only that of the caller: one cannot watch the others."""


class DuplicateListing(msgspec.Struct):
    """The contests of the caller, newest first."""

    duplicates: list[DuplicateInfo]
