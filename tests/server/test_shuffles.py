"""The statistics of shuffles: fair deals pass, unfair ones fail, and the p-values mean what they say."""

from collections import Counter

import pytest

from cartagena import Game
from cartagena.server.game_index import counted
from cartagena.server.shuffles import chi_squared_tail, statistics


@pytest.mark.parametrize(
    ("x", "freedom", "p"),
    [(3.841459, 1, 0.05), (5.991465, 2, 0.05), (18.307038, 10, 0.05), (24.995790, 15, 0.05)],
)
def test_the_tail_of_chi_squared_is_that_of_the_tables(x: float, freedom: int, p: float) -> None:
    assert chi_squared_tail(x, freedom) == pytest.approx(p, abs=1e-6)
    assert chi_squared_tail(0, freedom) == 1


def counters(games: list[Game], twist: str = "") -> list[tuple[str, int, str, int]]:
    """Return the counters of these deals. With `twist` the first hand gets a card of this kind instead."""
    total: Counter[tuple[str, int, str]] = Counter()
    for number, game in enumerate(games):
        deal = counted(game)
        items = Counter(deal.items)
        if twist and number % 2:
            other = next(item for item in items if item.startswith("hand 0") and twist not in item)
            items[other] -= 1
            items[f"hand 0 {twist}"] += 1
        for item, count in {**items, "games": 1}.items():
            total[deal.deck, deal.players, item] += count
    return [(*key, count) for key, count in total.items()]


@pytest.fixture(scope="module")
def deals() -> list[Game]:
    return [Game("jamaica", 2 + seed % 3, seed=seed) for seed in range(600)]


def test_the_deals_of_this_program_pass(deals: list[Game]) -> None:
    result = statistics(counters(deals))
    assert result.games == 600
    assert result.cards == 6 * sum(2 + seed % 3 for seed in range(600))
    assert result.hands is not None
    assert result.hands.freedom == 5 * (2 + 3 + 4)
    assert result.hands.p > 0.01
    assert result.first is not None
    assert result.first.p > 0.01
    assert [len(group.hands) for group in result.groups] == [2, 3, 4]


def test_a_hand_that_gets_a_few_better_cards_is_found(deals: list[Game]) -> None:
    result = statistics(counters(deals, "dagger"))
    assert result.hands is not None
    assert result.hands.p < 0.001


def test_p_values_of_fair_deals_are_spread_evenly() -> None:
    small = []
    for start in range(60):
        games = [Game("jamaica", 2, seed=100_000 + 40 * start + i) for i in range(40)]
        test = statistics(counters(games)).hands
        assert test is not None
        small.append(test.p)
    assert 0.3 < sum(small) / len(small) < 0.7
    assert 2 <= sum(p < 0.25 for p in small) <= 28


def test_too_few_games_give_no_result() -> None:
    result = statistics(counters([Game("jamaica", 2, seed=1)]))
    assert result.hands is None
    assert result.first is None
    assert statistics([]).games == 0
