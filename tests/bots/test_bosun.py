from random import Random

import pytest

from cartagena import Game
from cartagena.bots import Budget, View, create
from cartagena.bots.bosun import NODES, Bosun
from cartagena.bots.search.evaluation import evaluate
from cartagena.bots.search.weights import weights
from tests.bots.positions import WIN_IN_THREE, position
from tests.bots.tables import drifting, tables
from tests.support.speed import mostly_slow


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
                plan = bosun.plan(view, number)
                assert 0 < plan.nodes < 2 * NODES
                assert plan.best in {move.action for move in legal}
                assert plan.values[plan.best] == max(plan.values[move.action] for move in legal)


@pytest.mark.parametrize("players", mostly_slow([2, 3, 5], quick=1))
@pytest.mark.parametrize("rules", ["complete", "everything"])
def test_games_among_bosuns_end(rules: str, players: int) -> None:
    for seed in range(4):
        game, rng = Game(rules, players, seed=seed), Random(seed)
        bots = {colour: create("bosun") for colour in game.players}
        while not game.over:
            assert game.moves_made < 800
            seat = game.decider
            game.push(bots[seat].choose(View.of(game, seat), game.legal_moves, rng, Budget()))
        assert game.winner is not None


def test_cards_beyond_those_needed_are_worth_nothing() -> None:
    """With one pirate left on the last space, a second card is useless."""
    game = Game.from_position(position({"chest": 1, "hook": 9}, {"sloop": 3, "20": 1}))
    view, w = game.packed_view("blue"), weights()[0]
    few, many = view.copy(), view.copy()
    few["hand_size"][0][0], few["hand"][0][0] = 2, 0
    many["hand_size"][0][0], many["hand"][0][0] = 12, 0
    assert evaluate(few[0], 0, w) == evaluate(many[0], 0, w)
    game = Game.from_position(position({"chest": 1, "hook": 9}, {"jail": 4}))
    view = game.packed_view("blue")
    few, many = view.copy(), view.copy()
    few["hand_size"][0][0], few["hand"][0][0] = 2, 0
    many["hand_size"][0][0], many["hand"][0][0] = 12, 0
    assert evaluate(few[0], 0, w) < evaluate(many[0], 0, w)


def test_a_single_move_is_played_without_a_search() -> None:
    game = Game("escape", 2, seed=1)
    only = game.legal_moves[0]
    assert Bosun().choose(View.of(game, game.decider), [only], Random(1), Budget()) is only
