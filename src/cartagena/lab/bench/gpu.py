"""The same rules on a CUDA GPU: random games in bulk, checked against the processor.

The kernels here call the very functions that the processor runs; this is the only file that
knows the GPU compiler. Run ``python -m cartagena.lab.bench.gpu`` on a machine with a CUDA GPU and
numba-cuda (the extra `gpu`).
"""

import argparse
import json
import sys
import time
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena.lab.bench import simulate
from cartagena.rules import batch
from cartagena.rules.errors import CartagenaError
from cartagena.rules.options import Rules
from cartagena.rules.state import new_rooms

PRESETS = ("jamaica", "everything")
NO_GPU = 2
LIMIT = 20_000
"""Actions after which a game of random play is given up."""


def load_cuda() -> Any:
    """The GPU compiler; refused with a sentence where it or a GPU is missing."""
    if find_spec("numba_cuda") is None:
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


def kernels(cuda: Any) -> tuple[Any, Any]:
    """The two GPU kernels: hash one game a thread, and play many games a thread."""

    def hash_games(states: Any, rooms: Any, first: int, limit: int, digests: Any) -> None:
        i = cuda.grid(1)
        if i < len(states):
            g = states[i]
            simulate.deal(g, rooms[i], first + i)
            digests[i] = simulate.hash_game(g, rooms[i], limit)

    def play_games(states: Any, rooms: Any, first: int, games: int, limit: int, made: Any) -> None:
        i = cuda.grid(1)
        if i < len(states):
            g = states[i]
            total = 0
            for k in range(games):
                simulate.deal(g, rooms[i], first + i * games + k)
                total += simulate.play_game(g, rooms[i], limit)
            made[i] = total

    return cuda.jit(hash_games), cuda.jit(play_games)


def hash_on_processor(rules: Rules, players: int, first: int, games: int) -> NDArray[np.int64]:
    """The hashes of the same games, played by the processor."""
    states = batch.prepare(rules, players)
    rooms = new_rooms()
    digests = np.zeros(games, np.int64)
    for k in range(games):
        digests[k] = simulate.hash_new_game(states, 0, rooms, first + k, LIMIT)
    return digests


def compare(
    cuda: Any, preset: str, players: int, games: int, threads: int, rounds: int
) -> dict[str, Any]:
    """Play on both; say whether every trajectory agrees, and how fast the GPU is."""
    hash_games, play_games = kernels(cuda)
    rules = Rules.preset(preset)
    block = 64

    states = cuda.to_device(batch.prepare(rules, players, games))
    rooms = cuda.to_device(new_rooms(games))
    digests = cuda.to_device(np.zeros(games, np.int64))
    hash_games[(games + block - 1) // block, block](states, rooms, 1, LIMIT, digests)
    agree = int((digests.copy_to_host() == hash_on_processor(rules, players, 1, games)).sum())

    states = cuda.to_device(batch.prepare(rules, players, threads))
    rooms = cuda.to_device(new_rooms(threads))
    made = cuda.to_device(np.zeros(threads, np.int64))
    grid = (threads + block - 1) // block
    play_games[grid, block](states, rooms, 1, 1, LIMIT, made)
    cuda.synchronize()
    started = time.perf_counter()
    play_games[grid, block](states, rooms, 1, rounds, LIMIT, made)
    cuda.synchronize()
    seconds = time.perf_counter() - started
    actions = int(made.copy_to_host().sum())
    return {
        "preset": preset,
        "players": players,
        "trajectories": games,
        "agree": agree,
        "games_in_flight": threads,
        "games": threads * rounds,
        "actions": actions,
        "seconds": round(seconds, 4),
        "actions_per_second": round(actions / seconds),
    }


def main(arguments: list[str] | None = None) -> int:
    """Compare every preset named and print one line of JSON each.

    Returns 1 if any game differs, 2 where there is no GPU to compare with.
    """
    parser = argparse.ArgumentParser(prog="python -m cartagena.lab.bench.gpu", description=__doc__)
    parser.add_argument("--presets", nargs="+", default=PRESETS, metavar="PRESET")
    parser.add_argument("--players", nargs="+", type=int, default=(2, 5), metavar="N")
    parser.add_argument("--games", type=int, default=4096, help="trajectories to compare")
    parser.add_argument("--threads", type=int, default=32768, help="games in flight")
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
            result = compare(cuda, preset, players, chosen.games, chosen.threads, chosen.rounds)
            all_agree &= result["agree"] == result["trajectories"]
            print(json.dumps(result), flush=True)
    return 0 if all_agree else 1


if __name__ == "__main__":
    sys.exit(main())
