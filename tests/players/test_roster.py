import pytest

from cartagena.players.deckhand import Deckhand
from cartagena.players.roster import ROSTER, hire
from cartagena.rules.errors import CartagenaError


def test_bots_are_hired_by_name() -> None:
    assert isinstance(hire(" Deckhand "), Deckhand)
    for name, kind in ROSTER.items():
        assert isinstance(hire(name), kind)


def test_an_unknown_name_gets_a_sentence() -> None:
    with pytest.raises(CartagenaError, match="no bot 'cook'; there are drunk and deckhand"):
        hire("cook")
