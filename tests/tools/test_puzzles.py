"""The puzzles agree with the rules and have one clearly best turn."""

import json
from typing import Any

import pytest

from cartagena import Game
from tools.puzzle_kinds import draws, key_of, level_of, themes_of
from tools.puzzles import LEAST_ERRORS, LEAST_GAP, PUZZLES, WANTED, all_turns

PUZZLE_LIST: list[dict[str, Any]] = json.loads(PUZZLES.read_text(encoding="utf-8"))


def test_has_enough_different_puzzles() -> None:
    assert len(PUZZLE_LIST) == WANTED
    assert len({json.dumps(puzzle["position"]) for puzzle in PUZZLE_LIST}) == WANTED
    assert {Game.from_position(puzzle["position"]).rules.hands for puzzle in PUZZLE_LIST} == {
        "open",
        "hidden",
    }


@pytest.mark.parametrize(
    "puzzle", PUZZLE_LIST, ids=[str(number) for number in range(1, len(PUZZLE_LIST) + 1)]
)
def test_turns_are_legal_and_one_is_clearly_best(puzzle: dict[str, Any]) -> None:
    seat = puzzle["seat"]
    chances = [turn["chance"] for turn in puzzle["turns"]]
    assert chances == sorted(chances, reverse=True)
    assert puzzle["gap"] >= LEAST_GAP
    assert puzzle["gap"] >= LEAST_ERRORS * puzzle["gap_error"] - 0.005
    assert abs(chances[0] - chances[1] - puzzle["gap"]) < 0.002
    start = Game.from_position(puzzle["position"])
    assert start.turn == seat
    assert start.view_update(seat) == puzzle["view"]
    for turn in puzzle["turns"]:
        game = start.copy()
        for move in turn["moves"]:
            assert game.turn == seat
            game.push(move)
        assert game.over or game.turn != seat
        assert key_of(game, seat) == turn["key"]
        assert draws(start, turn["moves"]) == turn["drawn"]
    assert themes_of(start, puzzle["turns"][0]) == puzzle["themes"]


def test_levels_say_which_bots_find_the_best_turn() -> None:
    levels = [puzzle["level"] for puzzle in PUZZLE_LIST]
    assert levels == sorted(levels)
    assert set(levels) == {1, 2, 3}
    for puzzle in (PUZZLE_LIST[0], PUZZLE_LIST[levels.index(2)], PUZZLE_LIST[-1]):
        game = Game.from_position(puzzle["position"])
        assert level_of(game, puzzle["turns"][0]["key"]) == puzzle["level"]


def test_all_turns_lists_every_result_once() -> None:
    start = Game.from_position(PUZZLE_LIST[0]["position"])
    keys = [turn.key for turn in all_turns(start)]
    assert len(keys) == len(set(keys))
    assert {turn["key"] for turn in PUZZLE_LIST[0]["turns"]} <= set(keys)
