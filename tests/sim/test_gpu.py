"""GPU batches in Numba's CUDA simulator match those of the CPU."""

import os
import subprocess
import sys

import pytest

from cartagena.errors import CartagenaError
from cartagena.sim import gpu

PROGRAM = """
from cartagena.sim import Simulator
from cartagena.sim.gpu import GpuSimulator

def same(one, two):
    assert (one.masks.copy_to_host() == two.masks).all()
    assert (one.observations.copy_to_host() == two.observations).all()
    assert one.statistics() == two.statistics()

for rules, players, policy, observe_all in (
    ("jamaica", 2, "random", False),
    ("everything", 3, "random", True),
    ({"preset": "short", "turn_limit": 7}, 2, "rollout", True),
    ("complete", 2, "deckhand", False),
    ("black-magic", 2, "random", False),
):
    on_gpu = GpuSimulator(rules, players, 2, seed=5)
    on_cpu = Simulator(rules, players, 2, seed=5, threads=1)
    same(on_gpu, on_cpu)
    on_gpu.play(policy, 4, observe_all=observe_all)
    on_cpu.play(policy, 4)
    same(on_gpu, on_cpu)
    actions = on_cpu.masks.argmax(1)
    actions[1] = on_cpu.masks[1].argmin()
    on_gpu.step(actions)
    on_cpu.step(actions)
    same(on_gpu, on_cpu)
    assert on_gpu.outcomes()[1] == -2
    on_gpu.reset(6)
    on_cpu.reset(6)
    same(on_gpu, on_cpu)
    print(rules, on_gpu.statistics().games)
"""


@pytest.mark.slow
def test_cuda_simulator_plays_the_same_games() -> None:
    process = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    assert len(process.stdout.splitlines()) == 5


def test_reports_a_missing_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "find_spec", lambda name: None)
    with pytest.raises(CartagenaError, match="numba-cuda is not installed"):
        gpu.GpuSimulator()
