"""The moves of a position, with the chance of winning that each leaves its player."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.game import Game
from cartagena.lab.analysis.playouts import in_parallel
from cartagena.lab.analysis.win_model import Estimate, WinModel
from cartagena.lab.confidence import Z
from cartagena.lab.entrants import Entrant
from cartagena.players.self_play import ask
from cartagena.rules import batch
from cartagena.rules.chance.seeds import words
from cartagena.rules.errors import CartagenaError
from cartagena.rules.notation.moves import Move
from cartagena.rules.state import new_scratches, new_states

FINALISTS: Final = 4
FITTING_ROLLOUTS: Final = 8_000  # that the win model is fitted to
_FIRST_PASS: Final = 4  # every move gets a quarter of the play-outs of a finalist


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move and the chance of winning that it leaves its player, with a standard error."""

    move: str
    chance: float
    error: float
    playouts: int

    @property
    def low(self) -> float:
        """The lower end of the 95 % interval."""
        return max(0.0, self.chance - Z * self.error)

    @property
    def high(self) -> float:
        """The upper end of the 95 % interval."""
        return min(1.0, self.chance + Z * self.error)


@dataclass(frozen=True, slots=True)
class Advice:
    """The moves of a decision, the best first, and what a bot would do."""

    seat: str
    candidates: list[Candidate]
    bot: str | None = None


def rank_moves(
    model: WinModel, view: NDArray[Any], moves: Sequence[Move], n: int, seed: int, always: str = ""
) -> list[Candidate]:
    """The finalists, the best first, then the others; the move `always` is among the finalists.

    Finalists are the best of a first pass over all moves and get four times its play-outs, so
    the two groups are each sorted and cannot be compared to a point. `view` is what the seat that
    must choose may know; the worlds are the same for all moves.
    """
    seat = int(view["decider"][0])

    def try_move(move: Move, n: int, seed: int) -> Candidate:
        estimate = model.estimate(view, n, seed, forced=move.action)
        return Candidate(move.text, float(estimate.mean[seat]), float(estimate.error[seat]), n)

    first = in_parallel(lambda move: try_move(move, max(16, n // _FIRST_PASS), seed), moves)
    sure = {
        move.text
        for move, candidate in zip(moves, first, strict=True)
        if candidate.chance == 1.0 and wins_at_once(view, move)
    }
    order = sorted(range(len(moves)), key=lambda k: (-first[k].chance, moves[k].text not in sure))
    kept = [k for place, k in enumerate(order) if place < FINALISTS or moves[k].text == always]
    final = in_parallel(lambda k: try_move(moves[k], n, seed + 1), kept)
    final.sort(key=lambda candidate: (-candidate.chance, candidate.move not in sure))
    return final + [first[k] for k in order if k not in kept]


def wins_at_once(view: NDArray[Any], move: Move) -> bool:
    """Whether the move itself wins: of all moves that surely win, such a one is the best."""
    world, scratch = new_states(1), new_scratches()
    batch.write_sample(view, 0, world, 0, words(0), scratch)
    batch.apply(world, 0, move.action, scratch)
    return bool(world["winner"][0] == view["decider"][0])


def compare(
    model: WinModel, view: NDArray[Any], one: Move, other: Move, n: int, seed: int
) -> tuple[float, float]:
    """By how much one move is better than another in the same worlds, and the standard error."""
    seat = int(view["decider"][0])
    both = in_parallel(
        lambda move: model.estimate(view, n, seed, forced=move.action).samples, (one, other)
    )
    apart = both[0][:, seat] - both[1][:, seat]
    return float(apart.mean()), float(apart.std(ddof=1)) / sqrt(n)


def hint(game: Game, n: int, seed: int, entrant: Entrant | None = None) -> Advice:
    """The moves of whoever must choose now, estimated from what that seat may know."""
    if game.over:
        raise CartagenaError("The game is over; there is nothing left to choose.")
    view = game.packed_view(game.decider)
    model = WinModel.fitted([view], max(FITTING_ROLLOUTS, 4 * n), seed)
    bot = None
    if entrant is not None:
        bot = ask(game, entrant.bot(), Random(seed), entrant.budget).text
    moves = list(game.legal_moves)
    return Advice(game.decider, rank_moves(model, view, moves, n, seed, bot or ""), bot)


def certain(winner: int | None, players: int) -> Estimate:
    """The chances when the game is over."""
    if winner is None:
        return Estimate(np.full((2, players), 1 / players))
    return Estimate(np.tile(np.eye(players)[winner], (2, 1)))
