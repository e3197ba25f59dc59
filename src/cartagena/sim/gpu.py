"""`GpuSimulator`: the same batch of games on a CUDA GPU, action for action.

Needs numba-cuda (the extra `gpu`). With ``NUMBA_ENABLE_CUDASIM=1`` a small batch runs without a GPU.
"""

import os
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.bots.search.weights import weights
from cartagena.errors import CartagenaError
from cartagena.rules import batch
from cartagena.rules.actions import ACTIONS
from cartagena.rules.components import SEATS
from cartagena.rules.observation import OBSERVATION, SIZE, WORDS
from cartagena.rules.options import Rules
from cartagena.rules.state import NOBODY, SCRATCH, STATE, new_scratches
from cartagena.sim.simulator import MAX_GAMES, Totals, read_policy, totals
from cartagena.sim.steps import GAME_SLOT, MASK, RANDOM
from cartagena.validation import read_int

_BLOCK: Final = 64
"""Threads per block of the GPU."""


def load_cuda() -> Any:
    """Import the GPU compiler. Raises `CartagenaError` if it or a GPU is missing."""
    if os.environ.get("NUMBA_ENABLE_CUDASIM") != "1" and find_spec("numba_cuda") is None:
        raise CartagenaError(
            "The GPU compiler numba-cuda is not installed. In a clone, run "
            ".venv/bin/python -m pip install '.[gpu]'."
        )
    if not hasattr(np, "row_stack"):
        vars(np)["row_stack"] = np.vstack  # numba-cuda 0.30 needs it, and NumPy 2.5 lacks it
    from numba import cuda

    if not cuda.is_available():
        raise CartagenaError("No usable CUDA GPU found.")
    return cuda


class GpuSimulator:
    """Many games in parallel on a GPU. The same seeds give the same games as `Simulator`.

    The caller plays every seat. When a game is over, the next one starts in its slot. `masks` and
    `observations` are always the same arrays in GPU memory. PyTorch, JAX and CuPy share them without
    a copy through `__cuda_array_interface__` (`torch.as_tensor(games.masks, device="cuda")`).
    """

    def __init__(
        self,
        rules: Rules | str | Mapping[str, Any] = "jamaica",
        players: int = 2,
        games: int = 1,
        *,
        seed: int = 0,
    ) -> None:
        """Deal all games."""
        self._cuda = load_cuda()
        from cartagena.sim import gpu_kernels

        self._kernels = gpu_kernels
        self.rules = rules if isinstance(rules, Rules) else Rules.from_mapping(rules)
        self.players = read_int(players, "players", 2, SEATS)
        self.games = read_int(games, "games", 1, MAX_GAMES)
        block = min(_BLOCK, self.games)
        self._grid = ((self.games + block - 1) // block, block)
        to_device = self._cuda.to_device
        slots = np.zeros(self.games, GAME_SLOT)
        records = (batch.prepare(self.rules, self.players, self.games), new_scratches(self.games))
        self._words = tuple(to_device(_words(each)) for each in (*records, slots))
        """States, scratch records and slots as 64-bit words, which kernels copy faster."""
        self._states, self._scratches, self._slots = (
            words.view(kind).reshape(self.games)
            for words, kind in zip(self._words, (STATE, SCRATCH, GAME_SLOT), strict=True)
        )
        self._weights = to_device(weights())
        self.masks = to_device(np.zeros((self.games, ACTIONS), np.int8))
        """1 for every legal action, one row per game."""
        self.observations = to_device(np.zeros((self.games, SIZE), np.int8))
        """The observations of the players to move. See docs/spaces.md."""
        self._outputs = (
            self.masks.view(MASK).reshape(self.games),
            self.observations.view(OBSERVATION).reshape(self.games),
            self.observations.view(WORDS).reshape(self.games),
        )
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Deal all games again. Slot i uses the seeds seed + i, seed + i + games, and so on."""
        read_int(seed, "seed", 0, (1 << 62) - 1)
        slots = np.zeros(self.games, GAME_SLOT)
        slots["seat"] = slots["winner"] = NOBODY
        slots["seed"] = seed + np.arange(self.games)
        self._words[2].copy_to_device(_words(slots))
        kernels = self._kernels
        kernels.begin[self._grid](self._states, self._scratches, self._slots, self.games)
        self._write_observations()

    def _write_observations(self) -> None:
        games = (self._states, self._scratches, self._slots)
        self._kernels.write_observations[self._grid](*games, *self._outputs)

    def step(self, actions: Any) -> None:
        """Apply an action in each game. `actions` is an int64 array in CPU or GPU memory.

        Illegal actions are skipped and reported by `outcomes`.
        """
        if isinstance(actions, Sequence | np.ndarray):
            actions = np.ascontiguousarray(actions, np.int64)
        if tuple(actions.shape) != (self.games,):
            raise CartagenaError(f"There must be {self.games} actions, one per game.")
        games = (self._states, self._scratches, self._slots, self.games)
        self._kernels.step[self._grid](*games, self._cuda.to_device(actions))
        self._write_observations()

    def play(self, policy: str = "random", actions: int = 1, *, observe_all: bool = False) -> None:
        """Let a policy play `actions` actions in each game, for every seat.

        Masks and observations are written at the end, or with `observe_all` before every action too.
        """
        number = read_policy(policy)
        read_int(actions, "actions", 0, 1 << 40)
        kernels, games = self._kernels, self._words
        if observe_all:
            warps = -(-self.games // kernels.WARP)
            play = kernels.PLAY_OBSERVED[number][warps, kernels.WARP]
            play(*games, *self._outputs, self.games, self._weights, actions)
        else:
            with_spells = number == RANDOM and self.rules.magic
            kernel = kernels.PLAY_AT_RANDOM_WITH_SPELLS if with_spells else kernels.PLAY[number]
            kernel[self._grid](*games, self.games, self._weights, actions)
        self._write_observations()

    def wait(self) -> None:
        """Wait until the GPU has finished."""
        self._cuda.synchronize()

    def outcomes(self) -> NDArray[np.int64]:
        """Return the seat to decide in each game, -1 after the end, or -2 after an illegal action."""
        outcomes: NDArray[np.int64] = self._host_slots()["outcome"]
        return outcomes

    def statistics(self) -> Totals:
        """Return the totals since the last reset."""
        return totals(self._host_slots(), self.players)

    def _host_slots(self) -> NDArray[Any]:
        slots: NDArray[Any] = self._words[2].copy_to_host().view(GAME_SLOT)[:, 0]
        return slots


def _words(records: NDArray[Any]) -> NDArray[np.int64]:
    """View records as rows of 64-bit words."""
    return records.view(np.int64).reshape(len(records), -1)
