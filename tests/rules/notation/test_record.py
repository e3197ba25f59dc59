"""Records: a game is replayed bit for bit from its log."""

import json
from random import Random
from typing import Any

import pytest

from cartagena import Game
from cartagena.errors import CartagenaError
from tests.rules.examples_2017 import COMPLETE, ESCAPE_BOARD
from tests.rules.games import TABLES, play_on, played, push_with_draws

GOOD: dict[str, Any] = {
    "format": "cartagena-record",
    "version": 2,
    "rules": {"preset": "escape"},
    "players": ["green", "red", "blue"],
    "seed": 7,
    "first": None,
    "moves": [],
}


@pytest.mark.parametrize("rules", TABLES, ids=str)
def test_a_replayed_game_is_the_same_bit_for_bit(rules: Any) -> None:
    for players in (2, 3, 4, 5):
        game = played(rules, players, seed=2**100 + players, moves=120)
        again = Game.replay(json.loads(json.dumps(game.record())))
        assert again.packed_state().tobytes() == game.packed_state().tobytes()
        assert again.record() == game.record()
        assert again.moves == game.moves


def test_a_record_says_how_the_game_began() -> None:
    game = Game("escape", ["green", "red"], 7, first="red", board=ESCAPE_BOARD)
    record = game.record()
    assert {key: record[key] for key in ("format", "version", "players", "seed", "first")} == {
        "format": "cartagena-record",
        "version": 2,
        "players": ["green", "red"],
        "seed": 7,
        "first": "red",
    }
    assert record["board"] == ESCAPE_BOARD
    assert record["moves"] == []
    assert Game.replay(record).position() == game.position()


def test_the_record_of_the_documentation() -> None:
    assert Game.replay(GOOD).position() == Game("escape", ["green", "red", "blue"], 7).position()


def test_a_record_keeps_the_position_of_its_start() -> None:
    game = Game.from_position(COMPLETE)
    play_on(game, 9, Random(3))
    record = game.record()
    assert "seed" not in record
    assert Game.replay(record).packed_state().tobytes() == game.packed_state().tobytes()


def test_rules_and_players_default_to_those_of_the_position() -> None:
    record = Game.from_position(COMPLETE).record()
    del record["rules"], record["players"]
    assert Game.replay(record).position() == Game.from_position(COMPLETE).position()


def test_changing_a_record_does_not_change_the_game() -> None:
    game = Game.from_position(COMPLETE)
    record = game.record()
    record["position"]["pirates"].clear()
    record["moves"].append("pass")
    assert Game.replay(game.record()).position() == game.position()


def test_records_do_not_have_undone_moves() -> None:
    game = played("everything", 3, 1, 20)
    game.undo()
    assert len(game.record()["moves"]) == 19
    assert Game.replay(game.record()).position() == game.position()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": "chess"}, "The format of a record must be 'cartagena-record'."),
        ({"version": 1}, "The version of a record must be 2, not 1."),
        ({"version": True}, "must be 2, not True"),
        ({"version": 2.0}, "must be 2, not 2.0"),
        ({"moves": "pass"}, "moves must be a list"),
        ({"moves": [1]}, "Move 1 of the record must be a text."),
        ({"moves": ["pass"]}, "Move 1 of the record: 'pass' is not legal here"),
        ({"players": None}, "players must be a list of at most 5, not None."),
        ({"players": ["green"]}, "A game has two to five players"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"seed": 2**256}, "seed must be a whole number"),
        ({"first": "yellow"}, "first must be one of green, red, blue, not 'yellow'."),
        ({"board": ["rum"]}, "The board needs 36 spaces for 6 tiles, not 1."),
        (
            {"rules": {"edition": "1999"}},
            "edition must be one of '2000', '2017', 'micro', 'mini', not '1999'.",
        ),
        ({"position": {}}, "A position needs the key 'rules'."),
        (
            {"position": COMPLETE},
            "The rules and players of a record must be those of its position.",
        ),
        ({"comment": "hello"}, "A record has no key 'comment'."),
    ],
)
def test_rejects_invalid_records(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CartagenaError, match=sentence.replace("[", r"\[")):
        Game.replay(GOOD | changes)


@pytest.mark.parametrize("junk", [None, [], "record", 7, {1: 2}])
def test_rejects_records_that_are_not_mappings(junk: Any) -> None:
    with pytest.raises(CartagenaError, match="A record must be a mapping with texts as keys"):
        Game.replay(junk)


def test_records_keep_scripted_draws() -> None:
    game = Game("everything", 3, seed=5)
    luck = Random(4)
    for number in range(60):
        # Every third move is left to the seed.
        if number % 3:
            push_with_draws(game, luck)
        else:
            play_on(game, 1, luck)
    assert any(game.record()["draws"])
    record = json.loads(json.dumps(game.record()))
    again = Game.replay(record)
    assert again.packed_state().tobytes() == game.packed_state().tobytes()
    assert again.record() == game.record() == game.copy().record()
    assert Game.replay({**record, "fairness": {"anything": 1}}).moves == game.moves


def test_undo_removes_the_scripted_draws_of_a_move() -> None:
    game = Game.from_position(COMPLETE)
    game.push("sail")
    game.push("morgan yellow sloop-19", ["rum", "hook"])
    assert game.record()["draws"] == [None, ["rum", "hook"]]
    game.undo()
    assert "draws" not in game.record()
    assert Game.replay(game.record()).packed_state().tobytes() == game.packed_state().tobytes()


@pytest.mark.parametrize("draws", [[1], ["rum"], [["rum"]], [None, None], 5, [["rum"] * 13]])
def test_rejects_impossible_draws(draws: Any) -> None:
    record = GOOD | {"moves": [Game.replay(GOOD).legal_moves[0].text]}
    with pytest.raises(CartagenaError, match=r"draws|outcomes"):
        Game.replay({**record, "draws": draws})
