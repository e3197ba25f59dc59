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

from cartagena.analysis.evaluator import Estimate, Evaluator, certain, estimate, evaluator_for
from cartagena.analysis.ranking import Candidate, MoveRanking
from cartagena.analysis.simulations import EvaluationFrame, in_parallel, omniscient_view
from cartagena.bots.entrant import Entrant
from cartagena.bots.self_play import ask
from cartagena.errors import CartagenaError
from cartagena.game import Game
from cartagena.report.progress import Progress
from cartagena.rules.notation.moves import Move

MAX_SIMULATIONS: Final = 300
FEWEST_SIMULATIONS: Final = 50
_ALL_SIMULATIONS: Final = 66_000  # in long games and with many players, fewer at each move
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
class ChanceLedger:
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
    simulations: int
    seed: int
    evaluator: Evaluator
    bot: str | None

    def accounts(self) -> list[ChanceLedger]:
        """A line for each seat."""
        return [self._account(seat) for seat in range(len(self.players))]

    def mistakes(self) -> list[Step]:
        """The moves that had a better one, the costliest first."""
        return sorted((step for step in self.steps if step.better), key=lambda step: -step.loss)

    def _account(self, seat: int) -> ChanceLedger:
        own = [step for step in self.steps if step.seat == seat]
        others = [step for step in self.steps if step.seat != seat]
        wrong = [step for step in own if step.better]
        start = float(self.start.mean[seat])
        end = float(self.steps[-1].after.mean[seat])
        told = sum(float(step.play[seat] + step.luck[seat]) for step in self.steps)
        return ChanceLedger(
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


def default_simulations(moves: int, players: int) -> int:
    """How many simulations an estimate takes, so that a game is analysed in some seconds.

    With more players a simulation is longer.
    """
    affordable = _ALL_SIMULATIONS // max(1, moves * players)
    return max(FEWEST_SIMULATIONS, min(MAX_SIMULATIONS, affordable))


def analyse(
    record: Mapping[str, Any],
    simulations: int | None = None,
    seed: int = 1,
    entrant: Entrant | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Analyse every move of a record, with so many simulations for an estimate."""
    made = _decisions(record)
    if not made:
        raise CartagenaError("The record has no moves to analyse.")
    if simulations is None:
        simulations = default_simulations(len(made), len(made[0].game.players))
    first = omniscient_view(made[0].game.packed_state())
    evaluator = evaluator_for(first)
    start = estimate(evaluator, first, simulations, seed)
    study = _MoveStudy(evaluator, simulations, seed, entrant)
    steps: list[Step] = []
    for found in in_parallel(study.find, made):
        steps.append(found.step(steps[-1].after if steps else start))
        if progress is not None:
            progress.advance()
    label = None if entrant is None else entrant.label
    end = made[-1].after
    return Analysis(
        end.record(), end.players, end.winner, start, steps, simulations, seed, evaluator, label
    )


@dataclass(frozen=True, slots=True)
class _Decision:
    """A move with the game before it and after it."""

    number: int
    game: Game
    move: Move
    after: Game


def _decisions(record: Mapping[str, Any]) -> list[_Decision]:
    made: list[_Decision] = []
    earlier: tuple[Game, Move] | None = None
    for played, move in Game.steps(record):
        now = played.copy()
        if earlier is not None:
            made.append(_Decision(len(made) + 1, *earlier, now))
        earlier = None if move is None else (now, move)
    return made


@dataclass(frozen=True, slots=True)
class _Found:
    """What was found about one move, without looking at the moves before it."""

    number: int
    seat: int
    move: str
    choices: int
    is_chance: bool
    estimates: dict[str, Estimate]
    better: dict[str, Any]

    def step(self, before: Estimate) -> Step:
        """The step, where these were the chances after the move before."""
        before = self.estimates.get("before move", before)
        chosen = self.estimates.get("before draws", before)
        drawn = self.estimates.get("after draws", chosen)
        luck = drawn.mean - chosen.mean
        return Step(
            self.number,
            self.seat,
            self.move,
            self.choices,
            after=self.estimates.get("reassessed", drawn),
            play=chosen.mean - before.mean,
            luck=luck,
            luck_error=np.hypot(drawn.error, chosen.error) if self.is_chance else 0 * luck,
            **self.better,
        )


class _MoveStudy:
    """Looks at one move, at several in parallel."""

    def __init__(self, evaluator: Evaluator, n: int, seed: int, entrant: Entrant | None) -> None:
        self._evaluator, self._n, self._seed, self._entrant = evaluator, n, seed, entrant

    def find(self, made: _Decision) -> _Found:
        """What a move did, and whether there was a better one."""
        game, move, after = made.game, made.move, made.after
        seed = self._seed + (made.number << 20)
        seat = game.players.index(game.decider)
        legal = list(game.legal_moves)
        old, new = game.packed_state(), after.packed_state()
        is_chance = _revealed(old, new)
        # All that is compared has one viewpoint: this turn, and the seat that chooses next.
        viewpoint = EvaluationFrame(EvaluationFrame.of(old).turns, EvaluationFrame.of(new).seat)
        n, found = self._n, {}

        def chances(base: NDArray[Any], **how: Any) -> Estimate:
            return estimate(self._evaluator, omniscient_view(base), n, seed, **how)

        # A move without an alternative is no play: nothing can change before its draws.
        changes = len(legal) > 1 or is_chance or after.over
        if changes and viewpoint.seat != seat:
            found["before move"] = chances(old, viewpoint=viewpoint)
        if len(legal) > 1:
            # What may be drawn divides the tree, so the search needs a longer burn-in.
            burn_in = _DRAWS * n if is_chance and viewpoint.seat == seat else None
            found["before draws"] = chances(
                old, forced=move.action, viewpoint=viewpoint, burn_in=burn_in
            )
        if after.over:
            winner = None if after.winner is None else game.players.index(after.winner)
            found["after draws"] = certain(winner, len(game.players))
        elif is_chance:
            found["after draws"] = chances(new, viewpoint=viewpoint)
        if not after.over and EvaluationFrame.of(new) != viewpoint:
            found["reassessed"] = chances(new)
        better = self._better(game, legal, move.text, seed) if len(legal) > 1 else {}
        return _Found(made.number, seat, move.text, len(legal), is_chance, found, better)

    def _better(self, game: Game, legal: list[Move], text: str, seed: int) -> dict[str, Any]:
        """The moves ranked by what the player could know, and a better one if there was one."""
        race = MoveRanking(self._evaluator, game.packed_view(game.decider), legal, self._n, seed)
        candidates = race.rank(text)
        found: dict[str, Any] = {"candidates": candidates}
        best = candidates[0]
        played = next(one for one in candidates if one.move == text)
        # The best of many seems better than it is, so it is tried again in other worlds.
        if best.chance - played.chance >= LEAST_LOSS:
            loss, error = race.compare(best.move, text, 2 * self._n)
            if loss >= max(LEAST_LOSS, LEAST_STANDARD_ERRORS * error):
                found.update(better=best.move, loss=loss, loss_error=error)
        if self._entrant is not None:
            bot = self._entrant.bot()
            found["bot"] = ask(game, bot, Random(seed), self._entrant.budget).text
        return found


def _revealed(old: NDArray[Any], new: NDArray[Any]) -> bool:
    """Whether chance had a part in the move: a card came off the deck, or a chest was opened."""
    return any(
        bool((old[name] != new[name]).any()) for name in ("deck_size", "top", "token", "generator")
    )
