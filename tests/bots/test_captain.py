from random import Random

import pytest

from cartagena import Game
from cartagena.bots import Budget, View, create
from cartagena.bots.captain import Captain
from tests.bots.positions import ABOUT_TO_LOSE, WIN_AT_ONCE, WIN_IN_THREE


@pytest.mark.parametrize("seed", range(5))
def test_it_takes_a_win(seed: int) -> None:
    game = Game.from_position(WIN_AT_ONCE)
    view = View.of(game, "blue")
    game.push(create("captain").choose(view, game.legal_moves, Random(seed), Budget(nodes=200)))
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


def test_a_single_move_is_played_without_a_search() -> None:
    game = Game("escape", 2, seed=1)
    only = game.legal_moves[0]
    forever = Budget(seconds=1000.0)
    assert Captain().choose(View.of(game, game.decider), [only], Random(1), forever) is only


@pytest.mark.parametrize(
    ("rules", "players", "expected"),
    [
        ("complete", 2, True),
        ("complete", 3, False),
        ("jamaica", 2, False),
        ("everything", 2, False),
    ],
)
def test_it_reuses_its_tree_in_complete_games_of_two(
    rules: str, players: int, expected: bool
) -> None:
    game = Game(rules, players, seed=4)
    view = View.of(game, game.decider)
    assert Captain().search_for(view).config.reuse_tree == expected
    for option in (True, False):
        assert Captain(reuse_tree=option).search_for(view).config.reuse_tree == option


@pytest.mark.parametrize(("players", "horizon"), [(2, 8), (4, 8), (5, 10)])
def test_it_plays_at_least_two_rounds(players: int, horizon: int) -> None:
    game = Game("jamaica", players, seed=4)
    search = Captain().search_for(View.of(game, game.decider))
    assert search.config.horizon == horizon
    assert search.leaf.net is None


def choose(captain: Captain, game: Game, seed: int) -> str:
    view = View.of(game, game.decider)
    return captain.choose(view, game.legal_moves, Random(seed), Budget(nodes=100)).text


def test_a_reused_tree_changes_later_choices_of_a_turn_but_not_the_first() -> None:
    """A captain that reuses its tree chooses like a new one at the beginning of every turn."""
    firsts = differences = 0
    for seed in range(12):
        game, reusing = Game("tortuga", 2, seed=seed), Captain(reuse_tree=True)
        begun = -1
        for number in range(40):
            if game.over or len(game.legal_moves) == 1:
                break
            text, fresh = choose(reusing, game, number), choose(Captain(), game, number)
            if game.packed_state()["turns"][0] != begun:
                begun = game.packed_state()["turns"][0]
                assert text == fresh
                firsts += 1
            differences += text != fresh
            game.push(text)
    assert firsts > 50
    assert differences > 5


def test_a_tree_is_not_reused_on_another_board() -> None:
    """The hash of a state leaves out the board, which does not change within a game."""
    reusing = Captain(reuse_tree=True)
    for seed in (1, 2, 3):
        game = Game("tortuga", 2, seed=seed)
        assert choose(reusing, game, seed) == choose(Captain(), game, seed)
