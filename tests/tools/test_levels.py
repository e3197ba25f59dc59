"""Calibrating, measuring and reporting the levels."""

from pathlib import Path

import pytest

from cartagena.bots.handicap import Strength
from cartagena.bots.registry import LEVELS
from cartagena.lab.arena.match import GameResult
from tools import levels


def game(deal: int, seats: tuple[str, str], winner: int) -> GameResult:
    return GameResult(deal, 0, 0, seats, winner, 50, 20, deal, "")


def test_strengths_file_round_trips() -> None:
    text = levels.STRENGTHS.read_text("utf-8")
    assert levels.strengths_text(levels.read_strengths(text)) == text


@pytest.mark.parametrize(
    ("level", "other", "stronger"), [("cook", "cabin-boy", -1), ("helmsman", "bosun", 1)]
)
def test_calibration_finds_the_target_share(
    level: str, other: str, stronger: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More simulations make a level stronger, more noise weaker. A share of 0.75 is at 24."""

    def play(bots: tuple[str, str], *_: object) -> list[list[GameResult]]:
        amount = float(bots[0].partition("noise_or_nodes=")[2].partition(",")[0])
        wins = 75 + stronger * round(amount - 24)
        return [[game(deal, bots, int(deal >= wins))] for deal in range(100)]

    monkeypatch.setattr(levels, "play", play)
    strengths = {"plain": {other: Strength(5, 2), level: Strength(16, 3)}}
    levels.calibrate(strengths, "plain", level, 0.75, 50, 1)
    assert strengths["plain"][level].noise_or_nodes == pytest.approx(24, rel=0.08)
    assert strengths["plain"][level].spread == 3


def test_measures_stores_and_reports_the_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "bots.md"
    page.write_text(f"Before.\n{levels.BEGIN}old\n{levels.END}After.\n", "utf-8")
    monkeypatch.setattr(levels, "PAGE", page)
    monkeypatch.setattr(levels, "GAMES", tmp_path / "games")
    monkeypatch.setitem(levels.PRESETS, "plain", ("short",))
    options = ["--family", "plain", "--level", "stowaway", "--level", "cabin-boy", "--jobs", "1"]
    assert levels.main([*options, "--deals", "2", "--others", "1"]) == 0
    files = {file.name: file.read_text("utf-8") for file in (tmp_path / "games").iterdir()}
    assert sorted(text.count("\n") - 1 for text in files.values()) == [2, 4, 4]
    [apart] = [name for name in files if "cabin-boy" in name and "drunk" in name]
    assert files[apart].count("\n") == 1 + 2
    text = page.read_text("utf-8")
    assert text.startswith("Before.\n")
    assert text.endswith("After.\n")
    assert "old" not in text
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    assert [row.split("`")[1] for row in rows] == list(LEVELS)
    assert "% (" in rows[0]
    assert "of 4 |" in rows[0]
    assert "of 4 |" in rows[1]
    assert "%" not in rows[2]
