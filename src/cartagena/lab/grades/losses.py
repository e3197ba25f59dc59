"""Measure what each move of a decision loses, by many independent searches.

All moves are tried briefly first. The plausible ones are then compared in trees that do not share
anything, until the losses are exact enough. A single tree can settle on a wrong plan, which the
spread between trees shows and the spread within a tree does not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.analysis.evaluator import Evaluator, evaluator_for
from cartagena.lab.grades.grade_set import MoveLoss
from cartagena.rules.notation.moves import Move

_ROUNDS: Final = 4
"""Rounds of the burn-in. Each round tries all moves, so that no move has the tree to itself."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort spent on the losses of one decision."""

    screening_trees: int = 3
    screening: int = 250
    """Simulations of each move in a screening tree, after a burn-in of the same length."""
    margin: float = 0.10
    """A move that seems to lose more than this is not plausible."""
    max_moves: int = 6
    """The most plausible moves of a decision."""
    simulations: int = 3000
    """Simulations of each plausible move in a tree, after a burn-in of the same length."""
    min_trees: int = 4
    max_trees: int = 32
    error: float = 0.005
    """Trees are added until no loss has a larger standard error."""


def move_losses(
    view: NDArray[Any], moves: Sequence[Move], seed: int, effort: Effort
) -> dict[str, MoveLoss]:
    """Measure the loss of each move, given what the player to move knows."""
    evaluator = evaluator_for(view)
    screening = np.array(
        [
            _values_in_one_tree(evaluator, view, moves, effort.screening, seed + number)
            for number in range(effort.screening_trees)
        ]
    )
    rough = screening.mean(axis=0)
    order = np.argsort(-rough, kind="stable")[: effort.max_moves]
    plausible = [int(k) for k in order if rough[order[0]] - rough[k] <= effort.margin]
    compared = [moves[k] for k in plausible]
    trees: list[NDArray[np.float64]] = []
    while True:
        tree_seed = seed + effort.screening_trees + len(trees)
        trees.append(_values_in_one_tree(evaluator, view, compared, effort.simulations, tree_seed))
        if len(trees) >= effort.min_trees:
            losses, errors = losses_and_errors(np.array(trees))
            if errors.max() <= effort.error or len(trees) >= effort.max_trees:
                break
    result = {
        move.text: MoveLoss(float(losses[k]), float(errors[k]), is_plausible=True)
        for k, move in enumerate(compared)
    }
    best = int(np.argmin(losses))
    gaps = screening[:, [plausible[best]]] - screening
    for k, move in enumerate(moves):
        if k not in plausible:
            error = gaps[:, k].std(ddof=1) / sqrt(len(gaps))
            loss = float(losses[best] + gaps[:, k].mean())
            result[move.text] = MoveLoss(loss, float(error), is_plausible=False)
    return result


def losses_and_errors(
    trees: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the mean loss of each move and its standard error, from one row of values per tree.

    In each tree a move is compared with the best move of all other trees. The move that is best in
    the same tree would seem better than it is.
    """
    others = trees.sum(axis=0) - trees
    best = trees[np.arange(len(trees)), np.argmax(others, axis=1)]
    losses = best[:, None] - trees
    return losses.mean(axis=0), losses.std(axis=0, ddof=1) / sqrt(len(trees))


def _values_in_one_tree(
    evaluator: Evaluator, view: NDArray[Any], moves: Sequence[Move], n: int, seed: int
) -> NDArray[np.float64]:
    """Return the chance of the player to move after each move, from n simulations each."""
    seat = int(view["decider"][0])
    part = max(1, n // _ROUNDS)
    with evaluator.search.grow(2 * n * len(moves)) as tree:
        for first in range(0, n, part):
            for move in moves:
                tree.sample(view, part, seed, first=n + first, opening=move.action)
        return np.array(
            [tree.sample(view, n, seed, opening=move.action)[:, seat].mean() for move in moves]
        )
