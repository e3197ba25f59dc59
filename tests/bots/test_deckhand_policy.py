"""The deckhand's values, compiled and plain, agree on every legal move."""

import pytest

from cartagena import Rules
from cartagena.bots import View
from cartagena.bots.deckhand import MoveValues
from cartagena.bots.search.deckhand_policy import deckhand_value
from cartagena.rules.presets import PRESETS
from tests.rules.random_play import game_in_play


@pytest.mark.parametrize("preset", [name for name in PRESETS if "-" not in name] + ["black-magic"])
def test_both_give_moves_the_same_value(preset: str) -> None:
    compared = set()
    for number in range(12):
        game = game_in_play(Rules.preset(preset), 2 + number % 4, number, 26 * number)
        if game.over:
            continue
        values = MoveValues(View.of(game, game.decider).mapping)
        state = game.packed_state()[0]
        for move in game.legal_moves:
            compiled = deckhand_value(state, move.action >> 6, move.action & 63)
            assert compiled == pytest.approx(values.value(move)), (number, move)
            compared.add(move.kind)
    assert len(compared) > 1
