import numpy as np

from cartagena import Game
from cartagena.bots import View


def test_a_view_equals_the_view_of_the_game() -> None:
    game = Game("black-magic", ["red", "green", "blue"], seed=4)
    for seat, colour in enumerate(game.players):
        view = View.of(game, colour)
        assert (view.seat, view.colour) == (seat, colour)
        assert view.mapping == game.view(colour)
        assert np.array_equal(view.packed, View.of(game, seat).packed)
