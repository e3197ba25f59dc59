"""The learning script: its features agree with the rules, and it improves."""

import numpy as np
import pytest

from cartagena import Rules
from cartagena.rules.actions import ADVANCE
from cartagena.rules.components import COLOURS, GOAL
from cartagena.rules.observation import OBSERVATION, SIZE, write_observation
from tests.rules.random_play import game_in_play
from tools import train


def test_targets_match_the_rules() -> None:
    """The targets of all advances and retreats agree, and all legal actions have features."""
    for number in range(60):
        game = game_in_play(Rules.preset("jamaica"), 2, number, 6 * number)
        if game.over:
            continue
        seat = COLOURS.index(game.decider)
        vector = np.zeros((1, SIZE), np.int8)
        records = vector.view(OBSERVATION)[:, 0]
        write_observation(game.packed_state(), 0, seat, records, 0)
        ahead, back = train.targets(records)
        for move in game.legal_moves:
            assert move.action in train.ACTIONS
            row, place = divmod(move.action, train.BITS_PER_ROW)
            space = 37 if move.target == "sloop" else int(move.target or 0)
            if move.kind == "advance":
                assert ahead[0, row - ADVANCE, place] == space
            elif move.kind == "retreat":
                assert back[0, 49 if place == GOAL else place] == space


@pytest.mark.slow
def test_learning_beats_random_play() -> None:
    """A short training makes it better than random play."""
    learner = train.Learner(seed=1, games=64)
    before = learner.weights.copy()
    while learner.games < 200:
        learner.learn(0.2)
    assert (learner.weights != before).any()
    assert train.wins_against("drunk", learner.weights, 10, seed=1) >= 0.7
