import subprocess
import sys
from importlib.metadata import version

import pytest

from cartagena.cli import INTERRUPTED, MISTAKE, main, play
from tests.support.command import cartagena


def test_help_lists_the_commands() -> None:
    answer = cartagena("--help")
    assert answer.returncode == 0
    assert "play" in answer.stdout
    assert "bench" in answer.stdout
    assert answer.stderr == ""


def test_without_a_command_there_is_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "usage: cartagena" in capsys.readouterr().out


ANSWERED_AT_ONCE = [
    ["--help"],
    ["play", "--help"],
    ["arena", "--help"],
    ["ratings", "--help"],
    ["analyse", "--help"],
    ["hint", "--help"],
    ["bench", "--help"],
    ["--version"],
]


def test_nothing_heavy_is_imported_for_help() -> None:
    program = (
        "import sys\n"
        "from cartagena.cli import main\n"
        f"for words in {ANSWERED_AT_ONCE!r}:\n"
        "    try:\n"
        "        main(words)\n"
        "    except SystemExit as leaving:\n"
        "        assert not leaving.code, (words, leaving.code)\n"
        "    heavy = {'numpy', 'numba', 'llvmlite'} & sys.modules.keys()\n"
        "    assert not heavy, (words, heavy)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_version() -> None:
    answer = cartagena("--version")
    assert answer.returncode == 0
    assert answer.stdout == f"cartagena {version('cartagena')}\n"


def test_an_unknown_command_is_a_mistake() -> None:
    answer = cartagena("swim")
    assert answer.returncode == MISTAKE
    assert "'swim'" in answer.stderr
    assert "Traceback" not in answer.stderr


def test_an_interrupt_ends_quietly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(play, "presets", interrupt)
    assert main(["play", "--list-presets"]) == INTERRUPTED
    assert capsys.readouterr().err == ""


def test_a_fault_of_ours_is_not_passed_off_as_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> str:
        raise ValueError("not a sentence for anybody")

    monkeypatch.setattr(play, "presets", fail)
    with pytest.raises(ValueError, match="not a sentence"):
        main(["play", "--list-presets"])


def test_a_reader_who_leaves_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "cartagena", "play", "--list-presets"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
        assert process.wait() == 1
