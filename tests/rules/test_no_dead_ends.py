"""There is always a legal move until the game is over (ruling 11)."""

import numpy as np
import pytest

from cartagena import Rules
from cartagena.rules import batch
from cartagena.rules.chance.seeds import key_words
from cartagena.rules.state import NOBODY, new_scratches
from tests.rules.games import DISTINCT
from tests.rules.random_play import is_running, new_chooser, play_randomly

GAMES = 200
MOST = 5_000


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("preset", DISTINCT)
def test_random_games_always_have_a_legal_move(preset: str, players: int) -> None:
    states, chooser, scratches = (
        batch.prepare(Rules.preset(preset), players),
        new_chooser(3),
        new_scratches(),
    )
    actions = np.zeros(MOST, np.int64)
    won = 0
    for number in range(GAMES):
        batch.deal(states, 0, key_words(number), NOBODY)
        moves = play_randomly(states, 0, chooser, scratches, actions, MOST)
        assert moves == MOST or not is_running(states), f"nothing is legal in game {number}"
        won += int(states["winner"][0]) != NOBODY
    # Only under the options of hu-2000 may random play fail to finish.
    assert won > 0 or preset.endswith("-hu")
