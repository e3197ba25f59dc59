from random import Random

import pytest

from cartagena import Game
from cartagena.players import Budget, View, create
from cartagena.players.bosun import NODES, Bosun
from tests.players.positions import WIN_IN_THREE
from tests.players.tables import drifting, tables


@pytest.mark.parametrize("seed", range(5))
def test_it_finds_a_win_of_three_actions(seed: int) -> None:
    game = Game.from_position(WIN_IN_THREE)
    bosun, rng = create("bosun"), Random(seed)
    for _ in range(3):
        assert game.turn == "blue"
        game.push(bosun.choose(View.of(game, "blue"), game.legal_moves, rng, Budget()))
    assert game.winner == "blue"


def test_it_looks_at_a_bounded_number_of_positions() -> None:
    for number, (rules, players) in enumerate(tables()):
        bosun = Bosun()
        for game in drifting(rules, players, number):
            if len(game.moves) % 17 == 0 and len(game.legal_moves) > 1:
                view, legal = View.of(game, game.decider), game.legal_moves
                bosun.choose(view, legal, Random(number), Budget())
                assert 0 < bosun.nodes < 2 * NODES


def test_a_single_move_needs_no_thought() -> None:
    game = Game("escape", 2, seed=1)
    only = game.legal_moves[0]
    assert Bosun().choose(View.of(game, game.decider), [only], Random(1), Budget()) is only
