"""The benchmark of bots."""

from pathlib import Path

import pytest

from cartagena.cli import main
from cartagena.lab import benchmark
from cartagena.lab.arena.match import GameResult
from cartagena.lab.benchmark import Cell, Score


def result(winner: int | None, luck: tuple[float, ...]) -> GameResult:
    seats = ("me", *("bosun",) * (len(luck) - 1))
    return GameResult(0, 0, 0, seats, winner, 50, 20, 1, "", luck=luck)


def test_the_reward_is_that_of_the_environments_without_luck() -> None:
    assert benchmark.reward(result(0, (0.0, 0.0)), "me") == 1.0
    assert benchmark.reward(result(1, (0.0, 0.0)), "me") == -1.0
    assert benchmark.reward(result(2, (0.0, 0.0, 0.0, 0.0)), "me") == pytest.approx(-1 / 3)
    assert benchmark.reward(result(None, (0.0, 0.0)), "me") == 0.0
    # A winner who was lucky by a quarter of a win in each game.
    assert benchmark.reward(result(0, (0.25, -0.25)), "me") == 0.5


def test_all_cells_have_the_same_weight() -> None:
    cells = benchmark.cells()
    assert len(cells) == len({cell.name for cell in cells}) == 18
    score = benchmark.total({cell: Score(10.0 * k, 6.0, 20) for k, cell in enumerate(cells)})
    assert score.value == pytest.approx(85)
    assert score.half == pytest.approx(6 / 18**0.5)
    assert score.games == 360


def test_every_opponent_is_limited_by_nodes() -> None:
    for cell in benchmark.cells():
        settings = cell.settings("drunk")
        assert not any(entrant.by_the_clock for entrant in settings.entrants().values())
        assert settings.luck_net
        assert len(settings.bots) == cell.players


def test_the_command_scores_a_bot_of_a_file_and_continues(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benchmark, "RULES", ("micro",))
    monkeypatch.setattr(benchmark, "OPPONENTS", ("drunk", "deckhand"))
    bot = tmp_path / "runner.py"
    bot.write_text(
        "class Runner:\n"
        "    name = 'runner'\n"
        "    def choose(self, view, legal, rng, budget):\n"
        "        return legal[-1]\n"
    )
    arguments = ["benchmark", f"{bot}:Runner", "--deals", "3", "--jobs", "1"]
    assert main([*arguments, "--out", str(tmp_path / "games")]) == 0
    first = capsys.readouterr().out
    assert "Do not compare" in first
    files = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert files == [
        f"micro-{n}-{opponent}.jsonl" for n in (2, 4) for opponent in ("deckhand", "drunk")
    ]
    before = [path.read_bytes() for path in sorted((tmp_path / "games").iterdir())]
    assert main([*arguments, "--out", str(tmp_path / "games")]) == 0
    assert capsys.readouterr().out == first
    assert [path.read_bytes() for path in sorted((tmp_path / "games").iterdir())] == before


def test_an_opponent_scores_nothing_against_itself(tmp_path: Path) -> None:
    from cartagena.lab.arena.workers import InProcess

    cell = Cell("micro", 2, "deckhand")
    assert benchmark.play_cell("deckhand", cell, 2, InProcess(), tmp_path) == Score(0.0, 0.0, 0)


def test_rejects_a_bot_that_does_not_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmark", "captian"]) == 2
    assert "There is no bot" in capsys.readouterr().err
