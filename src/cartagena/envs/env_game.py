"""The game of an environment: one packed record that is dealt again and again."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena import picture
from cartagena.envs.spaces import Observation
from cartagena.envs.steps import step
from cartagena.errors import CartagenaError
from cartagena.rules import batch
from cartagena.rules.actions import ACTIONS
from cartagena.rules.chance.seeds import key_words
from cartagena.rules.notation.legal_moves import list_moves
from cartagena.rules.notation.moves import Move, vocabulary_for
from cartagena.rules.notation.position.types import Position
from cartagena.rules.notation.position.writer import PositionWriter
from cartagena.rules.notation.record import read_players
from cartagena.rules.observation import observation_of
from cartagena.rules.options import Rules
from cartagena.rules.state import NOBODY, new_scratches
from cartagena.sim.simulator import final_rewards
from cartagena.sim.steps import ILLEGAL


class EnvGame:
    """A game in the compiled rules.

    It is faster than `Game`, because it keeps no moves and no history.
    """

    def __init__(self, rules: Rules | str | Mapping[str, Any], players: int) -> None:
        self.rules = rules if isinstance(rules, Rules) else Rules.from_mapping(rules)
        self.colours = read_players(players)
        """The colours in seat order."""
        self.states = batch.prepare(self.rules, players)
        self.decider = NOBODY
        """The seat to decide, or NOBODY when the game is over."""
        self._vocabulary = vocabulary_for(self.rules, self.colours)
        self._scratches, self._choices = new_scratches(), batch.new_list()
        self._mask = np.zeros(ACTIONS, np.int8)

    def deal(self, seed: int) -> None:
        """Deal the same game as `Game(rules, players, seed)`."""
        batch.deal(self.states, 0, key_words(seed), NOBODY)
        batch.legal_mask(self.states, 0, self._scratches, self._mask)
        self.decider = int(self.states["decider"][0])

    def play(self, action: int) -> bool:
        """Apply an action. Returns False and changes nothing if it is illegal."""
        decider = step(self.states, 0, action, self._scratches, self._mask)
        if decider == ILLEGAL:
            return False
        self.decider = decider
        return True

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the mask of a seat's legal actions, which is all 0 unless it is to decide."""
        return self._mask.copy() if seat == self.decider else np.zeros(ACTIONS, np.int8)

    def observe(self, seat: int) -> NDArray[np.int8]:
        """Return the observation vector of a seat."""
        return observation_of(self.states, seat)

    def observation(self, seat: int) -> Observation:
        """Return the observation vector and the action mask of a seat."""
        return {"observation": self.observe(seat), "action_mask": self.mask(seat)}

    def rewards(self) -> list[float]:
        """Return the reward of each seat at the end of the game."""
        return final_rewards(int(self.states["winner"][0]), len(self.colours))

    def legal_moves(self) -> list[Move]:
        """Return the legal moves of the decider."""
        return list_moves(self.states, self._scratches, self._choices, self._vocabulary)

    def position(self) -> Position:
        """Return the full position."""
        return PositionWriter(self.rules, self._vocabulary).position(self.states[0])

    def render(self, mode: str | None) -> str | NDArray[np.uint8] | None:
        """Print the table (`human`), or return it as text, SVG or pixels."""
        match mode:
            case "ansi":
                return picture.text(self.position())
            case "svg":
                return picture.svg(self.position())
            case "rgb_array":
                return pixels(picture.svg(self.position()))
            case "human":
                print(picture.text(self.position()))  # noqa: T201
        return None


RENDER_MODES = ("human", "ansi", "rgb_array", "svg")
IMAGE_WIDTH = 960


def pixels(drawing: str) -> NDArray[np.uint8]:
    """Render an SVG as rows of RGB pixels."""
    from PIL import Image
    from resvg_py import svg_to_bytes

    png = svg_to_bytes(svg_string=drawing, width=IMAGE_WIDTH)
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))


def check_render_mode(mode: str | None) -> str | None:
    """Return the render mode if it is valid. Raises `CartagenaError` otherwise."""
    if mode is not None and mode not in RENDER_MODES:
        raise CartagenaError(
            f"The render mode must be one of {', '.join(RENDER_MODES)}, not {mode!r}."
        )
    return mode
