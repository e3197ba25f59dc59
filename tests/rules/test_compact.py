"""Compact spaces miss nothing that games use."""

from random import Random
from typing import Any

import numpy as np
import pytest

from cartagena import Game, Rules
from cartagena.rules.actions import ACTIONS
from cartagena.rules.compact import compact_space
from cartagena.rules.observation import SIZE, observation_of
from tests.rules.games import TABLES, choose


@pytest.mark.parametrize("rules", TABLES)
@pytest.mark.parametrize("players", [2, 5])
def test_every_legal_action_and_every_number_that_changes_is_kept(rules: Any, players: int) -> None:
    space = compact_space(Rules.from_mapping(rules), players)
    columns, vectors = set(space.columns.tolist()), []
    for seed in range(2):
        game, luck = Game(rules, players, seed), Random(seed)
        for _ in range(200):
            if game.over:
                break
            seat = game.players.index(game.decider)
            vectors += [observation_of(game.packed_state(), viewer) for viewer in {0, seat}]
            for move in game.legal_moves:
                assert space.actions[space.to_compact(move.action)] == move.action
            game.push(choose(game, luck))
    # Only running games count, because nobody decides before the first move or after the last one.
    changing = np.flatnonzero(np.ptp(np.array(vectors), axis=0))
    assert set(changing.tolist()) <= columns


def test_compact_spaces_of_jamaica_are_small() -> None:
    space = compact_space(Rules.preset("jamaica"), 2)
    assert len(space.actions) < ACTIONS / 4
    assert len(space.columns) < SIZE / 2
    with pytest.raises(ValueError, match="action 1343 never occurs"):
        space.to_compact(ACTIONS - 1)
