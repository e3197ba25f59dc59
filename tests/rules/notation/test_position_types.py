"""Positions and views have the keys and values that their types promise."""

from collections.abc import Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from cartagena.game import Game
from cartagena.rules.notation.position.types import (
    PendingDecision,
    Position,
    SeatUpdate,
    SeatView,
)


def check(document: Mapping[str, Any], kind: Any) -> None:
    """Check the keys of a document, and its values with msgspec."""
    assert kind.__required_keys__ <= document.keys()
    assert document.keys() <= kind.__required_keys__ | kind.__optional_keys__
    msgspec.convert(document, kind)


@pytest.mark.parametrize("preset", ["jamaica", "tortuga", "complete", "everything"])
def test_positions_and_views_match_their_types(preset: str) -> None:
    game, chance = Game(preset, 3, seed=5), Random(5)
    while not game.over and game.moves_made < 120:
        position = game.position()
        check(position, Position)
        check(game.public_view(), SeatView)
        for colour in game.players:
            view = game.view(colour)
            check(view, SeatView)
            check(game.view_update(colour), SeatUpdate)
            if view["pending"] is not None:
                check(view["pending"], PendingDecision)
        game.push(chance.choice(game.legal_moves))
