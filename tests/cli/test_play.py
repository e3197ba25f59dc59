import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from cartagena import Game, Rules
from cartagena.bots import names
from cartagena.bots.entrant import read_entrant
from cartagena.cli import MISTAKE, main
from cartagena.cli.play import bot_names, seating
from cartagena.cli.terminal import Terminal
from cartagena.errors import CartagenaError
from cartagena.rules.presets import PRESETS
from tests.support.command import cartagena

SMALL = ["play", "--rules", "short", "--players", "2", "--seed", "5"]


class Typist:
    """Types these lines, then ends the input."""

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


def test_lists_the_presets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--list-presets"]) == 0
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert names == list(PRESETS)


def test_lists_the_bots_with_descriptions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--list-bots"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(names())
    assert lines[0] == "drunk          Plays whatever comes to mind."


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--rules", "swimming"], "There is no preset 'swimming'"),
        (["--colour", "pink"], "Unknown colour 'pink'"),
        (["--players", "7"], "2 to 5 players, not 7"),
        (["--bots", "mate"], "There is no bot 'mate'"),
        (["--bots", "drunk,drunk,drunk"], "3 bots for 2 seats"),
        (["--seed", "-1"], "seed"),
    ],
)
def test_rejects_invalid_options(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *options]) == MISTAKE
    error = capsys.readouterr().err
    assert message in error
    assert error.startswith("cartagena: ")


@pytest.mark.slow
def test_piped_game_ends_with_its_input() -> None:
    result = cartagena(*SMALL, stdin="1\n1\n1\nhelp\n1\n")
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("Your moves:") >= 5
    assert "You left the game." in result.stdout
    assert re.search(r"^Red (plays|goes back)", result.stdout, re.MULTILINE)


def test_same_seed_gives_the_same_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    outputs = []
    for _ in range(2):
        assert play(monkeypatch, "1", "2", "1") == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1]


def test_commands_at_the_prompt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, "", "help", "rules", "table", "moves", "quit") == 0
    out = capsys.readouterr().out
    assert "Type the number of a move" in out
    assert "How many pirates each player brings home." in out
    assert out.count("Your moves:") == 2
    assert out.endswith("You left the game.\n")


def test_explains_an_illegal_move_and_asks_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, "99", "fly 7-21", "quit") == 0
    out = capsys.readouterr().out
    assert "There’s no move 99. Choose 1 to" in out
    assert "'fly 7-21'" in out


def test_undo_reverts_the_bots_moves_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(monkeypatch, "1", "1", "1", "undo", "undo", "undo", "undo", "quit") == 0
    out = capsys.readouterr().out
    replies = out.split("blue> ")
    assert "You have no move to undo." in replies[7]
    # After three undos the table is the same as before the first move.
    before, after = (replies[i].partition("CARTAGENA")[2] for i in (0, 6))
    assert "Your moves:" in before
    assert before == after


def test_accepts_moves_in_notation(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(monkeypatch, "quit")
    listed = re.search(r" 1 (\w+ jail-\w+)", capsys.readouterr().out)
    assert listed is not None
    play(monkeypatch, listed[1].upper(), "quit")
    assert capsys.readouterr().out.count("Your moves:") == 2


@pytest.mark.parametrize("preset", ["jamaica", "tortuga", "everything"])
def test_narrates_games_to_the_end(
    preset: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(3)
    game = Game(Rules.preset(preset, turn_limit=400), players=["blue", "red", "green"], seed=3)
    bots: dict[str, Any] = {"red": read_entrant("drunk"), "green": read_entrant("drunk")}

    def type_a_number(prompt: str = "") -> str:
        return str(rng.randint(1, len(game.legal_moves)))

    monkeypatch.setattr("builtins.input", type_a_number)
    assert Terminal(game, "blue", bots, rng, "A game").play() == 0
    assert game.over
    assert re.search(r"(You win!|wins\.|Nobody wins\.)\n\Z", capsys.readouterr().out)


def test_saves_the_record_when_the_user_quits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    assert play(monkeypatch, "1", "1", "quit", options=("--save", str(path))) == 0
    assert f"Game saved to {path}." in capsys.readouterr().out
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert len(saved["moves"]) >= 2
    assert Game.replay(saved).record() == saved


def test_does_not_overwrite_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.json"
    path.write_text("mine")
    assert play(monkeypatch, "quit", options=("--save", str(path))) == MISTAKE
    assert "already exists. Choose another file name." in capsys.readouterr().err
    assert path.read_text() == "mine"
    nowhere = tmp_path / "no folder" / "game.json"
    assert play(monkeypatch, "quit", options=("--save", str(nowhere))) == MISTAKE
    assert "cannot be written" in capsys.readouterr().err


def test_user_sits_first() -> None:
    assert seating("green", 3) == ["green", "blue", "red"]
    assert seating("blue", 5) == ["blue", "red", "green", "yellow", "purple"]


def test_bot_names_apply_to_all_seats_or_one_each() -> None:
    assert bot_names("drunk", 3) == ["drunk"] * 3
    assert bot_names("drunk,deckhand", 2) == ["drunk", "deckhand"]
    with pytest.raises(CartagenaError, match="You named 2 bots for 4 seats"):
        bot_names("drunk,deckhand", 4)
