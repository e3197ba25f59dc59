"""The game of an environment, in compiled rules. It is dealt again after each end."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena import picture
from cartagena.envs.spaces import Observation
from cartagena.envs.steps import step, write_observation
from cartagena.errors import CartagenaError
from cartagena.rules import batch
from cartagena.rules.actions import ACTIONS
from cartagena.rules.chance.seeds import words
from cartagena.rules.notation.moves import Move, lexicon
from cartagena.rules.notation.position.types import Position
from cartagena.rules.notation.position.writer import Writer
from cartagena.rules.notation.record import read_players
from cartagena.rules.options import Rules
from cartagena.rules.state import NOBODY, new_scratches
from cartagena.sim.observation import OBSERVATION, SIZE
from cartagena.sim.steps import ILLEGAL


class Table:
    """A game as environments need it. It makes no object per move, so it is faster than `Game`."""

    def __init__(self, rules: Rules | str | Mapping[str, Any], players: int) -> None:
        self.rules = rules if isinstance(rules, Rules) else Rules.from_mapping(rules)
        self.colours = read_players(players)
        """The colours in seat order."""
        self.states = batch.prepare(self.rules, players)
        self.decider = NOBODY
        """The seat to move, or NOBODY when the game is over."""
        self._lexicon = lexicon(self.rules, self.colours)
        self._scratches, self._choices = new_scratches(), batch.new_list()
        self._mask = np.zeros(ACTIONS, np.int8)

    def deal(self, seed: int) -> None:
        """Deal the game of `Game(rules, players, seed)`."""
        batch.deal(self.states, 0, words(seed), NOBODY)
        batch.legal_mask(self.states, 0, self._scratches, self._mask)
        self.decider = int(self.states["decider"][0])

    def play(self, action: int) -> bool:
        """Apply an action. Returns False and changes nothing if it is not legal."""
        decider = step(self.states, 0, action, self._scratches, self._mask)
        if decider == ILLEGAL:
            return False
        self.decider = decider
        return True

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return a seat's mask: 1 for every legal action of the seat to move, 0 for other seats."""
        return self._mask.copy() if seat == self.decider else np.zeros(ACTIONS, np.int8)

    def observe(self, seat: int) -> NDArray[np.int8]:
        """Return a seat's observation vector."""
        vector = np.zeros(SIZE, np.int8)
        write_observation(self.states, 0, seat, vector.view(OBSERVATION), 0)
        return vector

    def observation(self, seat: int) -> Observation:
        """Return a seat's observation vector and mask."""
        return {"observation": self.observe(seat), "action_mask": self.mask(seat)}

    def rewards(self) -> list[float]:
        """Return the rewards at the end of a game: 1 for the winner, paid by the others."""
        winner, players = int(self.states["winner"][0]), len(self.colours)
        if winner == NOBODY:
            return [0.0] * players
        return [1.0 if seat == winner else -1.0 / (players - 1) for seat in range(players)]

    def legal_moves(self) -> list[Move]:
        """Return the legal moves of the seat to move, with names."""
        n = batch.list_choices(self.states, 0, self._scratches, self._choices)
        return [self._lexicon.moves[choice] for choice in self._choices[:n].tolist()]

    def position(self) -> Position:
        """Return the whole position as a mapping."""
        return Writer(self.rules, self._lexicon).position(self.states[0])

    def render(self, mode: str | None) -> str | NDArray[np.uint8] | None:
        """Return the table as text or as a picture, or print it (`human`)."""
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
PIXELS_WIDE = 960


def pixels(drawing: str) -> NDArray[np.uint8]:
    """Render an SVG to rows of red, green and blue pixels."""
    from PIL import Image
    from resvg_py import svg_to_bytes

    png = svg_to_bytes(svg_string=drawing, width=PIXELS_WIDE)
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))


def check_render_mode(mode: str | None) -> str | None:
    """Check a render mode. Raises `CartagenaError` if there is none of this name."""
    if mode is not None and mode not in RENDER_MODES:
        raise CartagenaError(f"A render mode is one of {', '.join(RENDER_MODES)}, not {mode!r}.")
    return mode
