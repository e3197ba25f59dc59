"""Thousands of games played in parallel, on the CPU or on a GPU, seen as tensors."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch

from cartagena.bots.net.features import FEATURES
from cartagena.bots.net.network import OUTCOMES
from cartagena.bots.search.weights import weights
from cartagena.lab.train import loops
from cartagena.lab.train.steps import BEGIN, FIELDS, TRAINING_SLOT
from cartagena.rules import batch
from cartagena.rules.actions import MAX_ACTIONS
from cartagena.rules.state import SCRATCH, STATE, new_scratches, new_states

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from cartagena.lab.train.config import GameMix

_BLOCK: Final = 64
"""Threads per block of the GPU."""

_COLUMNS: Final = {name: number for number, name in enumerate(TRAINING_SLOT.names or ())}


def prepare(mixes: Sequence[GameMix], n: int, turn_limit: int) -> NDArray[Any]:
    """Prepare the records of n games, split by weight and sorted by number of players."""
    mixes = sorted(mixes, key=lambda mix: mix.players)
    total = sum(mix.weight for mix in mixes)
    ends = np.round(np.cumsum([mix.weight for mix in mixes]) / total * n).astype(int)
    states = new_states(n)
    begin = 0
    for mix, end in zip(mixes, ends, strict=True):
        if end > begin:
            states[begin:end] = batch.prepare(mix.read_rules(), mix.players, end - begin)
        begin = end
    states["turn_limit"] = turn_limit
    return states


class Positions:
    """The positions after every legal action of every game, one per row."""

    def __init__(self, games: Games, salt: int) -> None:
        count = games.column("count")
        total = int(count.sum())
        self.game = torch.repeat_interleave(games.every, count, output_size=total)
        """The game of each row."""
        starts = torch.cumsum(count, 0) - count
        self.index = torch.arange(total, device=games.device) - starts[self.game]
        """The index of the action within its game."""
        self.starts = starts
        """The first row of each game."""
        self.action = games.actions[self.game, self.index]
        self.x = torch.zeros((total, FEATURES), device=games.device)
        """The features. Undefined where the game is over."""
        self.outcome = torch.zeros((total, OUTCOMES), device=games.device)
        """The outcome where the game is over. Starts with -1 where it is not."""
        games.expand(self, salt)


class Games:
    """Parallel games on the CPU."""

    device = torch.device("cpu")

    def __init__(self, states: NDArray[Any], first_seed: int) -> None:
        self.n = len(states)
        self.players = torch.as_tensor(states["players"].copy(), device=self.device)
        counts, firsts = np.unique(states["players"], return_index=True)
        self.groups = list(
            zip(counts.tolist(), firsts.tolist(), [*firsts[1:].tolist(), self.n], strict=True)
        )
        """Each number of players with the first and the end index of its games."""
        self.every = torch.arange(self.n, device=self.device)
        self.fields = torch.zeros((self.n, FIELDS), dtype=torch.int64, device=self.device)
        self.column("seed")[:] = self.every + first_seed
        self.column("action")[:] = BEGIN
        self.column("winner")[:] = BEGIN
        self.actions = torch.zeros((self.n, MAX_ACTIONS), dtype=torch.int64, device=self.device)
        self._salt = 0
        self._allocate(states)

    def column(self, name: str) -> torch.Tensor:
        """Return a field of all games. See `steps.TRAINING_SLOT`."""
        return self.fields[:, _COLUMNS[name]]

    def positions(self) -> Positions:
        """Expand every legal action, each with its own chance outcomes."""
        positions = Positions(self, self._salt)
        self._salt += len(positions.game)
        return positions

    def choose(self, index: torch.Tensor) -> None:
        """Set the action of each game, as an index of its legal actions."""
        self.column("action")[:] = self.actions[self.every, index]

    # The rest differs on a GPU.

    def _allocate(self, states: NDArray[Any]) -> None:
        self._states, self._scratches = states, new_scratches(self.n)
        self._weights = weights()
        self._threads = max(1, torch.get_num_threads())
        self._pool = ThreadPoolExecutor(self._threads)
        self._slots = self.fields.numpy().view(TRAINING_SLOT)[:, 0]
        self._worlds = [(new_states(1), new_scratches(1)) for _ in range(self._threads)]

    def _run_in_threads(self, n: int, work: Callable[[int, int, int], None]) -> None:
        """Split n items between the threads. Calls work(thread, first, last)."""
        ends = np.linspace(0, n, self._threads + 1).astype(int)
        jobs = [
            self._pool.submit(work, thread, int(ends[thread]), int(ends[thread + 1]))
            for thread in range(self._threads)
        ]
        for job in jobs:
            job.result()

    def advance(self, noise: float) -> None:
        """Apply the chosen action in each game, and list the legal actions."""
        arrays = (self._states, self._scratches, self._slots, self.actions.numpy())

        def work(_thread: int, first: int, last: int) -> None:
            loops.advance(first, last, *arrays, self._weights, noise)

        self._run_in_threads(self.n, work)

    def expand(self, positions: Positions, salt: int) -> None:
        """Write the features of these positions, or the outcome of the game."""
        rows = (positions.game.numpy(), positions.action.numpy(), salt)
        outputs = (positions.x.numpy(), positions.outcome.numpy())

        def work(thread: int, first: int, last: int) -> None:
            loops.expand(first, last, self._states, *rows, *self._worlds[thread], *outputs)

        self._run_in_threads(len(positions.game), work)


class GpuGames(Games):
    """Parallel games on a CUDA GPU. They match those on the CPU, action for action."""

    device = torch.device("cpu" if os.environ.get("NUMBA_ENABLE_CUDASIM") == "1" else "cuda")

    def _allocate(self, states: NDArray[Any]) -> None:
        from cartagena.sim.gpu import load_cuda

        self._cuda = load_cuda()
        from cartagena.lab.train import gpu_kernels

        self._kernels = gpu_kernels
        to_device = self._cuda.to_device
        self._words = tuple(
            to_device(each.view(np.int64).reshape(self.n, -1))
            for each in (states, new_scratches(self.n))
        )
        self._states, self._scratches = (
            words.view(kind).reshape(self.n)
            for words, kind in zip(self._words, (STATE, SCRATCH), strict=True)
        )
        self._weights = to_device(weights())
        self._slots = self._array(self.fields).view(TRAINING_SLOT).reshape(self.n)

    def _array(self, tensor: torch.Tensor) -> Any:
        return tensor.numpy() if tensor.device.type == "cpu" else self._cuda.as_cuda_array(tensor)

    def _grid(self, n: int) -> tuple[int, int]:
        return -(-n // _BLOCK), _BLOCK

    def advance(self, noise: float) -> None:
        """Apply the chosen action in each game, and list the legal actions."""
        self._kernels.advance[self._grid(self.n)](
            *self._words, self._slots, self._array(self.actions), self._weights, noise
        )

    def expand(self, positions: Positions, salt: int) -> None:
        """Write the features of these positions, or the outcome of the game."""
        rows = [self._array(each) for each in (positions.game, positions.action)]
        outputs = [self._array(each) for each in (positions.x, positions.outcome)]
        self._kernels.expand[self._grid(len(positions.game))](
            self._words[0], self._states, *rows, salt, *outputs
        )
