"""Where a game was won and lost: chances after every move, better moves, luck and play.

Two questions are asked at every move, and they are not the same.

*What happened to the chances?* They are estimated for an onlooker who sees all hands, but not what
is to come: for the position before the move, for the move before its draws are known, and for the
position after it. From the first to the second is play, from the second to the third is luck. When
the turn passes, the estimate is made anew from a turn later and for the next player; what changes
by that alone is neither, and is kept apart (`reassessed`).

*Was there a better move?* That is estimated from what the player could know: in worlds drawn from
the player's view, every move is tried, and the best one is then compared with the one played.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.game import Game
from cartagena.lab.analysis.hints import Candidate, certain, compare, rank_moves
from cartagena.lab.analysis.playouts import Viewpoint, in_parallel, onlooker
from cartagena.lab.analysis.win_model import Estimate, WinModel
from cartagena.lab.entrants import Entrant
from cartagena.lab.progress import Progress
from cartagena.players.self_play import ask
from cartagena.rules.errors import CartagenaError
from cartagena.rules.notation.moves import Move

FITTING_POSITIONS: Final = 40  # from which the win model is fitted
_DRAWS: Final = 6  # kinds of cards that may be drawn
LEAST_LOSS: Final = 0.01  # a better move is better by a point at least …
LEAST_STANDARD_ERRORS: Final = 2.0  # … and by so many standard errors


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the game and what it changed. Vectors have a place for each seat."""

    number: int
    seat: int
    move: str
    choices: int
    after: Estimate
    play: NDArray[Any]
    luck: NDArray[Any]
    luck_error: NDArray[Any]
    candidates: list[Candidate] = field(default_factory=list)
    better: str | None = None
    loss: float = 0.0
    loss_error: float = 0.0
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """What made and unmade one seat's chances, in parts of a win."""

    colour: str
    start: float
    own_play: float
    others_play: float
    own_luck: float
    others_luck: float
    luck_error: float
    reassessed: float
    end: float
    mistakes: int
    lost_by_mistakes: float

    @property
    def luck(self) -> float:
        """All luck together."""
        return self.own_luck + self.others_luck


@dataclass(frozen=True, slots=True)
class Analysis:
    """The analysis of a whole game."""

    record: Mapping[str, Any]
    players: tuple[str, ...]
    winner: str | None
    start: Estimate
    steps: list[Step]
    playouts: int
    seed: int
    model: WinModel
    bot: str | None

    def accounts(self) -> list[Account]:
        """A line for each seat."""
        return [self._account(seat) for seat in range(len(self.players))]

    def mistakes(self) -> list[Step]:
        """The moves that had a better one, the costliest first."""
        return sorted((step for step in self.steps if step.better), key=lambda step: -step.loss)

    def _account(self, seat: int) -> Account:
        own = [step for step in self.steps if step.seat == seat]
        others = [step for step in self.steps if step.seat != seat]
        wrong = [step for step in own if step.better]
        start = float(self.start.mean[seat])
        end = float(self.steps[-1].after.mean[seat])
        told = sum(float(step.play[seat] + step.luck[seat]) for step in self.steps)
        return Account(
            colour=self.players[seat],
            start=start,
            own_play=float(sum(step.play[seat] for step in own)),
            others_play=float(sum(step.play[seat] for step in others)),
            own_luck=float(sum(step.luck[seat] for step in own)),
            others_luck=float(sum(step.luck[seat] for step in others)),
            luck_error=float(np.sqrt(sum(step.luck_error[seat] ** 2 for step in self.steps))),
            reassessed=end - start - told,
            end=end,
            mistakes=len(wrong),
            lost_by_mistakes=float(sum(step.loss for step in wrong)),
        )


def analyse(
    record: Mapping[str, Any],
    playouts: int = 300,
    seed: int = 1,
    entrant: Entrant | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Analyse every move of a record."""
    states = [game.packed_state() for game, move in Game.steps(record) if move is not None]
    if not states:
        raise CartagenaError("The record has no moves to analyse.")
    every = max(1, len(states) // FITTING_POSITIONS)
    bases = [onlooker(state) for state in states[::every]]
    model = WinModel.fitted(bases, max(64, playouts // 2), seed)
    start = model.estimate(onlooker(states[0]), playouts, seed)
    moves_analysis = _MoveAnalysis(model, playouts, seed, entrant)
    before = start
    steps: list[Step] = []
    earlier: tuple[Game, Move] | None = None
    for played, move in Game.steps(record):
        if earlier is not None:
            step = moves_analysis.step(*earlier, played, before, len(steps) + 1)
            before = step.after
            steps.append(step)
            if progress is not None:
                progress.advance()
        earlier = None if move is None else (played.copy(), move)
    label = None if entrant is None else entrant.label
    return Analysis(
        played.record(), played.players, played.winner, start, steps, playouts, seed, model, label
    )


class _MoveAnalysis:
    """Analyses one move after the other."""

    def __init__(self, model: WinModel, n: int, seed: int, entrant: Entrant | None) -> None:
        self._model, self._n, self._seed, self._entrant = model, n, seed, entrant
        self._bots: dict[str, Any] = {}

    def step(self, game: Game, move: Move, after: Game, before: Estimate, number: int) -> Step:
        """What a move did, and whether there was a better one."""
        model, n = self._model, self._n
        seed = self._seed + (number << 20)
        seat = game.players.index(game.decider)
        legal = list(game.legal_moves)
        old, new = game.packed_state(), after.packed_state()
        chance = _revealed(old, new)
        winner = None if after.winner is None else game.players.index(after.winner)
        # All that is compared has one viewpoint: this turn, and the seat that chooses next.
        viewpoint = Viewpoint(Viewpoint.of(old).turns, Viewpoint.of(new).seat)

        def before_move() -> Estimate:
            return model.estimate(onlooker(old), n, seed, viewpoint=viewpoint)

        def before_draws() -> Estimate:
            # What may be drawn divides the tree, so the search needs a longer burn-in.
            burn_in = _DRAWS * n if chance and viewpoint.seat == seat else None
            return model.estimate(
                onlooker(old), n, seed, forced=move.action, viewpoint=viewpoint, burn_in=burn_in
            )

        def after_draws() -> Estimate:
            if after.over:
                return certain(winner, len(game.players))
            return model.estimate(onlooker(new), n, seed, viewpoint=viewpoint)

        def reassessed() -> Estimate:
            return model.estimate(onlooker(new), n, seed)

        wanted = {"before draws": before_draws}
        if viewpoint.seat != seat:
            wanted["before move"] = before_move
        if chance or after.over:
            wanted["after draws"] = after_draws
        if not after.over and Viewpoint.of(new) != viewpoint:
            wanted["reassessed"] = reassessed
        found = dict(zip(wanted, in_parallel(lambda job: job(), wanted.values()), strict=True))
        before = found.get("before move", before)
        drawn = found.get("after draws", found["before draws"])
        play = found["before draws"].mean - before.mean
        luck = drawn.mean - found["before draws"].mean
        error = np.hypot(drawn.error, found["before draws"].error) if chance else 0 * luck
        better = self._better(game, legal, move.text, seed) if len(legal) > 1 else {}
        now = found.get("reassessed", drawn)
        return Step(number, seat, move.text, len(legal), now, play, luck, error, **better)

    def _better(self, game: Game, legal: list[Any], text: str, seed: int) -> dict[str, Any]:
        """The moves ranked by what the player could know, and a better one if there was one."""
        view = game.packed_view(game.decider)
        candidates = rank_moves(self._model, view, legal, self._n, seed, text)
        found: dict[str, Any] = {"candidates": candidates}
        best = candidates[0].move
        if best != text:
            by_text = {move.text: move for move in legal}
            loss, error = compare(
                self._model, view, by_text[best], by_text[text], 2 * self._n, seed + 2
            )
            if loss >= max(LEAST_LOSS, LEAST_STANDARD_ERRORS * error):
                found.update(better=best, loss=loss, loss_error=error)
        if self._entrant is not None:
            bot = self._bots.setdefault(game.decider, self._entrant.bot())
            found["bot"] = ask(game, bot, Random(seed), self._entrant.budget).text
        return found


def _revealed(old: NDArray[Any], new: NDArray[Any]) -> bool:
    """Whether chance had a part in the move: a card came off the deck, or a chest was opened."""
    return any(
        bool((old[name] != new[name]).any()) for name in ("deck_size", "top", "token", "generator")
    )
