"""The GPU kernels: random games, a thread for each. They call the functions that the processor runs.

This is the only module that knows the GPU compiler. With ``NUMBA_ENABLE_CUDASIM=1`` Numba runs
the kernels on the processor, as ordinary Python.
"""

from typing import Any

from numba import cuda

from cartagena.lab.bench import simulate


@cuda.jit  # type: ignore[untyped-decorator]
def hash_games(states: Any, scratches: Any, first: int, limit: int, digests: Any) -> None:
    """Deal and play one game a thread, and write the hash of it."""
    i = cuda.grid(1)
    if i < len(states):
        g = states[i]
        simulate.deal(g, scratches[i], first + i)
        digests[i] = simulate.hash_game(g, scratches[i], limit)


@cuda.jit  # type: ignore[untyped-decorator]
def play_games(states: Any, scratches: Any, first: int, games: int, limit: int, made: Any) -> None:
    """Deal and play so many games a thread, and write how many actions they had."""
    i = cuda.grid(1)
    if i < len(states):
        g = states[i]
        total = 0
        for k in range(games):
            simulate.deal(g, scratches[i], first + i * games + k)
            total += simulate.play_game(g, scratches[i], limit)
        made[i] = total
