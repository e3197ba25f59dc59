"""Kernels and entry points: from the prebuilt library, compiled by Numba, or as ordinary Python."""

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cartagena.jit import compiler, prebuilt
from cartagena.rules import bits

PLAY = """
import sys
from random import Random
from cartagena import Game

game, chance = Game("everything", 3, 1), Random(1)
while not game.over and game.moves_made < 60:
    game.push(chance.choice(game.legal_moves))
print("numba" in sys.modules, hash(str(game.position())))
"""


def play(mode: str, **environment: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", PLAY],
        env=os.environ | {"CARTAGENA_KERNELS": mode, "PYTHONHASHSEED": "0"} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=250,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_a_kernel_called_from_python_runs_as_python() -> None:
    assert bits.count(0b1011) == 3
    assert bits.highest(0b1011) == 3


@pytest.mark.slow
def test_all_modes_play_the_same_game_and_only_one_needs_numba(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    uses_numba, position = play("prebuilt")
    assert uses_numba == "False"
    assert play("python") == ["False", position]
    # Without our cache, Numba must not use its own folders, since they ignore our cache key.
    assert play("jit", CARTAGENA_CACHE=str(blocked / "cache")) == ["True", position]


@pytest.fixture
def fresh_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this test choose another mode."""
    monkeypatch.delenv(compiler.SWITCH, raising=False)
    monkeypatch.setattr(compiler, "mode", compiler.mode.__wrapped__)


@pytest.mark.usefixtures("fresh_mode")
@pytest.mark.parametrize(("numba", "mode"), [(object(), "jit"), (None, "python")])
def test_without_a_library_one_line_says_what_happens(
    numba: object, mode: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(prebuilt, "library_file", lambda: None)
    monkeypatch.setattr(compiler, "find_spec", lambda name: numba)
    with caplog.at_level(logging.WARNING):
        assert compiler.mode() == mode
    [line] = caplog.messages
    assert line.startswith("There are no compiled rules for")


@pytest.mark.usefixtures("fresh_mode")
def test_changed_sources_are_reported(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(prebuilt, "is_current", lambda: False)
    assert compiler.mode() in ("jit", "python")
    assert caplog.messages[0].startswith("The compiled rules are older than their sources.")


@pytest.mark.usefixtures("fresh_mode")
def test_an_unknown_mode_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(compiler.SWITCH, "fast")
    with pytest.raises(ValueError, match="must be prebuilt, jit, python or empty, not 'fast'"):
        compiler.mode()
