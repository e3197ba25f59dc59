from random import Random

from cartagena.players.drunk import Drunk
from cartagena.rules.notation import Move


def test_every_move_comes_up() -> None:
    moves = [Move("pass", "pass"), Move("skip", "skip"), Move("sail", "sail")]
    luck = Random(1)
    assert {Drunk().choose({}, moves, luck) for _ in range(100)} == set(moves)
