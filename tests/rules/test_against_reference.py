"""The fast rules against the slow reference: legal moves, successors, winners and views."""

import json
import random
from collections import Counter

import pytest

from cartagena import Game, Rules
from tests.rules.games import DISTINCT
from tests.rules.random_play import after, game_in_play, position_of, whole_game
from tests.rules.random_rules import every_option, random_rules
from tests.rules.side_by_side import SideBySide
from tests.support.speed import long, mostly_slow

KINDS = {
    *("advance", "retreat", "morgan", "sail", "pass", "skip"),
    *("weapons", "rum", "lantern", "parrots", "hook", "chest"),
    *("take", "keep", "give", "put", "with", "as", "discard"),
}


def compare(rules: Rules, players: int, number: int, moves: int) -> Counter[str]:
    """Compare a new game and one in a later phase, for `moves` moves each."""
    chance = random.Random(number)
    fresh = SideBySide.new(rules, players, number)
    fresh.play(moves, chance)
    later = game_in_play(rules, players, number, chance.choice((30, 120, 400, 1200)))
    resumed = SideBySide.from_position(later.position())
    resumed.play(moves, chance)
    return fresh.kinds + resumed.kinds


@pytest.mark.parametrize("players", mostly_slow([2, 3, 4, 5], quick=2))
@pytest.mark.parametrize("preset", DISTINCT)
def test_every_preset_with_draws_from_a_shuffled_pile(preset: str, players: int) -> None:
    chance = random.Random(players)
    fresh = SideBySide.new(Rules.preset(preset), players, 200 + players, pile=chance)
    fresh.play(40, chance)
    later = game_in_play(Rules.preset(preset), players, players, chance.choice((120, 400, 1200)))
    resumed = SideBySide.from_position(later.position(), pile=chance)
    resumed.play(40, chance)
    # A row of twelve lasts a while, and many players are dealt much of the deck.
    while not resumed.drawn and not fresh.drawn and not fresh.game.over:
        fresh.play(40, chance)
    assert fresh.drawn + resumed.drawn > 0
    again = Game.replay(json.loads(json.dumps(resumed.game.record())))
    assert again.packed_state().tobytes() == resumed.game.packed_state().tobytes()


@pytest.mark.parametrize("number", range(40))
def test_random_options_with_draws_from_a_shuffled_pile(number: int) -> None:
    chance = random.Random(1000 + number)
    rules = random_rules(chance, edition="2017", magic=True)
    later = game_in_play(rules, 2 + number % 4, number, chance.choice((30, 120, 400, 1200)))
    SideBySide.from_position(later.position(), pile=chance).play(60, chance)


@pytest.mark.parametrize("players", mostly_slow([2, 3, 4, 5], quick=2))
@pytest.mark.parametrize("preset", DISTINCT)
def test_every_preset_agrees_with_the_reference(preset: str, players: int) -> None:
    rules = Rules.preset(preset)
    moves = 150 if preset in ("everything", "black-magic", "complete") else 50
    compare(rules, players, 100 + players, moves)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "value", "fixed"), list(every_option()))
def test_every_option_agrees_with_the_reference(
    name: str, value: object, fixed: dict[str, object]
) -> None:
    chance = random.Random(f"{name} {value}")
    for number in range(2):
        rules = random_rules(chance, **fixed)
        assert getattr(rules, name) == value
        compare(rules, chance.randint(2, 5), number, 40)


@pytest.mark.parametrize("number", [*mostly_slow(range(60), quick=30), *long(range(60, 150))])
def test_random_options_agree_with_the_reference(number: int) -> None:
    chance = random.Random(number)
    compare(random_rules(chance), chance.randint(2, 5), number, 50)


@pytest.mark.parametrize("preset", DISTINCT)
def test_the_end_of_a_game(preset: str) -> None:
    # Under the options of hu-2000 a random game may take very long to end.
    rules = Rules.preset(preset, turn_limit=2000)
    actions = whole_game(rules, 3, 5)
    last = min(len(actions), 25)
    before = after(rules, 3, 5, actions[: len(actions) - last])
    pair = SideBySide.from_position(position_of(rules, 3, before))
    for action in actions[len(actions) - last :].tolist():
        pair.push(next(move for move in pair.legal() if move.action == action))
    assert pair.game.over
    assert pair.legal() == []


@pytest.mark.slow
def test_the_comparison_covers_every_kind_of_move() -> None:
    chance = random.Random(3)
    kinds: Counter[str] = Counter()
    for number in range(20):
        options = {"edition": "2017", "tunnel": 3, "jungle": 3, "magic": True, "turn_limit": 0}
        rules = random_rules(chance, **options, filibusters=True, tunnel_cards="both")
        kinds += compare(rules, 2 + number % 4, number, 60)
    assert set(kinds) == KINDS, sorted(KINDS - set(kinds))
    assert min(kinds.values()) >= 5, kinds


def test_a_round_without_actions_ends_the_game() -> None:
    for stuck in ("end", "skip"):
        pair = SideBySide.from_position(
            {
                **SideBySide.new(Rules(edition="2000", stuck=stuck), 3, 1).game.position(),
                "hands": {},
                "deck": None,
            }
        )
        for _ in range(3):
            move = pair.legal()[0]
            assert move.text == ("pass" if stuck == "end" else "skip")
            pair.push(move)
        assert pair.game.over is (stuck == "end")


def test_a_skip_without_cards_left_is_idle() -> None:
    position = SideBySide.new(Rules(), 2, 1, "blue").game.position()
    symbols = ("weapons", "rum", "lantern", "parrot", "hook", "chest")
    position |= {"hands": {"red": dict.fromkeys(symbols, 17)}, "deck": {}}
    pair = SideBySide.from_position(position)
    pair.push(next(move for move in pair.legal() if move.text == "skip"))
    assert pair.game.position()["idle"] == 1
    pair.play(20, random.Random(1))
    assert pair.game.position()["idle"] == 0


@pytest.mark.parametrize("first", ["blue", "red", "green"])
def test_the_first_player_can_be_named(first: str) -> None:
    pair = SideBySide.new(Rules.preset("everything"), 3, 77, first)
    assert pair.game.turn == first
    pair.play(10, random.Random(2))
