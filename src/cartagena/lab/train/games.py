"""Thousands of games in flight, on the processor or on a GPU, seen as tensors."""

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
from cartagena.lab.train.steps import BEGIN, FIELDS, GAME
from cartagena.rules import batch
from cartagena.rules.actions import MAX_ACTIONS
from cartagena.rules.state import SCRATCH, STATE, new_scratches, new_states

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cartagena.lab.train.config import Share

_BLOCK: Final = 64
"""Threads that a GPU keeps together."""

_COLUMNS: Final = {name: number for number, name in enumerate(GAME.names or ())}


def prepare(shares: Sequence[Share], n: int, turn_limit: int) -> NDArray[Any]:
    """Records of n games, dealt out among the shares by their weights, those of few players first."""
    shares = sorted(shares, key=lambda share: share.players)
    total = sum(share.weight for share in shares)
    ends = np.round(np.cumsum([share.weight for share in shares]) / total * n).astype(int)
    states = new_states(n)
    begin = 0
    for share, end in zip(shares, ends, strict=True):
        if end > begin:
            states[begin:end] = batch.prepare(share.read(), share.players, end - begin)
        begin = end
    states["turn_limit"] = turn_limit
    return states


class Positions:
    """The positions after every legal action of every game."""

    def __init__(self, games: Games, salt: int) -> None:
        count = games.column("count")
        total = int(count.sum())
        self.game = torch.repeat_interleave(games.every, count, output_size=total)
        """The game of each row."""
        starts = torch.cumsum(count, 0) - count
        self.place = torch.arange(total, device=games.device) - starts[self.game]
        """The number of the action among those of its game."""
        self.starts = starts
        """The first row of each game."""
        self.action = games.actions[self.game, self.place]
        self.x = torch.zeros((total, FEATURES), device=games.device)
        self.known = torch.zeros((total, OUTCOMES), device=games.device)
        games.look(self, salt)


class Games:
    """Games in flight on the processor."""

    device = torch.device("cpu")

    def __init__(self, states: NDArray[Any], first_seed: int) -> None:
        self.n = len(states)
        self.players = torch.as_tensor(states["players"].copy(), device=self.device)
        counts, firsts = np.unique(states["players"], return_index=True)
        self.groups = list(
            zip(counts.tolist(), firsts.tolist(), [*firsts[1:].tolist(), self.n], strict=True)
        )
        """Numbers of players, each with the first game and the one after the last."""
        self.every = torch.arange(self.n, device=self.device)
        self.fields = torch.zeros((self.n, FIELDS), dtype=torch.int64, device=self.device)
        self.column("seed")[:] = self.every + first_seed
        self.column("chosen")[:] = BEGIN
        self.column("winner")[:] = BEGIN
        self.actions = torch.zeros((self.n, MAX_ACTIONS), dtype=torch.int64, device=self.device)
        self._salt = 0
        self._place(states)

    def column(self, name: str) -> torch.Tensor:
        """A field of all games: see `steps.GAME`."""
        return self.fields[:, _COLUMNS[name]]

    def positions(self) -> Positions:
        """The positions after every legal action, each by a chance of its own."""
        found = Positions(self, self._salt)
        self._salt += len(found.game)
        return found

    # On the processor; a GPU does the same in another way.

    def _place(self, states: NDArray[Any]) -> None:
        self._states, self._scratches = states, new_scratches(self.n)
        self._weights = weights()
        self._threads = max(1, torch.get_num_threads())
        self._pool = ThreadPoolExecutor(self._threads)
        self._games = self.fields.numpy().view(GAME)[:, 0]
        self._worlds = [(new_states(1), new_scratches(1)) for _ in range(self._threads)]

    def _share(self, n: int, work: Any) -> None:
        ends = np.linspace(0, n, self._threads + 1).astype(int)
        jobs = [
            self._pool.submit(work, number, int(ends[number]), int(ends[number + 1]))
            for number in range(self._threads)
        ]
        for job in jobs:
            job.result()

    def advance(self, noise: float) -> None:
        """Do in each game what was chosen, and list what is legal then."""
        records = (self._states, self._scratches, self._games, self.actions.numpy())

        def work(number: int, first: int, last: int) -> None:  # noqa: ARG001
            loops.advance(first, last, *records, self._weights, noise)

        self._share(self.n, work)

    def look(self, found: Positions, salt: int) -> None:
        """Write the features of these positions, or how the game ended."""
        rows = (found.game.numpy(), found.action.numpy(), salt)
        shown = (found.x.numpy(), found.known.numpy())

        def work(number: int, first: int, last: int) -> None:
            loops.look(first, last, self._states, *rows, *self._worlds[number], *shown)

        self._share(len(found.game), work)


class GpuGames(Games):
    """Games in flight on a CUDA GPU, action for action the same."""

    device = torch.device("cpu" if os.environ.get("NUMBA_ENABLE_CUDASIM") == "1" else "cuda")

    def _place(self, states: NDArray[Any]) -> None:
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
        self._games = self._array(self.fields).view(GAME).reshape(self.n)

    def _array(self, tensor: torch.Tensor) -> Any:
        return tensor.numpy() if tensor.device.type == "cpu" else self._cuda.as_cuda_array(tensor)

    def _grid(self, n: int) -> tuple[int, int]:
        return -(-n // _BLOCK), _BLOCK

    def advance(self, noise: float) -> None:
        """Do in each game what was chosen, and list what is legal then."""
        self._kernels.advance[self._grid(self.n)](
            *self._words, self._games, self._array(self.actions), self._weights, noise
        )

    def look(self, found: Positions, salt: int) -> None:
        """Write the features of these positions, or how the game ended."""
        rows = [self._array(each) for each in (found.game, found.action)]
        shown = [self._array(each) for each in (found.x, found.known)]
        self._kernels.look[self._grid(len(found.game))](
            self._words[0], self._states, *rows, salt, *shown
        )
