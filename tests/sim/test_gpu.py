"""The GPU's batches in Numba's simulator are those of the processor; where there is no GPU, a sentence."""

import os
import subprocess
import sys

import pytest

from cartagena.errors import CartagenaError
from cartagena.sim import gpu

COMPARED = """
from cartagena.sim import Simulator
from cartagena.sim.gpu import GpuSimulator

def same(one, two):
    assert (one.masks.copy_to_host() == two.masks).all()
    assert (one.observations.copy_to_host() == two.observations).all()
    assert one.statistics() == two.statistics()

for rules, players, policy, show_all in (
    ("jamaica", 2, "random", False),
    ("everything", 3, "random", True),
    ({"preset": "short", "turn_limit": 7}, 2, "rollout", True),
    ("complete", 2, "deckhand", False),
    ("black-magic", 2, "random", False),
):
    on_gpu = GpuSimulator(rules, players, 2, seed=5)
    on_processor = Simulator(rules, players, 2, seed=5, threads=1)
    same(on_gpu, on_processor)
    on_gpu.play(policy, 4, show_all=show_all)
    on_processor.play(policy, 4)
    same(on_gpu, on_processor)
    actions = on_processor.masks.argmax(1)
    actions[1] = on_processor.masks[1].argmin()
    on_gpu.step(actions)
    on_processor.step(actions)
    same(on_gpu, on_processor)
    assert on_gpu.outcomes()[1] == -2
    on_gpu.reset(6)
    on_processor.reset(6)
    same(on_gpu, on_processor)
    print(rules, on_gpu.statistics().games)
"""


@pytest.mark.slow
def test_the_same_games_in_the_simulator() -> None:
    done = subprocess.run(
        [sys.executable, "-c", COMPARED],
        env=os.environ | {"NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 5


def test_a_missing_compiler_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "find_spec", lambda name: None)
    with pytest.raises(CartagenaError, match="numba-cuda is not installed"):
        gpu.GpuSimulator()
