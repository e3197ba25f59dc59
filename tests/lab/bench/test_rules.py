"""Every measurement returns a positive rate."""

import pytest

from cartagena.lab.bench import rules
from cartagena.lab.bench.bots import bosun_milliseconds, captain_rate


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["jamaica", "everything"])
def test_measures_random_play(preset: str) -> None:
    row = rules.random_play(preset, 3, 0.01)
    assert row["preset"] == preset
    assert row["players"] == 3
    assert row["actions_per_second"] > row["games_per_second"] > 0
    assert row["observed_actions_per_second"] > 0


def test_measures_game_and_array_api() -> None:
    assert rules.drive_game(0.01) > 0
    assert rules.drive_arrays(0.01) > 0


def test_openspiel_is_skipped_if_not_installed() -> None:
    rate = rules.backgammon_rate(0.01)
    assert rate is None or rate > 0


def test_measures_the_bots() -> None:
    assert captain_rate("jamaica", 0.02) > 0
    assert bosun_milliseconds("short", moves=4) > 0
