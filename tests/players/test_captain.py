from random import Random

import pytest

from cartagena import Game
from cartagena.players import Budget, View, create
from cartagena.players.captain import Captain
from tests.players.positions import ABOUT_TO_LOSE, WIN_AT_ONCE, WIN_IN_THREE


@pytest.mark.parametrize("seed", range(5))
def test_it_takes_a_win(seed: int) -> None:
    game = Game.from_position(WIN_AT_ONCE)
    captain = create("captain")
    view = View.of(game, "blue")
    move = captain.choose(view, game.legal_moves, Random(seed), Budget(nodes=200))
    game.push(move)
    assert game.winner == "blue"


def test_it_finds_a_win_of_three_actions() -> None:
    game = Game.from_position(WIN_IN_THREE)
    captain, rng = create("captain"), Random(3)
    for _ in range(3):
        view = View.of(game, "blue")
        game.push(captain.choose(view, game.legal_moves, rng, Budget(nodes=2000)))
    assert game.winner == "blue"


def test_it_brings_nobody_else_home() -> None:
    game = Game.from_position(ABOUT_TO_LOSE)
    legal = game.legal_moves
    assert "morgan red 24-sloop" in legal
    move = create("captain").choose(View.of(game, "blue"), legal, Random(3), Budget(nodes=2000))
    assert move.text != "morgan red 24-sloop"


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("nodes", [1, 2, 100, 333])
def test_nodes_are_counted_exactly(threads: int, nodes: int) -> None:
    game = Game("escape", 3, seed=2)
    captain = Captain(threads=threads)
    view = View.of(game, game.decider)
    first = captain.choose(view, game.legal_moves, Random(1), Budget(nodes=nodes))
    assert captain.nodes == nodes
    assert captain.choose(view, game.legal_moves, Random(1), Budget(nodes=nodes)) == first


def test_time_and_nodes_end_a_search_whichever_comes_first() -> None:
    game = Game("escape", 2, seed=2)
    captain = Captain()
    view = View.of(game, game.decider)
    captain.choose(view, game.legal_moves, Random(1), Budget(seconds=60.0, nodes=64))
    assert captain.nodes == 64
    captain.choose(view, game.legal_moves, Random(1), Budget(seconds=0.01, nodes=1_000_000_000))
    assert 0 < captain.nodes < 1_000_000_000
    captain.choose(view, game.legal_moves, Random(1), Budget())
    assert captain.nodes > 0


def test_a_single_move_needs_no_thought() -> None:
    game = Game("escape", 2, seed=1)
    captain = Captain()
    only = game.legal_moves[0]
    assert captain.choose(View.of(game, game.decider), [only], Random(1), Budget()) is only
    assert captain.nodes == 0
