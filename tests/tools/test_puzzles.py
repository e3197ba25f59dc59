"""The puzzles *best turn from here*: as the rules have it, and with one turn that stands out."""

import json
from typing import Any

import pytest

from cartagena import Game
from tools.puzzles import LEAST_ERRORS, LEAST_GAP, PUZZLES, WANTED, all_turns, key_of

TOLD: list[dict[str, Any]] = json.loads(PUZZLES.read_text(encoding="utf-8"))


def test_there_are_enough_and_none_twice() -> None:
    assert len(TOLD) == WANTED
    assert len({json.dumps(one["position"]) for one in TOLD}) == WANTED
    assert {Game.from_position(one["position"]).rules.hands for one in TOLD} == {"open", "hidden"}


@pytest.mark.parametrize("told", TOLD, ids=[str(number) for number in range(1, len(TOLD) + 1)])
def test_one_turn_stands_out_and_the_rules_allow_all_that_are_told(told: dict[str, Any]) -> None:
    seat = told["seat"]
    chances = [turn["chance"] for turn in told["turns"]]
    assert chances == sorted(chances, reverse=True)
    assert told["gap"] >= LEAST_GAP
    assert told["gap"] >= LEAST_ERRORS * told["gap_error"] - 0.005
    assert abs(chances[0] - chances[1] - told["gap"]) < 0.002
    start = Game.from_position(told["position"])
    assert start.turn == seat
    assert start.view_update(seat) == told["view"]
    for turn in told["turns"]:
        game = start.copy()
        for move in turn["moves"]:
            assert game.turn == seat
            game.push(move)
        assert game.over or game.turn != seat
        assert key_of(game, seat) == turn["key"]


def test_all_turns_lists_every_outcome_once() -> None:
    start = Game.from_position(TOLD[0]["position"])
    keys = [turn.key for turn in all_turns(start)]
    assert len(keys) == len(set(keys))
    assert {turn["key"] for turn in TOLD[0]["turns"]} <= set(keys)
