"""The loops of the training as CUDA kernels: one thread per game, or per action of a game."""

import numpy as np
from numba import cuda

from cartagena.bots.search.weights import Weights
from cartagena.jit.gpu import gpu_kernel
from cartagena.jit.records import Matrix, Records, Vector
from cartagena.lab.train import steps
from cartagena.lab.train.steps import TrainingSlot
from cartagena.rules.state import States
from cartagena.sim.gpu_kernels import GPU_SCRATCH, GPU_STATE, load_words, store_words


@gpu_kernel
def advance(
    state_words: Matrix[int],
    scratch_words: Matrix[int],
    slots: Records[TrainingSlot],
    actions: Records[Vector[int]],
    weights: Records[Weights],
    noise: float,
) -> None:
    """Apply the chosen action in each game, and list the legal actions."""
    i = cuda.grid(1)
    if i < len(state_words):
        own_state = cuda.local.array(1, GPU_STATE)
        own_scratch = cuda.local.array(1, GPU_SCRATCH)
        load_words(own_state.view(np.int64), state_words, i)
        load_words(own_scratch.view(np.int64), scratch_words, i)
        g = own_state[0]
        scratch = own_scratch[0]
        steps.advance(g, scratch, slots[i], len(state_words))
        steps.list_choices(g, scratch, slots[i], actions[i], weights[0], noise)
        store_words(own_state.view(np.int64), state_words, i)
        store_words(own_scratch.view(np.int64), scratch_words, i)


@gpu_kernel
def expand(
    state_words: Matrix[int],
    states: States,
    game: Vector[int],
    action: Vector[int],
    salt: int,
    xs: Records[Vector[float]],
    outcomes: Records[Vector[float]],
) -> None:
    """Write the position after each action. `state_words` are the records `states` as words."""
    j = cuda.grid(1)
    if j < len(game):
        own_state = cuda.local.array(1, GPU_STATE)
        own_scratch = cuda.local.array(1, GPU_SCRATCH)
        i = game[j]
        load_words(own_state.view(np.int64), state_words, i)
        g = own_state[0]
        scratch = own_scratch[0]
        steps.expand(g, scratch, states[i], action[j], salt + j, salt + i, xs[j], outcomes[j])
