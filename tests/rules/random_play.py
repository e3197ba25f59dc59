"""Random play, compiled: games in any phase for the tests to start from."""

import random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cartagena import Game, Rules
from cartagena.jit.compiler import entry_point
from cartagena.rules import action_set as sets
from cartagena.rules import batch, turn
from cartagena.rules.chance.fast_rng import pick
from cartagena.rules.chance.seeds import words
from cartagena.rules.notation.moves import Vocabulary
from cartagena.rules.notation.position.types import Position
from cartagena.rules.notation.position.writer import Writer
from cartagena.rules.notation.record import read_players
from cartagena.rules.state import NOBODY, RUNNING, new_scratches

LONG_GAME = 20_000
"""More actions than any test of random play wants to make."""


@entry_point
def play_randomly(
    states: Any, i: int, chooser: Any, scratches: Any, actions: Any, most: int
) -> int:
    """Make up to `most` random legal actions and write them down; returns how many were made.

    Chance in the choice comes from the generator of the scratch record `chooser`, not from the game's own.
    """
    g = states[i]
    for made in range(most):
        turn.legal(g, scratches[0])
        n = sets.total(scratches[0])
        if n == 0:
            return made
        actions[made] = sets.nth_action(scratches[0], pick(chooser[0], n))
        turn.apply(g, actions[made], scratches[0])
    return most


def new_chooser(number: int) -> NDArray[Any]:
    """A source of chance beside the games' own."""
    chooser, chance = new_scratches(), random.Random(number)
    chooser["generator"] = [chance.getrandbits(32) for _ in range(4)]
    return chooser


def deal(rules: Rules, players: int, number: int) -> NDArray[Any]:
    """A new game as an array of one."""
    states = batch.prepare(rules, players)
    batch.deal(states, 0, words(number), NOBODY)
    return states


def played(rules: Rules, players: int, number: int, moves: int) -> NDArray[Any]:
    """A game after so many random actions, or as it ended before that."""
    states = deal(rules, players, number)
    play_randomly(
        states, 0, new_chooser(number), new_scratches(), np.zeros(moves + 1, np.int64), moves
    )
    return states


def whole_game(rules: Rules, players: int, number: int) -> NDArray[np.int64]:
    """The actions of a random game, to its end if it has one within reason."""
    states = deal(rules, players, number)
    actions = np.zeros(LONG_GAME, np.int64)
    made = play_randomly(states, 0, new_chooser(number), new_scratches(), actions, LONG_GAME)
    return actions[:made]


def after(rules: Rules, players: int, number: int, actions: NDArray[np.int64]) -> NDArray[Any]:
    """A new game with these actions made."""
    states = deal(rules, players, number)
    for action in actions.tolist():
        assert batch.apply(states, 0, action, new_scratches())
    return states


def position_of(rules: Rules, players: int, states: NDArray[Any]) -> Position:
    """The position mapping of a packed game."""
    return Writer(rules, Vocabulary(rules, read_players(players))).position(states[0])


def game_in_play(rules: Rules, players: int, number: int, moves: int) -> Game:
    """A game that goes on from wherever random play has led it."""
    return Game.from_position(position_of(rules, players, played(rules, players, number, moves)))


def is_running(states: NDArray[Any]) -> bool:
    """Whether the game goes on."""
    return int(states["result"][0]) == RUNNING
