"""Bots, hints and analyses choose what they chose when `recorded_search.json` was recorded."""

import json
from typing import Any

import pytest

from tests.bots import recorded_search as recorded

RECORD: dict[str, dict[str, Any]] = json.loads(recorded.FILE.read_text("utf-8"))


@pytest.mark.parametrize(("rules", "players", "moves"), list(recorded.positions()))
def test_choices_and_visits_are_unchanged(rules: str, players: int, moves: int) -> None:
    result = recorded.record_position(recorded.position(rules, players, moves))
    expected = RECORD["positions"][recorded.position_name(rules, players, moves)]
    assert result["bosun"] == expected["bosun"]
    for name in ("captain", "legend"):
        assert result[name]["move"] == expected[name]["move"]
        assert result[name]["visits"] == expected[name]["visits"]
        assert result[name]["total"] == pytest.approx(expected[name]["total"], abs=1e-4)
    for candidate, (move, chance, error, simulations) in zip(
        result["hint"], expected["hint"], strict=True
    ):
        assert (candidate[0], candidate[3]) == (move, simulations)
        assert candidate[1:3] == pytest.approx([chance, error], abs=1e-5)


@pytest.mark.parametrize(("rules", "players"), recorded.ANALYSED)
def test_analyses_are_unchanged(rules: str, players: int) -> None:
    result = recorded.analysis(rules, players)
    assert result == RECORD["analyses"][f"{rules}, {players} players"]
