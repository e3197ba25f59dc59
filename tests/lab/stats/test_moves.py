"""The moves from which the presets estimate how long a game takes are those that bots make."""

from itertools import islice
from statistics import mean

import pytest

from cartagena.bots.entrant import read_entrant
from cartagena.lab.arena.schedule import fixtures
from cartagena.lab.stats.play import play_batch
from cartagena.rules.options import Rules
from cartagena.rules.presets import MINUTES, MOVES, TITLES
from tests.support.speed import mostly_slow

GAMES = 8
"""Of 200: their mean is within a fifth of that of all, and the same each time."""


@pytest.mark.parametrize("preset", mostly_slow(["short", "black-magic", "everything"], quick=1))
def test_three_bosuns_make_as_many_moves_as_the_preset_says(preset: str) -> None:
    schedule = list(islice(fixtures(("bosun",), 3, 1, GAMES), GAMES))
    played = play_batch(Rules.preset(preset), schedule, {"bosun": read_entrant("bosun")}, 1)
    assert mean(game.moves for game in played) == pytest.approx(MOVES[preset], rel=0.2)


def test_the_printed_game_takes_40_minutes() -> None:
    assert list(MINUTES) == list(TITLES)
    assert MINUTES["jamaica"] == 40
    assert MINUTES["short"] == 20
