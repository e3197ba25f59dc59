"""The same rules on a CUDA GPU: random games in bulk, checked against the processor.

Run ``python -m cartagena.lab.bench.gpu`` on a machine with a CUDA GPU and numba-cuda (the extra
`gpu`). It hashes whole games of every preset with two to five players on both, which must agree, and
times some of them. With ``NUMBA_ENABLE_CUDASIM=1`` a small batch can be compared without a GPU.
"""

import argparse
import json
import sys
import time
from importlib.util import find_spec
from typing import Any

import numpy as np
from numba.core import config
from numpy.typing import NDArray

from cartagena.lab.bench import simulate
from cartagena.rules import batch
from cartagena.rules.errors import CartagenaError
from cartagena.rules.options import Rules
from cartagena.rules.presets import PRESETS
from cartagena.rules.state import new_scratches

TIMED = ("jamaica", "everything")
TIMED_PLAYERS = (2, 5)
NO_GPU = 2
LIMIT = 20_000
"""Actions after which a game of random play is given up."""
_BLOCK = 64
"""Threads that the GPU keeps together."""


def load_cuda() -> Any:
    """The GPU compiler; refused with a sentence where it or a GPU is missing."""
    if not config.ENABLE_CUDASIM and find_spec("numba_cuda") is None:
        raise CartagenaError(
            "The GPU compiler numba-cuda is not installed; in a clone: "
            ".venv/bin/python -m pip install '.[gpu]'."
        )
    if not hasattr(np, "row_stack"):
        vars(np)["row_stack"] = np.vstack  # numba-cuda 0.30 asks for it; NumPy 2.5 has it no more
    from numba import cuda

    if not cuda.is_available():
        raise CartagenaError("There is no CUDA GPU here that can be used.")
    return cuda


def hash_on_processor(
    rules: Rules, players: int, first: int, games: int, limit: int = LIMIT
) -> NDArray[np.int64]:
    """The hashes of the same games, played by the processor."""
    states = batch.prepare(rules, players)
    scratches = new_scratches()
    digests = np.zeros(games, np.int64)
    for k in range(games):
        digests[k] = simulate.hash_new_game(states, 0, scratches, first + k, limit)
    return digests


def compare(cuda: Any, preset: str, players: int, games: int, limit: int = LIMIT) -> dict[str, Any]:
    """Play on both, and count the games of which every action and every choice agrees."""
    from cartagena.lab.bench.gpu_kernels import hash_games

    rules = Rules.preset(preset)
    states = cuda.to_device(batch.prepare(rules, players, games))
    scratches = cuda.to_device(new_scratches(games))
    digests = cuda.to_device(np.zeros(games, np.int64))
    block = min(_BLOCK, games)
    hash_games[(games + block - 1) // block, block](states, scratches, 1, limit, digests)
    expected = hash_on_processor(rules, players, 1, games, limit)
    agree = int((digests.copy_to_host() == expected).sum())
    return {"preset": preset, "players": players, "trajectories": games, "agree": agree}


def measure(
    cuda: Any, preset: str, players: int, threads: int, rounds: int, limit: int = LIMIT
) -> dict[str, Any]:
    """How fast the GPU plays whole games."""
    from cartagena.lab.bench.gpu_kernels import play_games

    states = cuda.to_device(batch.prepare(Rules.preset(preset), players, threads))
    scratches = cuda.to_device(new_scratches(threads))
    made = cuda.to_device(np.zeros(threads, np.int64))
    block = min(_BLOCK, threads)
    grid = (threads + block - 1) // block
    play_games[grid, block](states, scratches, 1, 1, limit, made)
    cuda.synchronize()
    started = time.perf_counter()
    play_games[grid, block](states, scratches, 1, rounds, limit, made)
    cuda.synchronize()
    seconds = time.perf_counter() - started
    actions = int(made.copy_to_host().sum())
    return {
        "preset": preset,
        "players": players,
        "games_in_flight": threads,
        "games": threads * rounds,
        "actions": actions,
        "seconds": round(seconds, 4),
        "actions_per_second": round(actions / seconds),
    }


def main(arguments: list[str] | None = None) -> int:
    """Compare and time, and print one line of JSON each.

    Returns 1 if any game differs, 2 where there is no GPU to compare with.
    """
    parser = argparse.ArgumentParser(prog="python -m cartagena.lab.bench.gpu", description=__doc__)
    parser.add_argument("--presets", nargs="+", default=tuple(PRESETS), metavar="PRESET")
    parser.add_argument("--players", nargs="+", type=int, default=(2, 3, 4, 5), metavar="N")
    parser.add_argument("--games", type=int, default=1024, help="trajectories to compare")
    parser.add_argument("--limit", type=int, default=LIMIT, help="actions of a game at most")
    parser.add_argument("--timed", nargs="*", default=TIMED, metavar="PRESET")
    parser.add_argument("--threads", type=int, default=32768, help="games in flight when timed")
    parser.add_argument("--rounds", type=int, default=20, help="games per thread when timed")
    chosen = parser.parse_args(arguments)
    try:
        cuda = load_cuda()
    except CartagenaError as error:
        print(error, file=sys.stderr)
        return NO_GPU
    all_agree = True
    for preset in chosen.presets:
        for players in chosen.players:
            result = compare(cuda, preset, players, chosen.games, chosen.limit)
            all_agree &= result["agree"] == result["trajectories"]
            print(json.dumps(result), flush=True)
    for preset in chosen.timed:
        for players in TIMED_PLAYERS:
            result = measure(cuda, preset, players, chosen.threads, chosen.rounds, chosen.limit)
            print(json.dumps(result), flush=True)
    return 0 if all_agree else 1


if __name__ == "__main__":
    sys.exit(main())
