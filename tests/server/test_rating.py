"""Ratings after Weng and Lin: known values, and the laws that every rating obeys."""

import pytest

from cartagena.server.ranks import rated
from cartagena.server.rating import Rating, rate, update
from cartagena.server.storage.game_index import RankedSeat


def test_a_first_game_of_two_has_the_published_result() -> None:
    winner, loser = update([Rating(), Rating()], [1, 2])
    assert [*winner] == pytest.approx([27.635231383473653, 8.065506316323548, 1])
    assert [*loser] == pytest.approx([22.36476861652635, 8.065506316323548, 1])


def test_a_draw_of_equals_moves_nobody_but_makes_both_more_certain() -> None:
    one, other = update([Rating(), Rating()], [1, 1])
    assert one == other
    assert one.mean == Rating().mean
    assert one.deviation < Rating().deviation


def test_an_upset_moves_more_than_an_expected_result() -> None:
    strong, weak = Rating(35.0, 3.0), Rating(20.0, 3.0)
    upset = update([strong, weak], [2, 1])[1].mean - weak.mean
    expected = update([strong, weak], [1, 2])[0].mean - strong.mean
    assert upset > 4 * expected > 0


def test_the_better_player_ends_up_ahead_and_the_middle_in_between() -> None:
    ratings = rate([[("a", 1), ("b", 2), ("c", 3)]] * 20)
    assert ratings["a"].mean > ratings["b"].mean > ratings["c"].mean
    assert all(one.games == 20 for one in ratings.values())


def test_who_leaves_has_lost_and_lone_people_do_not_count() -> None:
    ratings = rated(
        [
            RankedSeat("1", "a", 1, True),
            RankedSeat("1", "b", 2, False),
            RankedSeat("2", "c", 1, False),
        ]
    )
    assert ratings["b"].mean > Rating().mean > ratings["a"].mean
    assert "c" not in ratings
