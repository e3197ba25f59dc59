"""The GPU benchmark in Numba's CUDA simulator, and its errors without a GPU."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from cartagena.lab.bench import gpu
from cartagena.sim import gpu as sim_gpu


def test_reports_a_missing_compiler(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sim_gpu, "find_spec", lambda name: None)
    assert gpu.main([]) == gpu.NO_GPU
    output = capsys.readouterr()
    assert output.out == ""
    assert "numba-cuda is not installed" in output.err


def test_reports_a_missing_gpu(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from numba import cuda

    monkeypatch.setattr(sim_gpu, "find_spec", lambda name: object())
    monkeypatch.setattr(cuda, "is_available", lambda: False)
    assert gpu.main([]) == gpu.NO_GPU
    assert "No usable CUDA GPU" in capsys.readouterr().err


@pytest.mark.slow
def test_cuda_simulator_plays_the_same_games() -> None:
    """The CUDA simulator is slow, so only the first actions of a few games are compared."""
    presets = ("jamaica", "everything")
    command = [sys.executable, "-m", "cartagena.lab.bench.gpu", "--presets", *presets]
    command += ["--players", "3", "--games", "1", "--limit", "20"]
    # Timing is pointless in a simulator. tests/sim/test_gpu.py compares the timed kernels.
    command += ["--timed"]
    process = subprocess.run(
        command,
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    lines = [json.loads(line) for line in process.stdout.splitlines()]
    assert [(line["preset"], line["players"]) for line in lines] == [
        (preset, 3) for preset in presets
    ]
    assert all(line["agree"] == line["trajectories"] == 1 for line in lines)


def test_fails_if_a_game_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    results = iter((2, 1))

    def compare(
        _cuda: object, preset: str, players: int, games: int, _limit: int
    ) -> dict[str, Any]:
        return {"preset": preset, "players": players, "trajectories": games, "agree": next(results)}

    monkeypatch.setattr(gpu, "load_cuda", lambda: None)
    monkeypatch.setattr(gpu, "compare", compare)
    arguments = ["--presets", "short", "--games", "2", "--timed", "--players"]
    assert gpu.main([*arguments, "2", "3"]) == 1
