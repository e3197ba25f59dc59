import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from cartagena import Game, Rules
from cartagena.bots import names
from cartagena.bots.drunk import Drunk
from cartagena.cli import MISTAKE, main
from cartagena.cli.play import bot_names, seating
from cartagena.cli.terminal import Terminal
from cartagena.errors import CartagenaError
from cartagena.rules.presets import PRESETS
from tests.support.command import cartagena

SMALL = ["play", "--rules", "short", "--players", "2", "--seed", "5"]


class Typist:
    """Types the given lines, then nothing more."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)

    def __call__(self, prompt: str = "") -> str:
        print(prompt, end="")
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        print(line)
        return line


def play(monkeypatch: pytest.MonkeyPatch, *lines: str, options: tuple[str, ...] = ()) -> int:
    monkeypatch.setattr("builtins.input", Typist(*lines))
    return main([*SMALL, *options])


def test_presets_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--list-presets"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert names == list(PRESETS)


def test_bots_are_listed_with_what_they_are_like(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--list-bots"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(names())
    assert lines[0] == "drunk          Makes any move at all."


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--rules", "swimming"], "There is no preset 'swimming'"),
        (["--colour", "pink"], "There is no colour 'pink'"),
        (["--players", "7"], "2 to 5 players, not 7"),
        (["--bots", "mate"], "There is no bot 'mate'"),
        (["--bots", "drunk,drunk,drunk"], "seats for 2 bots"),
        (["--seed", "-1"], "seed"),
    ],
)
def test_mistakes_get_a_sentence(
    options: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *options]) == MISTAKE
    told = capsys.readouterr().err
    assert sentence in told
    assert told.startswith("cartagena: ")


@pytest.mark.slow
def test_a_piped_game_goes_on_until_the_input_ends() -> None:
    answer = cartagena(*SMALL, said="1\n1\n1\nhelp\n1\n")
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.count("Your moves:") >= 5
    assert "You leave the game." in answer.stdout
    assert re.search(r"^Red (plays|goes back)", answer.stdout, re.MULTILINE)


def test_the_same_seed_gives_the_same_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for _ in range(2):
        assert play(monkeypatch, "1", "2", "1") == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]


def test_commands_at_the_prompt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, "", "help", "rules", "table", "moves", "quit") == 0
    out = capsys.readouterr().out
    assert "Type the number of a move" in out
    assert "How many pirates each player brings home." in out
    assert out.count("Your moves:") == 2
    assert out.endswith("You leave the game.\n")


def test_a_wrong_move_is_explained_and_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, "99", "fly 7-21", "quit") == 0
    out = capsys.readouterr().out
    assert "There is no move 99; they are numbered 1 to" in out
    assert "'fly 7-21'" in out


def test_undo_takes_the_bots_moves_back_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, "1", "1", "1", "undo", "undo", "undo", "undo", "quit") == 0
    out = capsys.readouterr().out
    replies = out.split("blue> ")
    assert "no move of yours to take back" in replies[7]
    # Three times back, the table is as it was before the first move.
    before, after = (replies[i].partition("CARTAGENA")[2] for i in (0, 6))
    assert "Your moves:" in before
    assert before == after


def test_a_move_may_be_typed_in_notation(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(monkeypatch, "quit")
    listed = re.search(r" 1 (\w+ jail-\w+)", capsys.readouterr().out)
    assert listed is not None
    play(monkeypatch, listed[1].upper(), "quit")
    assert capsys.readouterr().out.count("Your moves:") == 2


@pytest.mark.parametrize("preset", ["jamaica", "tortuga", "everything"])
def test_whole_games_are_told_to_the_end(
    preset: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    luck = random.Random(3)
    game = Game(Rules.preset(preset, turn_limit=400), players=["blue", "red", "green"], seed=3)
    bots: dict[str, Any] = {"red": Drunk(), "green": Drunk()}

    def anything(prompt: str = "") -> str:
        return str(luck.randint(1, len(game.legal_moves)))

    monkeypatch.setattr("builtins.input", anything)
    assert Terminal(game, "blue", bots, luck, "A game").play() == 0
    assert game.over
    assert re.search(r"(You win!|wins\.|nobody wins\.)\n\Z", capsys.readouterr().out)


def test_the_record_is_saved_however_the_game_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    assert play(monkeypatch, "1", "1", "quit", options=("--save", str(path))) == 0
    assert f"The record of the game is in {path}." in capsys.readouterr().out
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert len(saved["moves"]) >= 2
    assert Game.replay(saved).record() == saved


def test_a_saved_game_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_text("mine")
    assert play(monkeypatch, "quit", options=("--save", str(path))) == MISTAKE
    assert "exists; name another file" in capsys.readouterr().err
    assert path.read_text() == "mine"
    nowhere = tmp_path / "no folder" / "game.json"
    assert play(monkeypatch, "quit", options=("--save", str(nowhere))) == MISTAKE
    assert "cannot be written" in capsys.readouterr().err


def test_the_person_sits_first() -> None:
    assert seating("green", 3) == ["green", "blue", "red"]
    assert seating("blue", 5) == ["blue", "red", "green", "yellow", "purple"]


def test_bots_are_named_once_or_one_by_one() -> None:
    assert bot_names("drunk", 3) == ["drunk"] * 3
    assert bot_names("drunk,deckhand", 2) == ["drunk", "deckhand"]
    with pytest.raises(CartagenaError, match="seats for 4 bots, and 2 were named"):
        bot_names("drunk,deckhand", 4)
