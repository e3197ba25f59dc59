"""The best moves of a position, with what they are worth to the one who must choose."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.game import Game
from cartagena.lab.analysis.playouts import at_once
from cartagena.lab.analysis.win_model import Estimate, Judge
from cartagena.lab.arena.entrants import Entrant
from cartagena.lab.arena.statistics import Z
from cartagena.players.self_play import ask
from cartagena.rules.errors import CartagenaError
from cartagena.rules.notation.moves import Move

FINALISTS: Final = 4
LESSONS: Final = 8_000  # play-outs to their end, from which the judge learns
_FIRST_LOOK: Final = 4  # every move gets a quarter of the play-outs of a finalist


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


def weigh(
    judge: Judge, view: NDArray[Any], moves: Sequence[Move], n: int, luck: int, always: str = ""
) -> list[Candidate]:
    """All moves, the best first. The finalists, and the one always kept, are looked at longer.

    `view` is what the chooser may know; the worlds are the same for all moves.
    """
    seat = int(view["decider"][0])

    def look(move: Move, n: int, luck: int) -> Candidate:
        estimate = judge.estimate(view, n, luck, first=move.action)
        return Candidate(move.text, float(estimate.mean[seat]), float(estimate.error[seat]), n)

    first = at_once(lambda move: look(move, max(16, n // _FIRST_LOOK), luck), moves)
    order = sorted(range(len(moves)), key=lambda k: -first[k].chance)
    kept = [k for place, k in enumerate(order) if place < FINALISTS or moves[k].text == always]
    final = at_once(lambda k: look(moves[k], n, luck + 1), kept)
    final.sort(key=lambda candidate: -candidate.chance)
    return final + [first[k] for k in order if k not in kept]


def difference(
    judge: Judge, view: NDArray[Any], one: Move, other: Move, n: int, luck: int
) -> tuple[float, float]:
    """By how much one move is better than another in the same worlds, and the standard error."""
    seat = int(view["decider"][0])
    both = at_once(
        lambda move: judge.estimate(view, n, luck, first=move.action).samples, (one, other)
    )
    apart = both[0][:, seat] - both[1][:, seat]
    return float(apart.mean()), float(apart.std(ddof=1)) / sqrt(n)


def hint(game: Game, n: int, seed: int, entrant: Entrant | None = None) -> Advice:
    """The moves of whoever must choose now, judged by what that seat may know."""
    if game.over:
        raise CartagenaError("The game is over; there is nothing left to choose.")
    view = game.packed_view(game.decider)
    judge = Judge.taught([view], max(LESSONS, 4 * n), seed)
    bot = None
    if entrant is not None:
        bot = ask(game, entrant.bot(), Random(seed), entrant.budget).text
    moves = list(game.legal_moves)
    return Advice(game.decider, weigh(judge, view, moves, n, seed, bot or ""), bot)


def certain(winner: int | None, players: int) -> Estimate:
    """The chances when the game is over."""
    if winner is None:
        return Estimate(np.full((2, players), 1 / players))
    return Estimate(np.tile(np.eye(players)[winner], (2, 1)))
