"""The same loops as kernels of a CUDA GPU: a thread for each game, or for each action of one."""

from typing import Any

import numpy as np
from numba import cuda

from cartagena.lab.train import steps
from cartagena.rules.state import Scratches, States
from cartagena.sim.gpu_kernels import GPU_SCRATCH, GPU_STATE, load_words, store_words


@cuda.jit  # type: ignore[untyped-decorator]
def advance(
    states: States, scratches: Scratches, games: Any, actions: Any, weights: Any, noise: float
) -> None:
    """Do what was chosen in each game, and list what is legal then. States and scratch as words."""
    i = cuda.grid(1)
    if i < len(states):
        own_state = cuda.local.array(1, GPU_STATE)
        own_scratch = cuda.local.array(1, GPU_SCRATCH)
        load_words(own_state.view(np.int64), states, i)
        load_words(own_scratch.view(np.int64), scratches, i)
        g = own_state[0]
        scratch = own_scratch[0]
        steps.advance(g, scratch, games[i], len(states))
        steps.list_choices(g, scratch, games[i], actions[i], weights[0], noise)
        store_words(own_state.view(np.int64), states, i)
        store_words(own_scratch.view(np.int64), scratches, i)


@cuda.jit  # type: ignore[untyped-decorator]
def look(
    words: Any, states: States, game: Any, action: Any, salt: int, xs: Any, known: Any
) -> None:
    """The position after each action of a list; `words` are the states as words."""
    j = cuda.grid(1)
    if j < len(game):
        own_state = cuda.local.array(1, GPU_STATE)
        own_scratch = cuda.local.array(1, GPU_SCRATCH)
        i = game[j]
        load_words(own_state.view(np.int64), words, i)
        g = own_state[0]
        scratch = own_scratch[0]
        steps.look(g, scratch, states[i], action[j], salt + j, salt + i, xs[j], known[j])
