"""The kernel that hashes random games on a GPU, a thread for each."""

from typing import Any

from numba import cuda

from cartagena.lab.bench import simulate
from cartagena.rules.state import Scratches, States
from cartagena.sim import gpu_kernels as _with_instructions_of_the_gpu  # noqa: F401
from cartagena.sim.steps import deal


@cuda.jit  # type: ignore[untyped-decorator]
def hash_games(states: States, scratches: Scratches, first: int, limit: int, digests: Any) -> None:
    """Deal and play one game a thread, and write the hash of it."""
    i = cuda.grid(1)
    if i < len(states):
        g = states[i]
        deal(g, scratches[i], first + i)
        digests[i] = simulate.hash_game(g, scratches[i], limit)
