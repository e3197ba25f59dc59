"""The presets estimate the length of a game from the number of moves that bots make."""

from itertools import islice
from statistics import mean

import pytest

from cartagena.lab.arena.schedule import Settings
from cartagena.lab.stats.play import play_batch
from cartagena.rules.options import Rules
from cartagena.rules.presets import GAMES
from tests.support.speed import mostly_slow

SAMPLED = 8
"""These 8 games are always the same, and their mean is within 20 % of the mean of 200 games."""


@pytest.mark.parametrize("preset", mostly_slow(["short", "black-magic", "everything"], quick=1))
def test_three_bosuns_need_as_many_moves_as_the_preset_says(preset: str) -> None:
    settings = Settings(Rules.preset(preset), 3, ("bosun",), seed=1)
    schedule = list(islice(settings.schedule(SAMPLED), SAMPLED))
    games = play_batch(settings.rules, settings.entrants(), settings.seed, schedule)
    assert mean(game.moves for game in games) == pytest.approx(GAMES[preset].mean_moves, rel=0.2)


def test_minutes_match_the_rulebook() -> None:
    assert GAMES["jamaica"].minutes == 40
    assert GAMES["short"].minutes == 20
