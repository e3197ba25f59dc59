"""One table of the environments: a game in the compiled rules, dealt anew again and again."""

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
    """A game and what its environment needs of it, without an object for each move."""

    def __init__(self, rules: Rules | str | Mapping[str, Any], players: int) -> None:
        self.rules = rules if isinstance(rules, Rules) else Rules.from_mapping(rules)
        self.colours = read_players(players)
        """The colours in seat order."""
        self.states = batch.prepare(self.rules, players)
        self.decider = NOBODY
        """The seat that must choose now; NOBODY when the game is over."""
        self._lexicon = lexicon(self.rules, self.colours)
        self._scratches, self._choices = new_scratches(), batch.new_list()
        self._mask = np.zeros(ACTIONS, np.int8)

    def deal(self, seed: int) -> None:
        """The game that `Game(rules, players, seed)` would be."""
        batch.deal(self.states, 0, words(seed), NOBODY)
        batch.legal_mask(self.states, 0, self._scratches, self._mask)
        self.decider = int(self.states["decider"][0])

    def play(self, action: int) -> bool:
        """Do an action; False, and no change, if it is not legal."""
        decider = step(self.states, 0, action, self._scratches, self._mask)
        if decider == ILLEGAL:
            return False
        self.decider = decider
        return True

    def mask(self, seat: int) -> NDArray[np.int8]:
        """What a seat may do now: 1 for every legal action of the decider, else nothing."""
        return self._mask.copy() if seat == self.decider else np.zeros(ACTIONS, np.int8)

    def observe(self, seat: int) -> NDArray[np.int8]:
        """What a seat observes."""
        vector = np.zeros(SIZE, np.int8)
        write_observation(self.states, 0, seat, vector.view(OBSERVATION), 0)
        return vector

    def observation(self, seat: int) -> Observation:
        """What a seat observes, and what it may do."""
        return {"observation": self.observe(seat), "action_mask": self.mask(seat)}

    def rewards(self) -> list[float]:
        """At the end of a game: 1 for the winner, which the others pay; 0 for all without one."""
        winner, players = int(self.states["winner"][0]), len(self.colours)
        if winner == NOBODY:
            return [0.0] * players
        return [1.0 if seat == winner else -1.0 / (players - 1) for seat in range(players)]

    def legal_moves(self) -> list[Move]:
        """What the decider may do, as moves with names."""
        n = batch.list_choices(self.states, 0, self._scratches, self._choices)
        return [self._lexicon.moves[choice] for choice in self._choices[:n].tolist()]

    def position(self) -> Position:
        """Everything, as a plain mapping."""
        return Writer(self.rules, self._lexicon).position(self.states[0])

    def render(self, mode: str | None) -> str | NDArray[np.uint8] | None:
        """The whole table as text or as a picture; `human` prints it."""
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
    """An SVG as rows of pixels: red, green and blue."""
    from PIL import Image
    from resvg_py import svg_to_bytes

    png = svg_to_bytes(svg_string=drawing, width=PIXELS_WIDE)
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))


def check_render_mode(mode: str | None) -> str | None:
    """A render mode from outside."""
    if mode is not None and mode not in RENDER_MODES:
        raise CartagenaError(f"A render mode is one of {', '.join(RENDER_MODES)}, not {mode!r}.")
    return mode
