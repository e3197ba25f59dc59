"""Hypothesis strategies for games: rules, players and a number of moves."""

import random
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from numpy.typing import NDArray

from cartagena import Game, Rules
from cartagena.rules.notation.position.types import Position
from cartagena.rules.presets import PRESETS
from tests.rules.random_play import played, position_of
from tests.rules.random_rules import random_rules


@dataclass(frozen=True)
class GameCase:
    """A game: a number of random moves after the deal of a seed."""

    rules: Rules
    players: int
    number: int
    moves: int

    def states(self) -> NDArray[Any]:
        """Return the packed game."""
        return played(self.rules, self.players, self.number, self.moves)

    def position(self) -> Position:
        """Return the game as a position."""
        return position_of(self.rules, self.players, self.states())

    def game(self) -> Game:
        """Return the game as a `Game`."""
        return Game.from_position(self.position())


def _rules(number: int) -> Rules:
    chance = random.Random(number)
    if number % 2:
        return random_rules(chance)
    return Rules.preset(chance.choice(list(PRESETS)))


tables = st.builds(
    GameCase,
    rules=st.integers(0, 100_000).map(_rules),
    players=st.integers(2, 5),
    number=st.integers(0, 2**32 - 1),
    moves=st.one_of(st.integers(0, 100), st.integers(0, 1500)),
)
