"""The game of an environment: one packed record that is dealt again and again."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena import picture
from cartagena.envs.spaces import Observation, Spaces
from cartagena.envs.steps import step
from cartagena.errors import CartagenaError
from cartagena.game import Game
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
from cartagena.rules.state import DRAWN_OUT, NOBODY, new_scratches
from cartagena.sim.simulator import final_rewards
from cartagena.sim.steps import ILLEGAL


class EnvGame:
    """A game in the compiled rules.

    It is faster than `Game`: it keeps the numbers of the actions, but no positions and no texts.
    """

    def __init__(
        self, rules: Rules | str | Mapping[str, Any], players: int, *, compact: bool = False
    ) -> None:
        self.rules = rules if isinstance(rules, Rules) else Rules.from_mapping(rules)
        self.colours = read_players(players)
        """The colours in seat order."""
        self.spaces = Spaces(self.rules, players, compact=compact)
        self.states = batch.prepare(self.rules, players)
        self.decider = NOBODY
        """The seat to decide, or NOBODY when the game is over."""
        self._vocabulary = vocabulary_for(self.rules, self.colours)
        self._scratches, self._choices = new_scratches(), batch.new_list()
        self._mask = np.zeros(ACTIONS, np.int8)
        self._seed = 0
        self._start: Game | None = None
        self._actions: list[int] = []

    def deal(self, seed: int, options: Mapping[str, Any] | None = None) -> None:
        """Deal the same game as `Game(rules, players, seed)`.

        `options` may have `board` and `first`, as for `Game`, or `position` for `Game.from_position`.
        Others are ignored, as PettingZoo's tests demand.
        """
        self._seed, self._start, self._actions = seed, None, []
        if options:
            self._start = self._game_from(seed, options)
            self.states = self._start.packed_state()
        else:
            batch.deal(self.states, 0, key_words(seed), NOBODY)
        batch.legal_mask(self.states, 0, self._scratches, self._mask)
        self.decider = int(self.states["decider"][0])

    def _game_from(self, seed: int, options: Mapping[str, Any]) -> Game:
        if "position" not in options:
            board, first = options.get("board"), options.get("first")
            return Game(self.rules, self.colours, seed, board=board, first=first)
        if "board" in options or "first" in options:
            raise CartagenaError("A position already has a board and a player to move.")
        game = Game.from_position(options["position"])
        if (game.rules, game.players) != (self.rules, tuple(self.colours)):
            raise CartagenaError("The position must have the environment's rules and players.")
        if game.over:
            raise CartagenaError("The game of this position is over.")
        return game

    def play(self, action: int) -> bool:
        """Apply an action of the space. Returns False and changes nothing if it is illegal."""
        return self.play_number(self.spaces.number(action))

    def play_number(self, number: int) -> bool:
        """Apply an action by its number in the rules."""
        decider = (
            step(self.states, 0, number, self._scratches, self._mask) if number >= 0 else ILLEGAL
        )
        if decider == ILLEGAL:
            return False
        self.decider = decider
        self._actions.append(number)
        return True

    @property
    def truncated(self) -> bool:
        """Return True if the turn limit of the rules has ended the game."""
        state = self.states[0]
        limit = self.rules.turn_limit
        return bool(limit and int(state["result"]) == DRAWN_OUT and int(state["turns"]) >= limit)

    def game(self) -> Game:
        """Return the game with its moves, as an independent `Game`."""
        game = (
            Game(self.rules, self.colours, self._seed)
            if self._start is None
            else self._start.copy()
        )
        for number in self._actions:
            game.push(next(move for move in game.legal_moves if move.action == number))
        return game

    def action_to_string(self, action: int) -> str:
        """Return the notation of a legal action of the space."""
        number = self.spaces.number(action)
        move = next((move for move in self.legal_moves() if move.action == number), None)
        if move is None:
            raise CartagenaError(f"Action {action} is not legal here.")
        return move.text

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the mask of a seat's legal actions. It is all 0 if another seat decides."""
        mask = self.spaces.mask(self._mask)
        return mask.copy() if seat == self.decider else np.zeros_like(mask)

    def observe(self, seat: int) -> NDArray[np.int8]:
        """Return the observation vector of a seat."""
        return self.spaces.columns(observation_of(self.states, seat))

    def state(self) -> NDArray[np.int8]:
        """Return the observations of all seats in a row, which together hold every card in a hand."""
        return np.concatenate([self.observe(seat) for seat in range(len(self.colours))])

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


class WithGame:
    """The part of an environment that gives access to its game."""

    _game: EnvGame
    render_mode: str | None

    @property
    def game(self) -> Game:
        """Return the game with its moves, as an independent `Game`."""
        return self._game.game()

    def record(self) -> dict[str, Any]:
        """Return the game as a JSON document for `Game.replay` and `cartagena analyse`."""
        return self.game.record()

    def action_to_string(self, action: int) -> str:
        """Return the notation of a legal action, such as `rum 7-21`."""
        return self._game.action_to_string(action)

    def render(self) -> str | NDArray[np.uint8] | None:
        """Print the table (`human`), or return it as text (`ansi`), `svg` or pixels (`rgb_array`)."""
        return self._game.render(self.render_mode)


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
