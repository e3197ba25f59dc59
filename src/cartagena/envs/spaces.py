"""The action and observation spaces of all environments."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cartagena.rules.actions import ACTIONS
from cartagena.rules.compact import CompactSpace, compact_space
from cartagena.rules.observation import FIELDS, SIZE
from cartagena.rules.options import Rules

Observation = dict[str, NDArray[np.int8]]
"""The vector `observation`, and the `action_mask` of legal actions."""


_FULL = CompactSpace(np.arange(ACTIONS), np.arange(SIZE))


class Spaces:
    """The spaces of an environment: the same for all rules, or only what these rules can use."""

    def __init__(self, rules: Rules, players: int, *, compact: bool) -> None:
        self.is_compact = compact
        self._space = compact_space(rules, players) if compact else _FULL
        self.actions = spaces.Discrete(len(self._space.actions))
        self.vector = spaces.Box(np.int8(0), self.columns(_highest()), dtype=np.int8)
        parts: dict[str, Any] = {
            "observation": self.vector,
            "action_mask": spaces.Box(0, 1, (len(self._space.actions),), np.int8),
        }
        self.observations = spaces.Dict(parts)

    def number(self, action: int) -> int:
        """Return the number of an action in the rules. A number out of range stays as it is."""
        if self.is_compact and 0 <= action < len(self._space.actions):
            return int(self._space.actions[action])
        return action if 0 <= action < ACTIONS and not self.is_compact else -1

    def numbers(self, actions: NDArray[Any]) -> NDArray[Any]:
        """Return the numbers of many actions in the rules."""
        return self._space.actions[actions] if self.is_compact else actions

    def to_space(self, actions: NDArray[Any]) -> NDArray[Any]:
        """Return the numbers in this space of legal actions, given by their numbers in the rules."""
        return np.searchsorted(self._space.actions, actions) if self.is_compact else actions

    def columns(self, vectors: NDArray[np.int8]) -> NDArray[np.int8]:
        """Return the part of observation vectors that belongs to the space."""
        return vectors[..., self._space.columns] if self.is_compact else vectors

    def mask(self, masks: NDArray[np.int8]) -> NDArray[np.int8]:
        """Return the part of masks that belongs to the space."""
        return masks[..., self._space.actions] if self.is_compact else masks


def _highest() -> NDArray[np.int8]:
    parts = [np.full(shape, high, np.int8).ravel() for shape, high in FIELDS.values()]
    return np.concatenate(parts)
