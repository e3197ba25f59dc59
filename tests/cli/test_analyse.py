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
    """Some moves of a game at random."""
    game, luck = Game("short", 2, seed=3), Random(1)
    for _ in range(12):
        game.push(luck.choice(list(game.legal_moves)))
    path = tmp_path / "record.json"
    path.write_text(json.dumps(game.record()))
    return path


def test_a_game_is_analysed(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    numbers, html = tmp_path / "numbers.json", tmp_path / "page.html"
    words = ["--budget", "16n", "--json", str(numbers), "--html", str(html), "--bot", "deckhand"]
    assert main(["analyse", str(record), *words]) == 0
    told = capsys.readouterr().out
    assert "Nobody has won after 12 moves." in told
    written = json.loads(numbers.read_text())
    assert len(written["moves"]) == 12
    assert re.search(r"\d+% ±\d+", told), "chances have errors"
    assert written["moments"]
    for moment, sentence in zip(written["moments"], written["sentences"][3:], strict=True):
        assert sentence.startswith(f"Move {moment['number']}: {moment['seat']} ")
        assert sentence in told
    check_page(html.read_text(encoding="utf-8"))


def test_a_hint_for_a_record_or_a_position(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game.replay(json.loads(record.read_text()))
    position = tmp_path / "position.json"
    position.write_text(json.dumps(game.position()))
    assert main(["hint", str(record), "--budget", "16n", "--seat", game.decider]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{game.decider} may")
    assert main(["hint", str(position), "--budget", "16n"]) == 0
    assert capsys.readouterr().out == told
    assert main(["hint", str(position), "--budget", "16n", "--json", "--bot", "drunk"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert {move["move"] for move in answer["moves"]} == {str(m) for m in game.legal_moves}
    assert answer["bot"] in game.legal_moves


@pytest.mark.parametrize("command", ["analyse", "hint"])
@pytest.mark.parametrize("content", [None, "rum", "[]", "{}"])
def test_what_cannot_be_read_is_told(
    command: str, content: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "given.json"
    if content is not None:
        path.write_text(content)
    assert main([command, str(path)]) == MISTAKE
    assert capsys.readouterr().err.startswith("cartagena: ")


def test_simulations_are_counted_not_timed(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", str(record), "--budget", "100ms"]) == MISTAKE
    assert "written like 300n" in capsys.readouterr().err


def test_a_hint_is_for_whoever_must_choose(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game.replay(json.loads(record.read_text()))
    other = next(colour for colour in game.players if colour != game.decider)
    assert main(["hint", str(record), "--seat", other]) == MISTAKE
    assert f"It is {game.decider} who must choose" in capsys.readouterr().err
