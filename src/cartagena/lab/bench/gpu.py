"""Compare random games on a CUDA GPU with the CPU, and measure their speed.

Run ``python -m cartagena.lab.bench.gpu`` on a machine with a CUDA GPU and numba-cuda (the extra `gpu`).
It hashes games of every preset with two to five players on both, which must agree. Then it times
batches of some presets (`cartagena.sim.gpu`), which must end as on the CPU. With
``NUMBA_ENABLE_CUDASIM=1`` a small batch can be compared without a GPU.
"""

import argparse
import json
import sys
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena.errors import CartagenaError
from cartagena.lab.bench import simulate
from cartagena.rules import batch
from cartagena.rules.options import Rules
from cartagena.rules.presets import PRESETS
from cartagena.rules.state import new_scratches
from cartagena.sim.gpu import GpuSimulator, load_cuda
from cartagena.sim.simulator import Simulator

TIMED = ("jamaica", "everything")
TIMED_PLAYERS = (2, 5)
NO_GPU = 2
LIMIT = 20_000
"""Actions after which a random game is stopped."""
_BLOCK = 64
"""Threads per block of the GPU."""
_CHECKED = 256
"""Games of a timed batch that the CPU plays too."""
_WARM_UP = 64


def hash_on_cpu(
    rules: Rules, players: int, first: int, games: int, limit: int = LIMIT
) -> NDArray[np.int64]:
    """Play the same games on the CPU and return their hashes."""
    states = batch.prepare(rules, players)
    scratches = new_scratches()
    digests = np.zeros(games, np.int64)
    for k in range(games):
        digests[k] = simulate.hash_new_game(states, 0, scratches, first + k, limit)
    return digests


def compare(cuda: Any, preset: str, players: int, games: int, limit: int = LIMIT) -> dict[str, Any]:
    """Play games on both, and count those in which every action and choice agrees."""
    from cartagena.lab.bench.gpu_kernels import hash_games

    rules = Rules.preset(preset)
    states = cuda.to_device(batch.prepare(rules, players, games))
    scratches = cuda.to_device(new_scratches(games))
    digests = cuda.to_device(np.zeros(games, np.int64))
    block = min(_BLOCK, games)
    hash_games[(games + block - 1) // block, block](states, scratches, 1, limit, digests)
    expected = hash_on_cpu(rules, players, 1, games, limit)
    agree = int((digests.copy_to_host() == expected).sum())
    return {"preset": preset, "players": players, "trajectories": games, "agree": agree}


def measure(
    preset: str, players: int, games: int, actions: int, observe_all: bool
) -> dict[str, Any]:
    """Measure random play of a batch on the GPU, and check that part of it ends as on the CPU."""
    checked = min(games, _CHECKED)
    on_gpu = GpuSimulator(preset, players, checked, seed=1)
    on_gpu.play("random", actions, observe_all=observe_all)
    expected = Simulator(preset, players, checked, seed=1)
    expected.play("random", actions)
    same = (
        bool((on_gpu.masks.copy_to_host() == expected.masks).all())
        and bool((on_gpu.observations.copy_to_host() == expected.observations).all())
        and on_gpu.statistics() == expected.statistics()
    )
    batch = GpuSimulator(preset, players, games, seed=1)
    batch.play("random", min(_WARM_UP, actions), observe_all=observe_all)
    batch.wait()
    started = time.perf_counter()
    batch.play("random", actions, observe_all=observe_all)
    batch.wait()
    seconds = time.perf_counter() - started
    return {
        "preset": preset,
        "players": players,
        "num_games": games,
        "mask_and_observation": observe_all,
        "actions": games * actions,
        "seconds": round(seconds, 4),
        "actions_per_second": round(games * actions / seconds),
        "agrees_with_cpu": same,
    }


def main(arguments: list[str] | None = None) -> int:
    """Compare and time, and print each result as a line of JSON.

    Returns 1 if any game differs, and 2 if there is no GPU.
    """
    parser = argparse.ArgumentParser(prog="python -m cartagena.lab.bench.gpu", description=__doc__)
    parser.add_argument("--presets", nargs="+", default=tuple(PRESETS), metavar="PRESET")
    parser.add_argument("--players", nargs="+", type=int, default=(2, 3, 4, 5), metavar="N")
    parser.add_argument("--games", type=int, default=1024, help="games to compare (default: 1024)")
    parser.add_argument("--limit", type=int, default=LIMIT, help="maximum actions per game")
    parser.add_argument("--timed", nargs="*", default=TIMED, metavar="PRESET")
    parser.add_argument("--num-games", type=int, default=524_288, help="parallel games when timed")
    parser.add_argument("--actions", type=int, default=2048, help="actions per game when timed")
    options = parser.parse_args(arguments)
    try:
        cuda = load_cuda()
    except CartagenaError as error:
        print(error, file=sys.stderr)
        return NO_GPU
    all_agree = True
    for preset in options.presets:
        for players in options.players:
            result = compare(cuda, preset, players, options.games, options.limit)
            all_agree &= result["agree"] == result["trajectories"]
            print(json.dumps(result), flush=True)
    for preset in options.timed:
        for players in TIMED_PLAYERS:
            for observe_all in (False, True):
                result = measure(preset, players, options.num_games, options.actions, observe_all)
                all_agree &= result["agrees_with_cpu"]
                print(json.dumps(result), flush=True)
    return 0 if all_agree else 1


if __name__ == "__main__":
    sys.exit(main())
