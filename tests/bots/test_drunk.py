from random import Random

from cartagena import Game
from cartagena.bots import Budget, View
from cartagena.bots.drunk import Drunk
from cartagena.rules.notation.moves import Move


def test_every_legal_move_is_chosen_sometimes() -> None:
    game = Game("escape", 2, seed=1)
    view = View.of(game, game.decider)
    moves = [Move("pass"), Move("skip"), Move("sail")]
    rng = Random(1)
    assert {Drunk().choose(view, moves, rng, Budget()) for _ in range(100)} == set(moves)
