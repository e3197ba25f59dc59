"""Comparing predicted chances with results, and replaying the stored games."""

import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from cartagena.analysis.evaluator import temperatures
from tools import calibration
from tools.calibration import (
    Forecast,
    bins,
    brier,
    calibration_error,
    diagram,
    error_by_chance,
    forecast,
    table,
    temperatures_text,
)
from tools.calibration_games import FITTING, PROOF, Job, Played, jobs, play, read_games


def stated(chance: float, games: int, wins: int) -> list[Forecast]:
    """Return forecasts of `games` games in which the first of two seats won `wins`."""
    chances = np.array([chance, 1 - chance])
    return [Forecast(chances, np.eye(2)[0 if k < wins else 1]) for k in range(games)]


def test_calibration_error_is_the_mean_error_of_the_bins() -> None:
    assert calibration_error(stated(0.75, 100, 75)) == pytest.approx(0)
    assert calibration_error(stated(0.75, 100, 60)) == pytest.approx(0.15)
    both = stated(0.75, 100, 60) + stated(0.85, 300, 255)
    assert calibration_error(both) == pytest.approx(0.15 / 4)
    assert [(part.seats, round(part.won, 2)) for part in bins(both)] == [
        *((300, 0.15), (100, 0.4), (100, 0.6), (300, 0.85))
    ]


def test_brier_score_is_the_squared_error() -> None:
    assert brier(stated(1.0, 10, 10)) == 0
    assert brier(stated(0.5, 10, 4)) == pytest.approx(0.5)


@pytest.mark.slow
def test_error_of_perfect_chances_falls_with_the_number_of_games() -> None:
    few, many = (error_by_chance(stated(0.45, games, games // 2)) for games in (25, 400))
    assert 3 < few / many < 5
    assert many == pytest.approx(0.8 * 0.5 / 20, rel=0.2)


def test_fit_finds_the_best_temperature(monkeypatch: pytest.MonkeyPatch) -> None:
    def forecasts(_: object, temperature: float) -> list[Forecast]:
        chance = 1 / (1 + float(np.exp(-1.5 / temperature)))
        return stated(chance, 1000, 777)  # as predicted with a temperature of 1.2

    monkeypatch.setattr(calibration, "forecasts", forecasts)
    assert calibration.fitted_temperature("plain", []) == pytest.approx(1.2, abs=0.05)


def test_temperature_file_round_trips() -> None:
    text = calibration.FILE.read_text("utf-8")
    assert temperatures_text(tomllib.loads(text)) == text
    for values in temperatures().values():
        assert all(
            calibration.GRID[0] <= value <= calibration.GRID[-1] for value in values.values()
        )


def test_writes_the_table_and_the_diagram() -> None:
    forecasts = {("plain", False): stated(0.75, 100, 75), ("spells", True): stated(0.2, 50, 10)}
    text = table(forecasts)
    assert "| plain | 2 | 100 | 0.375 | 0.0 |" in text
    assert text.count("\n") == 4
    assert ET.fromstring(diagram(forecasts)).tag.endswith("svg")
    page = calibration.PAGE.read_text("utf-8")
    assert calibration.replace_table(page, text) != page
    assert calibration.replace_table(page, text).count("| plain | 2 |") == 1


def test_stored_game_can_be_replayed(tmp_path: Path) -> None:
    job = Job(PROOF, "plain", many=False, number=3)
    result = play(job)
    assert result == play(job)
    assert result.winner in (0, 1)
    file = tmp_path / "games.jsonl"
    file.write_text(result.line() + "\n" + result.line()[:20], "utf-8")
    assert read_games(file) == [result]
    position = Played.read(result.line()).position()
    assert position.moves_made == len(result.actions)
    assert not position.over
    prediction = forecast(result)
    assert prediction.chances.sum() == pytest.approx(1)
    assert prediction.won[result.winner] == 1


def test_sets_share_no_game() -> None:
    deals = [job.deal()[1].seed for job in jobs(3)]
    assert len(deals) == len(set(deals)) == 36
    assert {job.set for job in jobs(1)} == {FITTING, PROOF}
