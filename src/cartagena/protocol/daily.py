"""The daily escape: a day, its deal and its results."""

import msgspec


class DailyResult(msgspec.Struct, frozen=True):
    """The result of a daily escape."""

    place: int
    """1 for the winner. The others rank by how far their pirates have come."""
    turns: int
    """The number of turns that the player took."""
    points: int
    """The way of the player's pirates plus the lead over the best rival, both in per cent of the
    whole way. At least 0, at most 200."""
    symbols: str
    """One for each turn: `h` if a pirate came home, `f` for many spaces, `n` for a few, `c` for none."""


class DailyEntry(msgspec.Struct):
    """The result of a person who has played a day."""

    name: str
    you: bool
    """True if it is the caller's."""
    late: bool
    """True if it was sent in after the day."""
    result: DailyResult


class DailyDay(msgspec.Struct, kw_only=True):
    """The daily escape of a day on this server."""

    day: int
    """Counted since 1970, in UTC."""
    seed: str
    """The seed of the deal in hexadecimal digits."""
    next_commitment: str
    """The SHA-256 of the next day's seed."""
    players: int
    """Number of people who have played the day."""
    results: list[DailyEntry]
    """The best results, by points and then by turns."""
    you: DailyEntry | None
    """The caller's result, if there is one."""
    friends: list[DailyEntry]
    """The results of the caller's friends and of the caller, the best first."""
