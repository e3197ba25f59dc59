"""Small games for programs: the same rules with fewer tiles, pirates, symbols and cards."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from cartagena import CartagenaError, Game, Rules
from cartagena.rules.compact import compact_space
from cartagena.rules.options import option_help
from cartagena.rules.presets import PRESETS, SMALL_GAMES, find_preset, nearest_game
from cartagena.server.errors import Invalid
from cartagena.server.tables.create import read_rules
from tests.rules.games import play_on
from tests.rules.side_by_side import SideBySide

VARIATIONS: tuple[dict[str, Any], ...] = (
    {},
    {"tunnel": 2, "pirates": 2, "most_actions": 2, "turn_limit": 30},
    {"hands": "open", "tunnel_cards": "both", "fewest_actions": 0, "leave_goal": False},
    {"fewest_actions": "all", "empty_hand_skip": False, "stuck": "end"},
)


@pytest.mark.parametrize("changes", VARIATIONS)
@pytest.mark.parametrize("name", SMALL_GAMES)
def test_the_second_implementation_plays_alike(name: str, changes: dict[str, Any]) -> None:
    rules = Rules.preset(name, **changes)
    for number in range(6):
        pile = random.Random(number) if number % 2 else None
        players = 2 + number % 4
        SideBySide.new(rules, players, number, pile=pile).play(60, random.Random(number))


@pytest.mark.parametrize(("name", "symbols"), [("micro", 2), ("mini", 3)])
def test_the_box_holds_a_dozen_cards(name: str, symbols: int) -> None:
    game = Game(name, players=2, seed=4)
    position = game.position()
    cards = Counter(position["deck"])
    for hand in position["hands"].values():
        assert sum(hand.values()) == 2
        cards.update(hand)
    assert cards == dict.fromkeys(("bottle", "pistol", "hat")[:symbols], 12 // symbols)
    tiles = game.rules.tiles
    assert Counter(position["board"]) == dict.fromkeys(cards, 6 * tiles // symbols)
    assert {sum(crew.values()) for crew in position["pirates"].values()} == {tiles}


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_positions_and_records_can_be_read(name: str) -> None:
    game = Game(name, players=3, seed=2)
    play_on(game, 9, random.Random(5))
    document = json.loads(json.dumps(game.position()))
    assert Game.from_position(document).position() == game.position()
    assert Game.replay(game.record()).position() == game.position()
    assert game.sample("red", seed=1).view("red") == game.view("red")
    document["board"][:2] = ["key", "key"]
    with pytest.raises(CartagenaError, match="symbol of the board"):
        Game.from_position(document)


def test_no_menu_offers_them() -> None:
    assert not SMALL_GAMES.keys() & PRESETS.keys()
    _, editions = option_help()["edition"]
    assert editions == ("2000", "2017")
    assert 1 not in option_help()["pirates"][1]
    for name in SMALL_GAMES:
        with pytest.raises(Invalid, match="for programs"):
            read_rules(name)


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_rules_know_the_small_game_they_are(name: str) -> None:
    rules = Rules.preset(name)
    assert rules.is_small
    assert (rules.preset_name(), rules.title()) == (name, find_preset(name).title)
    assert nearest_game(Rules.preset(name, turn_limit=3)) is SMALL_GAMES[name]


@pytest.mark.parametrize(
    "changes", [{"tunnel": 3}, {"jungle": 1}, {"supply": "row"}, {"magic": True}, {"pirates": 3}]
)
def test_rejects_what_is_not_small(changes: dict[str, Any]) -> None:
    with pytest.raises(CartagenaError):
        Rules.preset("mini", **changes)


def test_full_games_stay_full() -> None:
    for changes in ({"pirates": 2}, {"tunnel": 1, "jungle": 0}):
        with pytest.raises(CartagenaError):
            Rules.preset("escape", **changes)


def test_compact_spaces_are_small() -> None:
    space = compact_space(Rules.preset("micro"), 2)
    assert len(space.actions) == 2 + 3 * 8  # pass, skip, and three rows of eight places
    assert len(space.columns) < 100
