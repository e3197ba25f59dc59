import numpy as np
import pytest

from cartagena.errors import CartagenaError
from cartagena.lab.arena.ratings import Ratings
from cartagena.lab.arena.statistics import (
    Spread,
    pairing,
    seat_rates,
    share_by_deal,
    thinking_time,
    win_rate,
)
from cartagena.report.confidence import wilson
from tests.lab.arena.simulated_results import result, simulate


def test_wilson_matches_published_values() -> None:
    assert wilson(0.5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(1.0, 100) == pytest.approx((0.9630, 1.0), abs=1e-4)
    assert wilson(0.3, 0) == (0.0, 1.0)


def test_independent_deals_give_the_wilson_interval() -> None:
    rng = np.random.default_rng(1)
    won = (rng.random(4000) < 0.3).astype(float)
    rate = share_by_deal(won, np.ones(4000), 4000)
    assert (rate.low, rate.high) == pytest.approx(wilson(rate.value, 4000), abs=1e-4)


def test_duplicate_deals_narrow_the_interval() -> None:
    split = [[result(d, ("a", "b"), 0), result(d, ("b", "a"), 0)] for d in range(200)]
    luck = [[result(d, ("a", "b"), d % 2), result(d, ("b", "a"), 1 - d % 2)] for d in range(200)]
    mixed = split[:190] + luck[190:]
    narrow, wide = pairing(mixed, "a", "b"), pairing(luck, "a", "b")
    assert narrow.value == wide.value == 0.5
    assert narrow.high - narrow.low < 0.5 * (wide.high - wide.low)


def test_equal_deals_give_a_narrow_interval() -> None:
    deals = [[result(d, ("a", "b"), 0), result(d, ("b", "a"), 0)] for d in range(40)]
    rate = pairing(deals, "a", "b")
    assert rate.value == 0.5
    assert 0.46 < rate.low < 0.5 < rate.high < 0.54


def test_pairing_intervals_cover_95_percent() -> None:
    inside = 0
    for seed in range(200):
        rate = pairing(simulate({"a": 2.0, "b": 1.0}, 2, 100, seed).complete_deals(), "a", "b")
        inside += rate.low <= 2 / 3 <= rate.high
    assert 181 <= inside <= 198  # 190 expected


def test_unbeaten_bot_has_a_finite_rating() -> None:
    deals = [[result(d, ("a", "b"), 0), result(d, ("b", "a"), 1)] for d in range(50)]
    rate = win_rate(deals, "a")
    assert rate.value == rate.high == 1.0
    assert rate.low == pytest.approx(wilson(1.0, 50)[0])
    rated = Ratings(["a", "b"], deals).difference("a", "b")
    assert 300 < rated.elo < 1500
    assert rated.low < rated.elo - 100


def test_seat_rates_by_seat_and_bot() -> None:
    deals = [[result(d, ("a", "b"), 0), result(d, ("b", "a"), 0)] for d in range(50)]
    first, second = seat_rates(deals)
    assert (first.value, second.value) == (1.0, 0.0)
    assert [rate.value for rate in seat_rates(deals, "a")] == [1.0, 0.0]
    assert win_rate(deals, "a").value == 0.5


def test_pairings_of_four_players_are_weighted_by_seats() -> None:
    deals = simulate({"a": 3.0, "b": 1.0}, 4, 400).complete_deals()
    rate = pairing(deals, "a", "b")
    assert rate.low <= 0.75 <= rate.high
    assert pairing(deals, "a", "nobody").count == 0


def test_spread_and_thinking_time() -> None:
    assert Spread.of([1, 2, 3, 4, 5]).median == 3
    assert Spread.of([]).mean == 0
    assert thinking_time([[result(0, ("a", "b"), 0)]], "a") is None


@pytest.mark.parametrize(("players", "deals"), [(2, 300), (3, 150), (4, 150), (5, 500)])
def test_ratings_recover_known_strengths(players: int, deals: int) -> None:
    elo = {"a": 200.0, "b": 100.0, "c": 0.0, "d": -50.0, "e": 30.0}
    strengths = {label: 10 ** (value / 400) for label, value in elo.items()}
    games = simulate(strengths, players, deals).complete_deals()
    ratings = Ratings(list(elo), games, anchor="c")
    for rating in ratings.table():
        assert rating.elo == pytest.approx(elo[rating.label], abs=60)
        assert rating.high - rating.low < 160
    assert [r.elo for r in ratings.table()] == sorted(
        (r.elo for r in ratings.table()), reverse=True
    )


def test_rating_intervals_cover_95_percent() -> None:
    inside = 0
    for seed in range(100):
        deals = simulate({"a": 2.0, "b": 1.0, "c": 0.5}, 3, 60, seed).complete_deals()
        rated = Ratings(["a", "b", "c"], deals).difference("a", "c")
        inside += rated.low <= 400 * np.log10(4.0) <= rated.high
    assert inside >= 89  # 95 expected


def test_default_anchor_is_the_drunk_or_the_first_bot() -> None:
    deals = [[result(0, ("a", "drunk"), 0), result(0, ("drunk", "a"), 0)]]
    assert Ratings(["a", "drunk"], deals).anchor == "drunk"
    assert Ratings(["a", "drunk"], deals, "a").anchor == "a"
    with pytest.raises(CartagenaError, match="did not play"):
        Ratings(["a", "drunk"], deals, "b")


def test_game_without_a_winner_counts_as_a_draw() -> None:
    deals = [[result(d, ("a", "b"), None)] for d in range(10)]
    assert Ratings(["a", "b"], deals).difference("a", "b").elo == pytest.approx(0)
