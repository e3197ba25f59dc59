"""Luck in a game: for each draw, the value after it minus the mean over what could have come.

The values come from a net that was fixed before the games. Luck has the mean 0 whatever the values are,
so a result minus its luck is an unbiased result. The better the net, the less it varies.

The mean is exact where few things could have come. Where there are many, such as a new open row, it is
the mean over random draws, which is unbiased too.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cartagena.bots.legend import net_named
from cartagena.bots.net.network import with_own_buffers
from cartagena.game import Game
from cartagena.rules.chance.seeds import derive_seed
from cartagena.rules.scripted_chance import apply_scripted
from cartagena.rules.state import copy_states, new_scratches
from cartagena.sim import loops

MAX_OUTCOMES: Final = 150
"""Up to this many sequences of draws the mean is exact: two cards of twelve kinds."""
SAMPLES: Final = 48
"""Random draws where there are more."""


class Outcome(NamedTuple):
    """A position after a move and its draws, with its probability."""

    state: NDArray[Any]
    probability: float


def luck_of_game(game: Game, net: str) -> tuple[float, ...]:
    """Return how much the draws of a game changed each seat's chance of winning.

    `net` is the name of a net of the legend, or a file.
    """
    seats, moves = len(game.players), game.moves
    rng = Random(derive_seed("luck of a game", *[int(word) for word in _words(game)]))
    states: list[NDArray[Any]] = []
    weights: list[float] = []
    for number, move in enumerate(moves):
        before = game.packed_state(len(moves) - number)
        outcomes = possible_outcomes(before, move.action, rng)
        if len(outcomes) > 1:
            states.append(game.packed_state(len(moves) - number - 1))
            weights.append(1.0)
            for outcome in outcomes:
                states.append(outcome.state)
                weights.append(-outcome.probability)
    if not states:
        return (0.0,) * seats
    luck = np.array(weights) @ win_probabilities(np.concatenate(states), net)[:, :seats]
    return tuple(round(float(part), 6) for part in luck)


def win_probabilities(states: NDArray[Any], net: str) -> NDArray[np.float64]:
    """Return each seat's probability of winning from packed states, by a net that sees all hands."""
    evaluations = np.zeros(len(states), loops.EVALUATION)
    loops.evaluate(0, len(states), states, with_own_buffers(net_named(net)), evaluations)
    chances: NDArray[np.float64] = evaluations["win_probability"]
    return chances


def possible_outcomes(before: NDArray[Any], action: int, rng: Random) -> Sequence[Outcome]:
    """Return the positions that a move can lead to: all of them, or a random sample if too many."""
    exact: list[Outcome] = []
    for outcome in _enumerate(before, action):
        exact.append(outcome)
        if len(exact) > MAX_OUTCOMES:
            return [_random_outcome(before, action, rng) for _ in range(SAMPLES)]
    return exact


def _enumerate(
    before: NDArray[Any], action: int, draws: tuple[int, ...] = (), probability: float = 1.0
) -> Iterator[Outcome]:
    after = copy_states(before)
    pending = apply_scripted(after, 0, action, draws, new_scratches())
    if pending is None:
        yield Outcome(after, probability)
        return
    total = sum(pending.counts.values())
    for draw, count in pending.counts.items():
        yield from _enumerate(before, action, (*draws, draw), probability * count / total)


def _random_outcome(before: NDArray[Any], action: int, rng: Random) -> Outcome:
    draws: tuple[int, ...] = ()
    while True:
        after = copy_states(before)
        pending = apply_scripted(after, 0, action, draws, new_scratches())
        if pending is None:
            return Outcome(after, 1 / SAMPLES)
        kinds, counts = zip(*pending.counts.items(), strict=True)
        draws = (*draws, rng.choices(kinds, counts)[0])


def _words(game: Game) -> NDArray[Any]:
    """Return numbers that differ between games, for the random draws of the means.

    They come from the board and the deal, not from later draws.
    """
    start = game.packed_state(game.moves_made)
    words: NDArray[Any] = np.concatenate([start["symbol"][0], start["deck"][0]])
    return words
