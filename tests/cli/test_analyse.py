import json
import re
from pathlib import Path
from random import Random

import pytest

from cartagena.cli import MISTAKE, main
from cartagena.game import Game
from tests.support.markup import check_page


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Write the record of a game with 12 random moves."""
    game, rng = Game("short", 2, seed=3), Random(1)
    for _ in range(12):
        game.push(rng.choice(list(game.legal_moves)))
    path = tmp_path / "record.json"
    path.write_text(json.dumps(game.record()))
    return path


def test_analyse_writes_report_json_and_page(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    json_file, html = tmp_path / "numbers.json", tmp_path / "page.html"
    options = [
        "--budget",
        "16n",
        "--json",
        str(json_file),
        "--html",
        str(html),
        "--bot",
        "deckhand",
    ]
    assert main(["analyse", str(record), *options]) == 0
    output = capsys.readouterr().out
    assert "Nobody has won after 12 moves." in output
    document = json.loads(json_file.read_text())
    assert len(document["moves"]) == 12
    assert re.search(r"\d+% ±\d+", output), "chances have errors"
    assert document["moments"]
    for moment, sentence in zip(document["moments"], document["sentences"][3:], strict=True):
        assert sentence.startswith(f"Move {moment['number']}: {moment['seat']} ")
        assert sentence in output
    check_page(html.read_text(encoding="utf-8"))


def test_hint_accepts_a_record_or_a_position(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game.replay(json.loads(record.read_text()))
    position = tmp_path / "position.json"
    position.write_text(json.dumps(game.position()))
    assert main(["hint", str(record), "--budget", "16n", "--seat", game.decider]) == 0
    output = capsys.readouterr().out
    assert output.startswith(f"{game.decider}’s moves")
    assert main(["hint", str(position), "--budget", "16n"]) == 0
    assert capsys.readouterr().out == output
    assert main(["hint", str(position), "--budget", "16n", "--json", "--bot", "drunk"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert {move["move"] for move in answer["moves"]} == {str(m) for m in game.legal_moves}
    assert answer["bot"] in game.legal_moves


@pytest.mark.parametrize("command", ["analyse", "hint"])
@pytest.mark.parametrize("content", [None, "rum", "[]", "{}"])
def test_unreadable_input_is_an_error(
    command: str, content: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "input.json"
    if content is not None:
        path.write_text(content)
    assert main([command, str(path)]) == MISTAKE
    assert capsys.readouterr().err.startswith("cartagena: ")


def test_rejects_a_budget_in_milliseconds(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(record), "--budget", "100ms"]) == MISTAKE
    assert "written like 300n" in capsys.readouterr().err


def test_hint_rejects_the_seat_that_is_not_to_move(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game.replay(json.loads(record.read_text()))
    other = next(colour for colour in game.players if colour != game.decider)
    assert main(["hint", str(record), "--seat", other]) == MISTAKE
    assert f"It’s {game.decider}’s choice, not {other}’s." in capsys.readouterr().err
