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
from tests.lab.arena.simulated_results import result, simulate


def test_equal_strength_scores_one_half_with_any_seats() -> None:
    assert expected_score(0) == 0.5
    assert expected_score(400) == pytest.approx(10 / 11)
    seats = ("a", "b", "b", "b")
    by_seat = [game_score(result(0, seats, seat), "a", "b") for seat in range(4)]
    assert by_seat[0] == 1.0
    assert sum(score or 0.0 for score in by_seat) / 4 == pytest.approx(0.5)
    assert game_score(result(0, seats, None), "a", "b") == 0.5
    assert game_score(result(0, ("a", "c"), 0), "a", "b") is None


def test_deal_score_is_the_mean_of_its_games() -> None:
    deal = [result(0, ("a", "b"), 0), result(0, ("b", "a"), 0)]
    assert deal_score(deal, "a", "b") == 0.5
    assert deal_score([result(0, ("a", "c"), 0)], "a", "b") is None


def test_most_likely_distribution_has_the_requested_mean() -> None:
    scores, shares = [0.0, 0.5, 1.0], [0.2, 0.5, 0.3]
    for mean in (0.3, 0.5, 0.55, 0.9):
        distribution = most_likely(scores, shares, mean)
        assert sum(distribution) == pytest.approx(1)
        assert np.dot(distribution, scores) == pytest.approx(mean)
    assert most_likely(scores, shares, 0.55) == pytest.approx(shares)


def test_ratio_of_single_games_is_binomial() -> None:
    low, high = 0.5, 0.6
    exact = 70 * log(high / low) + 30 * log((1 - high) / (1 - low))
    assert log_likelihood_ratio({1.0: 70, 0.0: 30}, low, high) == pytest.approx(exact, abs=0.01)


def test_bounds_are_walds() -> None:
    bounds = Bounds(0, 10, 0.05, 0.1)
    assert exp(bounds.upper) == pytest.approx(0.9 / 0.05)
    assert exp(bounds.lower) == pytest.approx(0.1 / 0.95)


@pytest.mark.parametrize("text", ["", "5", "10,0", "0,10,0.6,0.1", "0,10,0.1", "a,b"])
def test_rejects_invalid_bounds(text: str) -> None:
    with pytest.raises(CartagenaError, match=r"\.$"):
        Bounds.read(text)


def verdicts(odds: float, bounds: Bounds) -> list[str | None]:
    """Return the verdicts of 40 tests between bots with known odds."""
    results = []
    for seed in range(40):
        sprt = Sprt("a", "b", bounds)
        for deal in simulate({"a": odds, "b": 1.0}, 2, 300, seed).complete_deals():
            sprt.add(deal)
            if sprt.verdict:
                break
        results.append(sprt.verdict)
    return results


@pytest.mark.slow
def test_error_rates_match_alpha_and_beta() -> None:
    bounds = Bounds(0, 100)
    false_positives = verdicts(1.0, bounds).count("better")
    true_positives = verdicts(10 ** (100 / 400), bounds).count("better")
    assert false_positives <= 6  # 2 expected
    assert true_positives >= 34  # 38 expected


def test_sentence_states_the_verdict() -> None:
    sprt = Sprt("a", "b", Bounds(0, 100))
    assert "is undecided" in sprt.sentence()
    for number in range(60):
        sprt.add([result(number, ("a", "b"), 0), result(number, ("b", "a"), 1)])
    assert sprt.sentence().startswith("a is better than b (")
    for number in range(600):
        sprt.add([result(number, ("a", "b"), 1), result(number, ("b", "a"), 0)])
    assert sprt.verdict == "better"
