"""Random play, which gives tests games in any phase.

It calls the compiled rules of the package for each action, which takes four microseconds. Compiling
a loop of its own would take ten seconds in every process.
"""

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena import Game, Rules
from cartagena.rules import batch
from cartagena.rules.actions import ROWS
from cartagena.rules.chance.seeds import key_words
from cartagena.rules.notation.moves import Vocabulary
from cartagena.rules.notation.position.types import Position
from cartagena.rules.notation.position.writer import PositionWriter
from cartagena.rules.notation.record import read_players
from cartagena.rules.state import NOBODY, RUNNING, new_scratches

LONG_GAME = 20_000
"""The most actions of a random game in tests."""


def play_randomly(
    states: NDArray[Any],
    i: int,
    chooser: Random,
    scratches: NDArray[Any],
    actions: NDArray[np.int64],
    most: int,
) -> int:
    """Make up to `most` random legal actions, record them and return their number."""
    legal = np.zeros(64 * ROWS, np.int64)
    for number in range(most):
        n = batch.list_legal(states, i, scratches, legal)
        if n == 0:
            return number
        actions[number] = action = int(legal[chooser.randrange(n)])
        batch.apply(states, i, action, scratches)
    return most


def deal(rules: Rules, players: int, number: int) -> NDArray[Any]:
    """Return a new game as an array of one."""
    states = batch.prepare(rules, players)
    batch.deal(states, 0, key_words(number), NOBODY)
    return states


def played(rules: Rules, players: int, number: int, moves: int) -> NDArray[Any]:
    """Return a game after `moves` random actions, or at its end."""
    states = deal(rules, players, number)
    play_randomly(states, 0, Random(number), new_scratches(), np.zeros(moves + 1, np.int64), moves)
    return states


def whole_game(rules: Rules, players: int, number: int) -> NDArray[np.int64]:
    """Return the actions of a random game, up to its end or a limit."""
    states = deal(rules, players, number)
    actions = np.zeros(LONG_GAME, np.int64)
    length = play_randomly(states, 0, Random(number), new_scratches(), actions, LONG_GAME)
    return actions[:length]


def after(rules: Rules, players: int, number: int, actions: NDArray[np.int64]) -> NDArray[Any]:
    """Return a new game after these actions."""
    states = deal(rules, players, number)
    for action in actions.tolist():
        assert batch.apply(states, 0, action, new_scratches())
    return states


def position_of(rules: Rules, players: int, states: NDArray[Any]) -> Position:
    """Return the position of a packed game."""
    return PositionWriter(rules, Vocabulary(rules, read_players(players))).position(states[0])


def game_in_play(rules: Rules, players: int, number: int, moves: int) -> Game:
    """Return a game that continues from a random position."""
    return Game.from_position(position_of(rules, players, played(rules, players, number, moves)))


def is_running(states: NDArray[Any]) -> bool:
    """Return True if the game is not over."""
    return int(states["result"][0]) == RUNNING
