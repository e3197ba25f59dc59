"""Every game of the arena ends."""

import pytest

from cartagena.bots.entrant import read_entrant
from cartagena.lab.arena import match
from cartagena.lab.arena.schedule import Fixture
from cartagena.rules.options import Rules


def test_endless_game_is_stopped_without_a_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "MAX_MOVES", 9)
    fixture = Fixture(deal=0, lineup=0, seating=0, seats=("drunk", "drunk"), seed=1)
    result = match.play(Rules.preset("jamaica"), fixture, {"drunk": read_entrant("drunk")}, 1)
    assert result.moves == 9
    assert result.winner is None
