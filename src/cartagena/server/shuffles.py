"""The statistics of all shuffles that this server has dealt, and the tests that they pass or fail."""

import json
from collections import defaultdict
from math import erfc, exp, lgamma, log, sqrt
from typing import Final

from cartagena.protocol.ranks import ShuffleGroup, ShuffleStatistics, ShuffleTest

HAND: Final = 6
"""Cards of a hand."""
_MIN_EXPECTED: Final = 5.0
"""Smallest expected count for which the chi-squared distribution is a good approximation."""


def chi_squared_tail(x: float, freedom: int) -> float:
    """Return the probability that a chi-squared variable with these degrees of freedom exceeds x."""
    if x <= 0:
        return 1.0
    half = x / 2
    start = 0.0 if freedom % 2 == 0 else 0.5
    total = 0.0 if freedom % 2 == 0 else erfc(sqrt(half))
    for i in range(freedom // 2):
        power = start + i
        total += exp(power * log(half) - half - lgamma(power + 1))
    return min(1.0, total)


def statistics(counters: list[tuple[str, int, str, int]]) -> ShuffleStatistics:
    """Return the statistics of these counters: deck, players, item and number."""
    items: defaultdict[tuple[str, int], dict[str, int]] = defaultdict(dict)
    for deck, players, item, number in counters:
        items[deck, players][item] = number
    groups = [_group(json.loads(deck), players, own) for (deck, players), own in items.items()]
    groups.sort(key=lambda group: (-group.games, group.players))
    return ShuffleStatistics(
        games=sum(group.games for group in groups),
        cards=sum(HAND * group.players * group.games for group in groups),
        hands=_combined([hands_test(group) for group in groups]),
        first=_combined([first_test(group) for group in groups]),
        groups=groups,
    )


def _group(deck: dict[str, int], players: int, items: dict[str, int]) -> ShuffleGroup:
    return ShuffleGroup(
        players=players,
        games=items.get("games", 0),
        deck=deck,
        hands=[
            {kind: items.get(f"hand {seat} {kind}", 0) for kind in deck} for seat in range(players)
        ],
        first=[items.get(f"first {seat}", 0) for seat in range(players)],
    )


def hands_test(group: ShuffleGroup) -> tuple[float, int] | None:
    """Return chi-squared and degrees of freedom of hands × kinds, or None with too few games.

    The hands of a deal come from one deck, so their counts depend on each other. With N cards, P hands
    of 6 and G games the counts have the covariance G·N/(N−1)·(6·I − 36/N·J) ⊗ (diag p − p·pᵀ). The sum
    below is the quadratic form of its inverse.
    """
    cards = sum(group.deck.values())
    shares = {kind: number / cards for kind, number in group.deck.items()}
    games, dealt = group.games, HAND * group.players
    if games * HAND * min(shares.values()) < _MIN_EXPECTED or dealt >= cards:
        return None
    total = 0.0
    for kind, share in shares.items():
        off = [hand[kind] - games * HAND * share for hand in group.hands]
        squares = sum(value**2 for value in off) + HAND / (cards - dealt) * sum(off) ** 2
        total += squares / (games * share)
    return total * (cards - 1) / (HAND * cards), (len(shares) - 1) * group.players


def first_test(group: ShuffleGroup) -> tuple[float, int] | None:
    """Return chi-squared and degrees of freedom of the first players, or None with too few games."""
    expected = group.games / group.players
    if expected < _MIN_EXPECTED:
        return None
    total = sum((number - expected) ** 2 / expected for number in group.first)
    return total, group.players - 1


def _combined(tests: list[tuple[float, int] | None]) -> ShuffleTest | None:
    """Return the test of all groups together. Chi-squared variables of separate games add up."""
    done = [test for test in tests if test is not None]
    if not done:
        return None
    total, freedom = sum(test[0] for test in done), sum(test[1] for test in done)
    return ShuffleTest(round(total, 2), freedom, round(chi_squared_tail(total, freedom), 4))
