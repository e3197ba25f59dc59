"""The analysis of a game: chances after every move, better moves, luck and play.

It answers two different questions about every move.

*How did the chances change?* They are estimated for an observer who knows all hands, but neither
the deck nor the chests: for the position before the move, for the move before its draws are known,
and for the position after it. The first change is play, the second is luck. When the turn passes,
the position is evaluated again from a later turn and for the next player. The change that this
re-evaluation makes is neither play nor luck, and is listed separately (`reevaluation`).

*Was there a better move?* This is estimated from what the player knew: every move is tried in
worlds sampled from the player's view, and the best one is then compared with the one played.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from cartagena.analysis.evaluator import (
    Estimate,
    Evaluator,
    certain,
    estimate,
    evaluator_for,
    omniscient_view,
)
from cartagena.analysis.parallel import in_parallel
from cartagena.analysis.ranking import Candidate, MoveRanking, ranking_simulations
from cartagena.bots.bot import choose_move
from cartagena.bots.entrant import Entrant
from cartagena.bots.search.tree import NO_ACTION
from cartagena.bots.search.tree_search import EvaluationFrame
from cartagena.errors import CartagenaError
from cartagena.game import Game
from cartagena.report.progress import Progress
from cartagena.rules.notation.moves import Move

MAX_SIMULATIONS: Final = 300
MIN_SIMULATIONS: Final = 50
_TOTAL_SIMULATIONS: Final = 66_000
"""Simulations of a whole analysis. Long games and many players get fewer for each estimate."""
_DRAWS: Final = 6
"""Kinds of cards that may be drawn."""
MIN_LOSS: Final = 0.01
"""Smallest difference in chance by which another move counts as better."""
MIN_STANDARD_ERRORS: Final = 2.0
"""Smallest difference in standard errors by which another move counts as better."""


@dataclass(frozen=True, slots=True)
class BetterMove:
    """The ranking of the moves of a decision, and a better move than the one played, if any."""

    candidates: list[Candidate] = field(default_factory=list)
    better: str | None = None
    loss: float = 0.0
    loss_error: float = 0.0
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One move of the game and what it changed. Arrays have a number for each seat."""

    number: int
    seat: int
    move: str
    choices: int
    after: Estimate
    play: NDArray[np.float64]
    luck: NDArray[np.float64]
    luck_error: NDArray[np.float64]
    ranking: BetterMove


@dataclass(frozen=True, slots=True)
class ChanceLedger:
    """The changes of one seat's chance from the start to the end of a game, as shares of a win."""

    colour: str
    start: float
    own_play: float
    others_play: float
    own_luck: float
    others_luck: float
    luck_error: float
    reevaluation: float
    end: float
    mistakes: int
    lost_by_mistakes: float

    @property
    def luck(self) -> float:
        """Return the effect of all draws."""
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

    def ledgers(self) -> list[ChanceLedger]:
        """Return the ledger of each seat."""
        return [self._ledger(seat) for seat in range(len(self.players))]

    def mistakes(self) -> list[Step]:
        """Return the moves that had a better one, the costliest first."""
        mistakes = (step for step in self.steps if step.ranking.better)
        return sorted(mistakes, key=lambda step: -step.ranking.loss)

    def _ledger(self, seat: int) -> ChanceLedger:
        own = [step for step in self.steps if step.seat == seat]
        others = [step for step in self.steps if step.seat != seat]
        mistakes = [step for step in own if step.ranking.better]
        start = float(self.start.mean[seat])
        end = float(self.steps[-1].after.mean[seat])
        explained = sum(float(step.play[seat] + step.luck[seat]) for step in self.steps)
        return ChanceLedger(
            colour=self.players[seat],
            start=start,
            own_play=float(sum(step.play[seat] for step in own)),
            others_play=float(sum(step.play[seat] for step in others)),
            own_luck=float(sum(step.luck[seat] for step in own)),
            others_luck=float(sum(step.luck[seat] for step in others)),
            luck_error=float(np.sqrt(sum(step.luck_error[seat] ** 2 for step in self.steps))),
            reevaluation=end - start - explained,
            end=end,
            mistakes=len(mistakes),
            lost_by_mistakes=float(sum(step.ranking.loss for step in mistakes)),
        )


def default_simulations(moves: int, players: int) -> int:
    """Return the number of simulations per estimate with which a whole game takes a few seconds.

    Simulations take longer with more players.
    """
    affordable = _TOTAL_SIMULATIONS // max(1, moves * players)
    return max(MIN_SIMULATIONS, min(MAX_SIMULATIONS, affordable))


def analyse(
    record: Mapping[str, Any],
    simulations: int | None = None,
    seed: int = 1,
    entrant: Entrant | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Analyse every move of a record, with `simulations` simulations for each estimate.

    `entrant` is a bot that also chooses at every decision.
    """
    examination = Examination(record, simulations, seed, entrant)
    findings = []
    for one in in_parallel(examination.examine, range(len(examination.decisions))):
        findings.append(one)
        if progress is not None:
            progress.advance()
    return examination.analysis(findings)


@dataclass(frozen=True, slots=True)
class _Decision:
    """A move with the game before it and after it."""

    number: int
    game: Game
    move: Move
    after: Game


def _decisions(record: Mapping[str, Any]) -> list[_Decision]:
    decisions: list[_Decision] = []
    earlier: tuple[Game, Move] | None = None
    for position, move in Game.steps(record):
        game = position.copy()
        if earlier is not None:
            decisions.append(_Decision(len(decisions) + 1, *earlier, game))
        earlier = None if move is None else (game, move)
    return decisions


@dataclass(frozen=True, slots=True)
class Findings:
    """The estimates around one move. They do not depend on the moves before it."""

    number: int
    seat: int
    move: str
    choices: int
    is_chance: bool
    before_move: Estimate | None = None
    before_draws: Estimate | None = None
    after_draws: Estimate | None = None
    reevaluation: Estimate | None = None
    ranking: BetterMove = field(default_factory=BetterMove)

    def step(self, after_last: Estimate) -> Step:
        """Return the step. A missing estimate repeats the previous one.

        `after_last` has the chances after the previous move.
        """
        before = self.before_move or after_last
        chosen = self.before_draws or before
        drawn = self.after_draws or chosen
        luck = drawn.mean - chosen.mean
        return Step(
            self.number,
            self.seat,
            self.move,
            self.choices,
            after=self.reevaluation or drawn,
            play=chosen.mean - before.mean,
            luck=luck,
            luck_error=np.hypot(drawn.error, chosen.error) if self.is_chance else 0 * luck,
            ranking=self.ranking,
        )


class Examination:
    """Examines the moves of a game one by one, in any order. Several threads may use it at once."""

    def __init__(
        self,
        record: Mapping[str, Any],
        simulations: int | None = None,
        seed: int = 1,
        entrant: Entrant | None = None,
    ) -> None:
        """Replay a record. Raises `CartagenaError` if it has no moves."""
        self.decisions = _decisions(record)
        if not self.decisions:
            raise CartagenaError("The record has no moves to analyse.")
        if simulations is None:
            players = len(self.decisions[0].game.players)
            simulations = default_simulations(len(self.decisions), players)
        self._first = omniscient_view(self.decisions[0].game.packed_state())
        self._evaluator = evaluator_for(self._first)
        self._n, self._seed, self._entrant = simulations, seed, entrant

    def analysis(self, findings: Iterable[Findings]) -> Analysis:
        """Return the analysis of the game from the findings about all moves, in order."""
        start = estimate(self._evaluator, self._first, self._n, self._seed)
        steps: list[Step] = []
        for one in findings:
            steps.append(one.step(steps[-1].after if steps else start))
        label = None if self._entrant is None else self._entrant.label
        end = self.decisions[-1].after
        return Analysis(
            end.record(),
            end.players,
            end.winner,
            start,
            steps,
            self._n,
            self._seed,
            self._evaluator,
            label,
        )

    def examine(self, index: int) -> Findings:
        """Estimate what a move changed, and look for a better one. Moves count from 0."""
        decision = self.decisions[index]
        game, move, after = decision.game, decision.move, decision.after
        seed = self._seed + (decision.number << 20)
        seat = game.players.index(game.decider)
        legal = list(game.legal_moves)
        has_choice = len(legal) > 1
        old, new = game.packed_state(), after.packed_state()
        is_chance = _revealed(old, new)
        # All estimates share a frame: this turn, and the seat that chooses next.
        shared = EvaluationFrame(EvaluationFrame.of(old).turn, EvaluationFrame.of(new).seat)
        n = self._n

        def chances(
            states: NDArray[Any],
            frame: EvaluationFrame | None = shared,
            opening: int = NO_ACTION,
            burn_in: int | None = None,
        ) -> Estimate:
            return estimate(
                self._evaluator,
                omniscient_view(states),
                n,
                seed,
                opening=opening,
                frame=frame,
                burn_in=burn_in,
            )

        before_move = before_draws = after_draws = reevaluation = None
        # A forced move is not a decision, so nothing changes before its draws.
        if (has_choice or is_chance or after.over) and shared.seat != seat:
            before_move = chances(old)
        if has_choice:
            # The possible draws divide the tree, so the search needs a longer burn-in.
            burn_in = _DRAWS * n if is_chance and shared.seat == seat else None
            before_draws = chances(old, opening=move.action, burn_in=burn_in)
        if after.over:
            winner = None if after.winner is None else game.players.index(after.winner)
            after_draws = certain(winner, len(game.players))
        elif is_chance:
            after_draws = chances(new)
        if not after.over and EvaluationFrame.of(new) != shared:
            reevaluation = chances(new, frame=None)
        ranking = self._find_better(game, legal, move.text, seed) if has_choice else BetterMove()
        return Findings(
            *(decision.number, seat, move.text, len(legal), is_chance),
            *(before_move, before_draws, after_draws, reevaluation, ranking),
        )

    def _find_better(self, game: Game, legal: list[Move], played: str, seed: int) -> BetterMove:
        """Rank the moves by what the player knew, and compare the best one with the one played."""
        bot = better = None
        loss = error = 0.0
        view = game.packed_view(game.decider)
        with self._evaluator.search.grow(ranking_simulations(len(legal), self._n)) as tree:
            ranking = MoveRanking(tree, view, legal, self._n, seed)
            candidates = ranking.rank(played)
            best = candidates[0]
            chance = next(one.chance for one in candidates if one.move == played)
            # The best of many candidates looks better than it is, so it is compared again in other
            # worlds.
            if best.chance - chance >= MIN_LOSS:
                gap, gap_error = ranking.compare(best.move, played, 2 * self._n)
                if gap >= max(MIN_LOSS, MIN_STANDARD_ERRORS * gap_error):
                    better, loss, error = best.move, gap, gap_error
        if self._entrant is not None:
            bot_choice = choose_move(game, self._entrant.bot(), Random(seed), self._entrant.budget)
            bot = bot_choice.text
        return BetterMove(candidates, better, loss, error, bot)


def _revealed(old: NDArray[Any], new: NDArray[Any]) -> bool:
    """Return True if a card was drawn from the deck or a chest was opened."""
    return any(
        bool((old[name] != new[name]).any()) for name in ("deck_size", "top", "token", "generator")
    )
