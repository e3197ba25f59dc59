import numpy as np
import pytest

from cartagena import Game
from cartagena.bots import Budget, View
from cartagena.errors import CartagenaError


def test_a_view_is_what_the_game_shows_the_seat() -> None:
    game = Game("black-magic", ["red", "green", "blue"], seed=4)
    for seat, colour in enumerate(game.players):
        view = View.of(game, colour)
        assert (view.seat, view.colour) == (seat, colour)
        assert view.mapping == game.view(colour)
        assert np.array_equal(view.packed, View.of(game, seat).packed)


@pytest.mark.parametrize("wrong", [{"seconds": 0.0}, {"seconds": -1.0}, {"nodes": 0}])
def test_a_budget_is_more_than_nothing(wrong: dict[str, float]) -> None:
    with pytest.raises(CartagenaError, match="budget"):
        Budget(**wrong)  # type: ignore[arg-type]


def test_a_budget_may_be_left_open() -> None:
    assert Budget() == Budget(seconds=None, nodes=None)
    assert Budget(seconds=0.5, nodes=10).nodes == 10
