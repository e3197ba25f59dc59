"""`GpuSimulator`: the same batch of games on a CUDA GPU, action for action.

It needs numba-cuda (the extra `gpu`). With ``NUMBA_ENABLE_CUDASIM=1`` a small batch can be tried
without a GPU.
"""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Final

import numpy as np
from numba.core import config
from numpy.typing import NDArray

from cartagena.bots.search.weights import weights
from cartagena.errors import CartagenaError
from cartagena.rules import batch
from cartagena.rules.actions import ACTIONS
from cartagena.rules.components import SEATS
from cartagena.rules.options import Rules
from cartagena.rules.state import NOBODY, SCRATCH, STATE, new_scratches
from cartagena.sim.observation import OBSERVATION, SIZE, WORDS
from cartagena.sim.simulator import MAX_GAMES, Totals, read_policy, totals
from cartagena.sim.steps import MASK, RANDOM, SLOT
from cartagena.validation import whole

_BLOCK: Final = 64
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


class GpuSimulator:
    """Many games side by side on a GPU; the same seeds give the same games as `Simulator`.

    Actions are given for every seat, and a game that is over is followed by the next one. `masks`
    and `observations` lie on the GPU and are always the same arrays. PyTorch, JAX and CuPy share
    them without a copy by `__cuda_array_interface__` (`torch.as_tensor(games.masks, device="cuda")`).
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
        self.players = whole(players, "players", 2, SEATS)
        self.games = whole(games, "games", 1, MAX_GAMES)
        block = min(_BLOCK, self.games)
        self._grid = ((self.games + block - 1) // block, block)
        to_device = self._cuda.to_device
        slots = np.zeros(self.games, SLOT)
        records = (batch.prepare(self.rules, self.players, self.games), new_scratches(self.games))
        self._words = tuple(to_device(_words(each)) for each in (*records, slots))
        """States, scratch records and slots as words, which kernels copy quickly."""
        self._states, self._scratches, self._slots = (
            words.view(kind).reshape(self.games)
            for words, kind in zip(self._words, (STATE, SCRATCH, SLOT), strict=True)
        )
        self._weights = to_device(weights())
        self.masks = to_device(np.zeros((self.games, ACTIONS), np.int8))
        """1 for every legal action, a row for each game."""
        self.observations = to_device(np.zeros((self.games, SIZE), np.int8))
        """What the seat observes that must choose: see docs/spaces.md."""
        self._shown = (
            self.masks.view(MASK).reshape(self.games),
            self.observations.view(OBSERVATION).reshape(self.games),
            self.observations.view(WORDS).reshape(self.games),
        )
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Deal all games anew: game i from seed + i, those after it from every `games`-th seed."""
        whole(seed, "seed", 0, (1 << 62) - 1)
        slots = np.zeros(self.games, SLOT)
        slots["seat"] = slots["winner"] = NOBODY
        slots["seed"] = seed + np.arange(self.games)
        self._words[2].copy_to_device(_words(slots))
        kernels = self._kernels
        kernels.begin[self._grid](self._states, self._scratches, self._slots, self.games)
        self._show()

    def _show(self) -> None:
        games = (self._states, self._scratches, self._slots)
        self._kernels.show[self._grid](*games, *self._shown)

    def step(self, actions: Any) -> None:
        """Do an action in each game: an array of NumPy, or one on the GPU, of 64-bit numbers.

        An illegal action is not done, and `outcomes` says so.
        """
        if isinstance(actions, Sequence | np.ndarray):
            actions = np.ascontiguousarray(actions, np.int64)
        if tuple(actions.shape) != (self.games,):
            raise CartagenaError(f"{self.games} actions are asked for, one for each game.")
        games = (self._states, self._scratches, self._slots, self.games)
        self._kernels.step[self._grid](*games, self._cuda.to_device(actions))
        self._show()

    def play(self, policy: str = "random", actions: int = 1, *, show_all: bool = False) -> None:
        """Let a policy make so many actions in each game, for whoever must choose.

        Masks and observations are written at the end, or with `show_all` before every action, too.
        """
        number = read_policy(policy)
        whole(actions, "actions", 0, 1 << 40)
        kernels, games = self._kernels, self._words
        if show_all:
            warps = -(-self.games // kernels.WARP)
            play = kernels.PLAY_SHOWN[number][warps, kernels.WARP]
            play(*games, *self._shown, self.games, self._weights, actions)
        else:
            with_spells = number == RANDOM and self.rules.magic
            kernel = kernels.PLAY_AT_RANDOM_WITH_SPELLS if with_spells else kernels.PLAY[number]
            kernel[self._grid](*games, self.games, self._weights, actions)
        self._show()

    def wait(self) -> None:
        """Until the GPU has done all that was asked of it."""
        self._cuda.synchronize()

    def outcomes(self) -> NDArray[np.int64]:
        """Of each game the seat that decided after the last step; -1 if it ended, -2 if illegal."""
        found: NDArray[np.int64] = self._host_slots()["outcome"]
        return found

    def statistics(self) -> Totals:
        """What has been played since the last reset."""
        return totals(self._host_slots(), self.players)

    def _host_slots(self) -> NDArray[Any]:
        found: NDArray[Any] = self._words[2].copy_to_host().view(SLOT)[:, 0]
        return found


def _words(records: NDArray[Any]) -> NDArray[np.int64]:
    """Records as rows of words."""
    return records.view(np.int64).reshape(len(records), -1)
