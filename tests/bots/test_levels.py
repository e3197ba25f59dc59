"""Every level under all rules: its moves are legal, repeatable, and independent of hidden cards.

For the handicapped levels: their noise, their form, and one step between two of them. `make levels`
measures all steps: see docs/bots.md.
"""

from random import Random

import pytest

from cartagena import Game, Rules
from cartagena.bots import Budget, View, create, handicap, play, searches
from cartagena.bots.families import FAMILIES, family, family_of
from cartagena.bots.registry import BOTS, LEVELS
from cartagena.lab.arena.run import run_arena
from cartagena.lab.arena.schedule import Settings
from cartagena.lab.arena.statistics import pairing
from cartagena.lab.arena.workers import InProcess
from cartagena.rules.presets import PRESETS
from tests.bots.tables import MAIN_BOTS, drifting, tables

FEW = Budget(nodes=24)


@pytest.mark.slow
@pytest.mark.parametrize("level", MAIN_BOTS)
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


@pytest.mark.parametrize("level", MAIN_BOTS)
def test_whole_games_end(level: str) -> None:
    for number, (rules, players) in enumerate(tables()):
        if number % 9 == 0:
            rules = Rules.from_mapping({**rules.to_mapping(), "turn_limit": 80})
            game = Game(rules, players, number)
            play(game, [create(level) for _ in game.players], Random(number), FEW)
            assert game.over


@pytest.mark.parametrize("level", MAIN_BOTS)
@pytest.mark.parametrize("preset", ["jamaica", "everything"])
def test_the_same_generator_and_nodes_give_the_same_game(level: str, preset: str) -> None:
    def moves() -> list[str]:
        game = Game(Rules.preset(preset, turn_limit=12), 3, seed=5)
        play(game, [create(level) for _ in game.players], Random(11), FEW)
        return [move.text for move in game.moves]

    assert moves() == moves()


@pytest.mark.slow
@pytest.mark.parametrize("level", MAIN_BOTS)
def test_hidden_cards_do_not_change_a_choice(level: str) -> None:
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


HANDICAPPED = ("stowaway", "cabin-boy", "cook", "gunner", "helmsman", "first-mate")


def test_the_levels_are_all_bots_but_the_drunk() -> None:
    assert list(BOTS) == ["drunk", *LEVELS]
    assert [name for name in LEVELS if searches(create(name))] == ["captain", "legend"]


def test_every_family_has_strengths_for_all_handicapped_levels() -> None:
    assert tuple(handicap.strengths()) == FAMILIES
    for kind in FAMILIES:
        assert tuple(handicap.strengths()[kind]) == HANDICAPPED
    assert family(Rules.preset("tortuga")) == family(Rules.preset("filibusters")) == "plain"
    assert family(Rules.preset("complete")) == "complete"
    assert family(Rules.preset("everything")) == family(Rules.preset("black-magic")) == "spells"
    for name in PRESETS:
        assert family_of(Game(name, 2, seed=1).packed_state()) == family(Rules.preset(name))


@pytest.mark.parametrize("level", HANDICAPPED)
def test_handicapped_levels_play_legally_and_see_nothing_hidden(level: str) -> None:
    for number, (rules, players) in enumerate(tables()):
        if number % 8:
            continue
        for game in drifting(rules, players, number):
            if len(game.moves) % 41 != 3:
                continue
            seat = game.decider
            choices = {
                create(level).choose(View.of(table, seat), table.legal_moves, Random(number), FEW)
                for table in (game, game.sample(seat, seed=number))
            }
            assert len(choices) == 1
            assert choices <= set(game.legal_moves)


def test_noise_never_chooses_a_move_that_is_worse_by_more_than_the_noise() -> None:
    game, rng = Game("jamaica", 2, seed=1), Random(1)
    legal = list(game.legal_moves)[:3]
    choices = {handicap.best_with_noise(legal, [4.0, 7.9, 9.0], 5.0, rng) for _ in range(400)}
    assert choices == set(legal[1:])


def test_the_form_stays_the_same_for_a_game_and_differs_from_game_to_game() -> None:
    forms = set()
    for seed in range(40):
        game = Game("short", 2, seed=seed)
        first, other = (handicap.daily_form(View.of(game, seat)) for seat in (0, 1))
        for _ in range(5):
            game.push(game.legal_moves[0])
        assert handicap.daily_form(View.of(game, 0)) == first != other
        assert -1 <= first < 1
        forms |= {first, other}
    assert len(forms) == 80
    assert min(forms) < -0.8
    assert max(forms) > 0.8


def test_a_strength_varies_by_its_spread() -> None:
    strength = handicap.Strength(20, 4)
    assert [strength.sample(form) for form in (-1, 0, 1)] == [5, 20, 80]
    assert handicap.Strength(20).sample(0.7) == 20


def test_a_cabin_boy_beats_a_stowaway_but_not_always() -> None:
    settings = Settings(Rules.preset("short"), 2, ("cabin-boy", "stowaway"), seed=5)
    games = run_arena(settings, settings.entrants(), 24, InProcess()).file.complete_deals()
    assert 0.6 < pairing(games, "cabin-boy", "stowaway").value < 0.9
