"""Duplicate deals: which games are played, so that luck cancels.

A deal fixes the board, every hand and the order of the deck; the first seat always begins. Each
deal is played by every line-up, and by each line-up in several seatings, so that every bot has
held every hand and sat in every seat.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, permutations
from random import Random
from typing import Final

from cartagena.errors import CartagenaError

ROTATIONS: Final = "rotations"
ALL: Final = "all"

_SEED_BITS: Final = 52  # any JSON reader takes such a number exactly


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to be played: which deal, and which bot (by its label) in which seat."""

    deal: int
    lineup: int
    seating: int
    seats: tuple[str, ...]
    seed: int


def derive_seed(*parts: object, bits: int = _SEED_BITS) -> int:
    """A seed that follows from the parts: their hash, cut to so many bits."""
    digest = hashlib.sha256(":".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest, "big") >> (256 - bits)


def lineups(labels: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Who meets at a table of so many seats.

    As many bots as seats: these, once (a bot may be named twice). More: every choice of them.
    Fewer: every way to fill the table in which each takes part; a single bot plays itself.
    """
    if not labels:
        raise CartagenaError("An arena needs at least one bot.")
    if len(labels) == seats:
        return [tuple(labels)]
    if len(labels) > seats:
        return list(dict.fromkeys(combinations(labels, seats)))
    distinct = list(dict.fromkeys(labels))
    return [
        lineup
        for lineup in combinations_with_replacement(distinct, seats)
        if set(lineup) == set(distinct)
    ]


def seatings(lineup: Sequence[str], how: str, deal_seed: int) -> list[tuple[str, ...]]:
    """The orders round the table in which a line-up plays one deal.

    `all`: every different order. `rotations`: one order round the table, drawn anew for each
    deal so that nobody always follows the same neighbour, turned through all seats.
    """
    if how == ALL:
        return list(dict.fromkeys(permutations(lineup)))
    if how != ROTATIONS:
        raise CartagenaError(f"Seatings are {ROTATIONS!r} or {ALL!r}, and not {how!r}.")
    order = list(lineup)
    if len(order) > 2:
        Random(derive_seed("order", deal_seed, *order)).shuffle(order)
    turned = (tuple(order[k:] + order[:k]) for k in range(len(order)))
    return list(dict.fromkeys(turned))


def fixtures(
    labels: Sequence[str], seats: int, seed: int, deals: int, how: str = ROTATIONS
) -> Iterator[Fixture]:
    """All games of an arena in their order: deal by deal, line-up by line-up."""
    for deal in range(deals):
        yield from fixtures_of(labels, seats, seed, deal, how)


def fixtures_of(
    labels: Sequence[str], seats: int, seed: int, deal: int, how: str = ROTATIONS
) -> list[Fixture]:
    """The games of one deal."""
    if not 2 <= seats <= 5:
        raise CartagenaError(f"Cartagena is for 2 to 5 players, not {seats}.")
    deal_seed = derive_seed("deal", seed, deal)
    return [
        Fixture(deal, number, turn, order, deal_seed)
        for number, lineup in enumerate(lineups(labels, seats))
        for turn, order in enumerate(seatings(lineup, how, deal_seed))
    ]
