"""The action and observation spaces of all environments."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cartagena.rules.actions import ACTIONS
from cartagena.rules.observation import FIELDS, SIZE

Observation = dict[str, NDArray[np.int8]]
"""The vector `observation`, and the `action_mask` of legal actions."""


def action_space() -> spaces.Discrete:
    """Return the space of all actions of all games, numbered as in the rules."""
    return spaces.Discrete(ACTIONS)


def observation_space() -> spaces.Dict:
    """Return the space of the observation vector and the action mask."""
    highest = [np.full(shape, high, np.int8).ravel() for shape, high in FIELDS.values()]
    parts: dict[str, Any] = {
        "observation": spaces.Box(np.zeros(SIZE, np.int8), np.concatenate(highest), dtype=np.int8),
        "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
    }
    return spaces.Dict(parts)
