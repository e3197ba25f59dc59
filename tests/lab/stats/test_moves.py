"""The presets estimate the length of a game from the number of moves that bots make."""

from itertools import islice
from statistics import mean

import pytest

from cartagena.lab.arena.schedule import Settings
from cartagena.lab.stats.play import play_batch
from cartagena.rules.options import Rules
from cartagena.rules.presets import MINUTES, MOVES, TITLES
from tests.support.speed import mostly_slow

GAMES = 8
"""The mean of these 8 games is within a fifth of that of 200, and always the same."""


@pytest.mark.parametrize("preset", mostly_slow(["short", "black-magic", "everything"], quick=1))
def test_three_bosuns_need_as_many_moves_as_the_preset_says(preset: str) -> None:
    settings = Settings(Rules.preset(preset), 3, ("bosun",), seed=1)
    schedule = list(islice(settings.schedule(GAMES), GAMES))
    games = play_batch(settings.rules, settings.entrants(), settings.seed, schedule)
    assert mean(game.moves for game in games) == pytest.approx(MOVES[preset], rel=0.2)


def test_minutes_match_the_rulebook() -> None:
    assert list(MINUTES) == list(TITLES)
    assert MINUTES["jamaica"] == 40
    assert MINUTES["short"] == 20
