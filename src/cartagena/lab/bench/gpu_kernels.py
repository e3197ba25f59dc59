"""The kernel that hashes random games on a GPU, one thread per game."""

from numba import cuda

from cartagena.jit.gpu import gpu_kernel
from cartagena.jit.records import Vector
from cartagena.lab.bench import simulate
from cartagena.rules.state import Scratches, States
from cartagena.sim import gpu_kernels as _replaces_rules_on_gpu  # noqa: F401
from cartagena.sim.steps import deal


@gpu_kernel
def hash_games(
    states: States, scratches: Scratches, first: int, limit: int, digests: Vector[int]
) -> None:
    """Deal and play one game per thread, and write its hash."""
    i = cuda.grid(1)
    if i < len(states):
        g = states[i]
        deal(g, scratches[i], first + i)
        digests[i] = simulate.hash_game(g, scratches[i], limit)
