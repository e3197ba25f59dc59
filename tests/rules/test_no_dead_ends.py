"""There is always a legal move until the game is over (ruling 11)."""

import numpy as np
import pytest

from cartagena import Rules
from cartagena.lab.bench.simulate import play_to_the_end
from cartagena.rules import batch
from cartagena.rules.state import NOBODY, new_scratches
from cartagena.sim.steps import DEAD_END
from tests.rules.games import DISTINCT

GAMES = 200
MOST = 5_000


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("preset", DISTINCT)
def test_random_games_always_have_a_legal_move(preset: str, players: int) -> None:
    states = batch.prepare(Rules.preset(preset), players)
    lengths, winners = np.zeros(GAMES, np.int64), np.zeros(GAMES, np.int64)
    play_to_the_end(states, 0, new_scratches(), 3, MOST, lengths, winners)
    assert DEAD_END not in lengths
    # Only under the options of hu-2000 may random play fail to finish.
    assert np.any(winners != NOBODY) or preset.endswith("-hu")
