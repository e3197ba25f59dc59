"""Measure the speed of the environments on one core.

    python -m cartagena.lab.bench.environments

Actions are random, and the time to choose them is included. Rates are per second of CPU time, the
best of three runs.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import gymnasium
import numpy as np

import cartagena.envs  # noqa: F401, registers Cartagena-v0
from cartagena.envs import cartagena_v0

_RUNS: Final = 3
_STEPS: Final = 20_000
_BATCH: Final = 256
_BATCH_STEPS: Final = 400


def _play_in_turn(env: Any) -> int:
    """Play `_STEPS` actions in a PettingZoo environment and return that number."""
    rng, steps = np.random.default_rng(1), 0
    while steps < _STEPS:
        env.reset(seed=steps)
        for _ in env.agent_iter():
            _, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = info["action_mask"].nonzero()[0]
            env.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
    return steps


def _play_batch(**options: Any) -> Callable[[], int]:
    envs: Any = gymnasium.make_vec(
        "Cartagena-v0", num_envs=_BATCH, rules="jamaica", opponents=["drunk"], **options
    ).unwrapped
    envs.reset(seed=1)

    def play() -> int:
        for _ in range(_BATCH_STEPS):
            envs.step(envs.sample_actions())
        return _BATCH * _BATCH_STEPS

    return play


def rate(play: Callable[[], int]) -> float:
    """Return the best rate of several runs, in steps per second. The first run is a warm-up."""
    play()
    rates = []
    for _ in range(_RUNS):
        started = time.process_time()
        steps = play()
        rates.append(steps / (time.process_time() - started))
    return max(rates)


def main() -> None:
    """Print a table."""
    pettingzoo = {
        "PettingZoo, env()": cartagena_v0.env(rules="jamaica"),
        "PettingZoo, env(compact=True)": cartagena_v0.env(rules="jamaica", compact=True),
        "PettingZoo, raw_env()": cartagena_v0.raw_env(rules="jamaica"),
    }
    for name, env in pettingzoo.items():
        print(f"{name:<40} {rate(partial(_play_in_turn, env)):>12,.0f} steps/s")
    for options in ({}, {"compact": True}, {"copy": False}):
        text = ", ".join(f"{key}={value}" for key, value in options.items())
        name = f"Gymnasium, make_vec({text}) of {_BATCH}"
        print(f"{name:<40} {rate(_play_batch(**options)):>12,.0f} steps/s")


if __name__ == "__main__":
    main()
