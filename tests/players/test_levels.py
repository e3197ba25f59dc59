"""What holds for every level, by all rules: legal, repeatable, and blind to what is hidden."""

from random import Random

import pytest

from cartagena import Game, Rules
from cartagena.players import Budget, View, create, play
from tests.players.tables import LEVELS, drifting, tables

FEW = Budget(nodes=24)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_every_move_is_legal_by_all_rules(level: str) -> None:
    kinds = set()
    for number, (rules, players) in enumerate(tables()):
        bot = create(level)
        rng = Random(number)
        for game in drifting(rules, players, number):
            if len(game.moves) % 5 == number % 5 or game.decider != game.turn:
                legal = game.legal_moves
                move = bot.choose(View.of(game, game.decider), legal, rng, FEW)
                assert move in legal
                kinds |= {move.kind for move in legal}
    assert {"discard", "take", "keep", "give", "put", "with", "as", "sail", "morgan"} <= kinds


@pytest.mark.parametrize("level", LEVELS)
def test_whole_games_end(level: str) -> None:
    for number, (rules, players) in enumerate(tables()):
        if number % 9 == 0:
            rules = Rules.from_mapping({**rules.to_mapping(), "turn_limit": 80})
            game = Game(rules, players, number)
            play(game, [create(level) for _ in game.players], Random(number), FEW)
            assert game.over


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("preset", ["jamaica", "everything"])
def test_the_same_generator_and_nodes_give_the_same_game(level: str, preset: str) -> None:
    def moves() -> list[str]:
        game = Game(Rules.preset(preset, turn_limit=12), 3, seed=5)
        play(game, [create(level) for _ in game.players], Random(11), FEW)
        return [move.text for move in game.moves]

    assert moves() == moves()


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_a_move_is_the_same_whatever_is_hidden(level: str) -> None:
    compared = 0
    for number, (rules, players) in enumerate(tables()):
        for game in drifting(rules, players, number):
            if len(game.moves) % 29 != 3:
                continue
            seat = game.decider
            other = game.sample(seat, seed=number)
            choices = {
                create(level).choose(View.of(table, seat), table.legal_moves, Random(number), FEW)
                for table in (game, other)
            }
            assert len(choices) == 1
            compared += game.packed_state() != other.packed_state()
    assert compared > 50
