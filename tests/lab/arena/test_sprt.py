from math import exp, log

import numpy as np
import pytest

from cartagena.errors import CartagenaError
from cartagena.lab.arena.sprt import (
    Bounds,
    Sprt,
    deal_score,
    expected_score,
    game_score,
    log_likelihood_ratio,
    most_likely,
)
from tests.lab.arena.made_up_results import made_up, result


def test_equal_strength_scores_one_half_whatever_the_seats() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    seats = ("a", "b", "b", "b")
    by_seat = [game_score(result(0, seats, seat), "a", "b") for seat in range(4)]
    assert by_seat[0] == 1.0
    assert sum(score or 0.0 for score in by_seat) / 4 == pytest.approx(0.5)
    assert game_score(result(0, seats, None), "a", "b") == 0.5
    assert game_score(result(0, ("a", "c"), 0), "a", "b") is None


def test_a_deal_scores_the_mean_of_its_games() -> None:
    deal = [result(0, ("a", "b"), 0), result(0, ("b", "a"), 0)]
    assert deal_score(deal, "a", "b") == 0.5
    assert deal_score([result(0, ("a", "c"), 0)], "a", "b") is None


def test_the_most_likely_distribution_has_the_mean_it_should() -> None:
    scores, shares = [0.0, 0.5, 1.0], [0.2, 0.5, 0.3]
    for mean in (0.3, 0.5, 0.55, 0.9):
        found = most_likely(scores, shares, mean)
        assert sum(found) == pytest.approx(1)
        assert np.dot(found, scores) == pytest.approx(mean)
    assert most_likely(scores, shares, 0.55) == pytest.approx(shares)


def test_the_ratio_of_single_games_is_the_binomial_one() -> None:
    low, high = 0.5, 0.6
    exact = 70 * log(high / low) + 30 * log((1 - high) / (1 - low))
    assert log_likelihood_ratio({1.0: 70, 0.0: 30}, low, high) == pytest.approx(exact, abs=0.01)


def test_bounds_are_those_of_wald() -> None:
    bounds = Bounds(0, 10, 0.05, 0.1)
    assert exp(bounds.upper) == pytest.approx(0.9 / 0.05)
    assert exp(bounds.lower) == pytest.approx(0.1 / 0.95)


@pytest.mark.parametrize("text", ["", "5", "10,0", "0,10,0.6,0.1", "0,10,0.1", "a,b"])
def test_bounds_that_make_no_test_are_refused(text: str) -> None:
    with pytest.raises(CartagenaError, match=r"\.$"):
        Bounds.read(text)


def verdicts(odds: float, bounds: Bounds) -> list[str | None]:
    """What 40 tests of bots with known odds say."""
    said = []
    for seed in range(40):
        sprt = Sprt("a", "b", bounds)
        for deal in made_up({"a": odds, "b": 1.0}, 2, 300, seed).whole_deals():
            sprt.add(deal)
            if sprt.verdict:
                break
        said.append(sprt.verdict)
    return said


@pytest.mark.slow
def test_errors_are_as_rare_as_asked_for() -> None:
    bounds = Bounds(0, 100)
    wrongly = verdicts(1.0, bounds).count("better")
    rightly = verdicts(10 ** (100 / 400), bounds).count("better")
    assert wrongly <= 6  # 2 expected
    assert rightly >= 34  # 38 expected


def test_the_verdict_is_a_sentence() -> None:
    sprt = Sprt("a", "b", Bounds(0, 100))
    assert "is open" in sprt.sentence()
    for number in range(60):
        sprt.add([result(number, ("a", "b"), 0), result(number, ("b", "a"), 1)])
    assert sprt.sentence().startswith("a is better than b (")
    for number in range(600):
        sprt.add([result(number, ("a", "b"), 1), result(number, ("b", "a"), 0)])
    assert sprt.verdict == "better"
