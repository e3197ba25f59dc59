"""Compiled random play, which gives tests games in any phase."""

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena import Game, Rules
from cartagena.jit.compiler import entry_point
from cartagena.rules import action_set, batch, turn
from cartagena.rules.chance.fast_rng import pick
from cartagena.rules.chance.seeds import key_words
from cartagena.rules.notation.moves import Vocabulary
from cartagena.rules.notation.position.types import Position
from cartagena.rules.notation.position.writer import PositionWriter
from cartagena.rules.notation.record import read_players
from cartagena.rules.state import NOBODY, RUNNING, new_scratches

LONG_GAME = 20_000
"""The most actions of a random game in tests."""


@entry_point
def play_randomly(
    states: Any, i: int, chooser: Any, scratches: Any, actions: Any, most: int
) -> int:
    """Make up to `most` random legal actions, record them and return their number.

    The generator of the scratch record `chooser` chooses the actions, not that of the game.
    """
    g = states[i]
    for number in range(most):
        turn.legal(g, scratches[0])
        n = action_set.total(scratches[0])
        if n == 0:
            return number
        actions[number] = action_set.nth_action(scratches[0], pick(chooser[0], n))
        turn.apply(g, actions[number], scratches[0])
    return most


def new_chooser(number: int) -> NDArray[Any]:
    """Return a random generator for choosing moves, separate from the games' own."""
    chooser, chance = new_scratches(), random.Random(number)
    chooser["generator"] = [chance.getrandbits(32) for _ in range(4)]
    return chooser


def deal(rules: Rules, players: int, number: int) -> NDArray[Any]:
    """Return a new game as an array of one."""
    states = batch.prepare(rules, players)
    batch.deal(states, 0, key_words(number), NOBODY)
    return states


def played(rules: Rules, players: int, number: int, moves: int) -> NDArray[Any]:
    """Return a game after `moves` random actions, or at its end."""
    states = deal(rules, players, number)
    play_randomly(
        states, 0, new_chooser(number), new_scratches(), np.zeros(moves + 1, np.int64), moves
    )
    return states


def whole_game(rules: Rules, players: int, number: int) -> NDArray[np.int64]:
    """Return the actions of a random game, up to its end or a limit."""
    states = deal(rules, players, number)
    actions = np.zeros(LONG_GAME, np.int64)
    length = play_randomly(states, 0, new_chooser(number), new_scratches(), actions, LONG_GAME)
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
