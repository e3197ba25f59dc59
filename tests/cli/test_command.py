import subprocess
import sys
from importlib.metadata import version

import pytest

from cartagena.cli import INTERRUPTED, MISTAKE, main, play
from tests.support.command import cartagena


def test_help_lists_the_commands() -> None:
    result = cartagena("--help")
    assert result.returncode == 0
    assert "play" in result.stdout
    assert "bench" in result.stdout
    assert result.stderr == ""


def test_prints_help_without_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "usage: cartagena" in capsys.readouterr().out


INFORMATIONAL = [
    ["--help"],
    ["play", "--help"],
    ["arena", "--help"],
    ["ratings", "--help"],
    ["analyse", "--help"],
    ["hint", "--help"],
    ["bench", "--help"],
    ["--version"],
]


def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys\n"
        "from cartagena.cli import main\n"
        f"for arguments in {INFORMATIONAL!r}:\n"
        "    try:\n"
        "        main(arguments)\n"
        "    except SystemExit as exit_:\n"
        "        assert not exit_.code, (arguments, exit_.code)\n"
        "    heavy = {'numpy', 'numba', 'llvmlite'} & sys.modules.keys()\n"
        "    assert not heavy, (arguments, heavy)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_prints_the_version() -> None:
    result = cartagena("--version")
    assert result.returncode == 0
    assert result.stdout == f"cartagena {version('cartagena')}\n"


def test_rejects_an_unknown_command() -> None:
    result = cartagena("swim")
    assert result.returncode == MISTAKE
    assert "'swim'" in result.stderr
    assert "Traceback" not in result.stderr


def test_interrupt_exits_without_a_message(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(play, "presets", interrupt)
    assert main(["play", "--list-presets"]) == INTERRUPTED
    assert capsys.readouterr().err == ""


def test_internal_errors_keep_their_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> str:
        raise ValueError("internal detail")

    monkeypatch.setattr(play, "presets", fail)
    with pytest.raises(ValueError, match="internal detail"):
        main(["play", "--list-presets"])


def test_closed_pipe_is_not_an_error() -> None:
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
