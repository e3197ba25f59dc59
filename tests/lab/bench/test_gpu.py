"""The GPU kernels in Numba's simulator; without a GPU, or without its compiler, a sentence says so."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from cartagena.lab.bench import gpu
from cartagena.sim import gpu as sim_gpu


def test_a_missing_compiler_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sim_gpu, "find_spec", lambda name: None)
    assert gpu.main([]) == gpu.NO_GPU
    told = capsys.readouterr()
    assert told.out == ""
    assert "numba-cuda is not installed" in told.err


def test_a_missing_gpu_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from numba import cuda

    monkeypatch.setattr(sim_gpu, "find_spec", lambda name: object())
    monkeypatch.setattr(cuda, "is_available", lambda: False)
    assert gpu.main([]) == gpu.NO_GPU
    assert "no CUDA GPU here" in capsys.readouterr().err


@pytest.mark.slow
def test_the_kernels_play_the_processors_games_in_the_simulator() -> None:
    """Numba's CUDA simulator runs them without a GPU, slowly: the beginnings of a few games."""
    presets = ("jamaica", "everything")
    command = [sys.executable, "-m", "cartagena.lab.bench.gpu", "--presets", *presets]
    command += ["--players", "3", "--games", "1", "--limit", "20"]
    # Timing says nothing in a simulator; tests/sim/test_gpu.py compares the kernels that are timed.
    command += ["--timed"]
    done = subprocess.run(
        command,
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(line["preset"], line["players"]) for line in lines] == [
        (preset, 3) for preset in presets
    ]
    assert all(line["agree"] == line["trajectories"] == 1 for line in lines)


def test_a_game_that_differs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    results = iter((2, 1))

    def compared(
        _cuda: object, preset: str, players: int, games: int, _limit: int
    ) -> dict[str, Any]:
        return {"preset": preset, "players": players, "trajectories": games, "agree": next(results)}

    monkeypatch.setattr(gpu, "load_cuda", lambda: None)
    monkeypatch.setattr(gpu, "compare", compared)
    arguments = ["--presets", "short", "--games", "2", "--timed", "--players"]
    assert gpu.main([*arguments, "2", "3"]) == 1
