"""Ranks of people, results against each opponent, and the statistics of shuffles."""

import msgspec


class RankedPerson(msgspec.Struct, kw_only=True):
    """A person who wants to be ranked."""

    name: str
    you: bool
    rating: int
    """The estimate of the strength. Newcomers have 1000."""
    low: int
    """The lower end of the interval of about 95 %. The ranks are in this order."""
    high: int
    games: int


class Ranks(msgspec.Struct):
    """The ranks of a variant, from games between people who want to be ranked."""

    variant: str
    ranked: bool
    """True if the caller wants to be ranked."""
    people: list[RankedPerson]
    """The first hundred."""
    total: int


class Opponent(msgspec.Struct):
    """The caller's games against another person."""

    identity: str
    name: str
    friend: bool
    games: int
    won: int
    """Games in which the caller was ahead of this person."""
    lost: int


class Opponents(msgspec.Struct):
    """The people against whom the caller has played, friends first, then by number of games."""

    opponents: list[Opponent]


class ShuffleTest(msgspec.Struct):
    """A statistical test of all deals."""

    statistic: float
    freedom: int
    """Degrees of freedom of the chi-squared distribution. 0 for a normal distribution."""
    p: float
    """The probability of a statistic like this or more extreme, if the shuffles are fair."""


class ShuffleGroup(msgspec.Struct):
    """The deals with one deck and number of players."""

    players: int
    games: int
    deck: dict[str, int]
    """The number of cards of each kind."""
    hands: list[dict[str, int]]
    """The cards of each kind that were dealt to each seat, in seat order."""
    first: list[int]
    """Games that each seat has begun."""


class ShuffleStatistics(msgspec.Struct):
    """Statistics of all shuffles in finished games of this server."""

    games: int
    cards: int
    """Cards in the hands that were dealt."""
    hands: ShuffleTest | None
    """The test that every hand is a random part of its deck. Null with too few games."""
    first: ShuffleTest | None
    """The test that every seat begins equally often."""
    groups: list[ShuffleGroup]
    """The deals in detail, those with most games first."""
