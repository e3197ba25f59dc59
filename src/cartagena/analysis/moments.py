"""The moments that decided a game: decisions and luck, with the reason as the facts of hints."""

from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal

from cartagena.analysis.analyse import Analysis, Step
from cartagena.analysis.effects import cards_drawn, outcome
from cartagena.analysis.reasons import advantages, facts
from cartagena.game import Game
from cartagena.rules.move_kinds import MOVE_KINDS
from cartagena.rules.notation.moves import Move
from cartagena.rules.reasons import HintReason

MOST: Final = 3
LEAST_CHANGE: Final = 0.03
"""In parts of a win; less decides nothing."""

_STANDARD_ERRORS: Final = 2.0
_FACTS: Final = 2


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment that decided a game: a decision, or luck."""

    number: int
    """Of the move with which it came."""
    kind: Literal["decision", "luck"]
    seat: str
    move: str
    change: float
    """Of the seat's chance of winning: what a mistake cost, or what a draw brought."""
    error: float
    """The standard error of the change."""
    other: str = ""
    """A better move; after a draw, the best move that it made possible at the seat's next choice."""
    reasons: list[HintReason] = field(default_factory=list)
    """What speaks for that other move."""
    drawn: list[str] = field(default_factory=list)
    """The cards that chance brought."""
    found: Literal["", "empty", "snake"] = ""
    """What lay in a chest that held no cards."""

    def document(self) -> dict[str, Any]:
        """The moment as JSON has it."""
        return asdict(self)


def decisive_moments(analysis: Analysis) -> list[Moment]:
    """The moments in which the chances of whoever moved changed most, in the order of the game.

    What a decision changed is what its player could know to be better; what luck changed is the
    difference between a draw and what could have been drawn.
    """
    changes = [change for step in analysis.steps for change in _changes(step)]
    changes.sort(key=lambda change: -abs(change[2]))
    chosen = {(step.number, kind): (step, change) for step, kind, change in changes[:MOST]}
    games = [game.copy() for game, _ in Game.steps(analysis.record)]
    told = []
    for (_, kind), (step, change) in sorted(chosen.items()):
        tell = _decision if kind == "decision" else _luck
        told.append(tell(analysis, games, step, change))
    return told


def _changes(step: Step) -> list[tuple[Step, str, float]]:
    found = []
    luck, error = float(step.luck[step.seat]), float(step.luck_error[step.seat])
    if step.better and step.loss >= LEAST_CHANGE:
        found.append((step, "decision", -step.loss))
    if abs(luck) >= max(LEAST_CHANGE, _STANDARD_ERRORS * error) and error > 0:
        found.append((step, "luck", luck))
    return found


def _decision(analysis: Analysis, games: list[Game], step: Step, change: float) -> Moment:
    game = games[step.number - 1]
    moves = list(game.legal_moves)
    by_text = {move.text: move for move in moves}
    better, played = by_text[step.better or ""], by_text[step.move]
    return Moment(
        step.number,
        "decision",
        analysis.players[step.seat],
        step.move,
        round(change, 4),
        round(step.loss_error, 4),
        other=better.text,
        reasons=advantages(game.view(game.decider), moves, better, played),
    )


def _luck(analysis: Analysis, games: list[Game], step: Step, change: float) -> Moment:
    before, after = games[step.number - 1], games[step.number]
    move = after.moves[-1]
    drawn = _brought(before, after, move)
    other, reasons = "", []
    use = _best_use(analysis, games, step, drawn)
    if use is not None:
        game, best = use
        other = best.text
        reasons = facts(game.view(game.decider), list(game.legal_moves), best)[:_FACTS]
    return Moment(
        step.number,
        "luck",
        analysis.players[step.seat],
        step.move,
        round(change, 4),
        round(float(step.luck_error[step.seat]), 4),
        other=other,
        reasons=reasons,
        drawn=drawn,
        found=outcome(after, move).get("found", ""),
    )


def _brought(before: Game, after: Game, move: Move) -> list[str]:
    """The cards that chance brought: to an open row, to choose from, or to the hand of who moved."""
    drawn = cards_drawn(after, move)
    if before.rules.supply == "row":
        then, now = (Counter(game.view(0)["row"]) for game in (before, after))
        return list((now - (then - Counter(drawn))).elements())
    pending = after.view(after.decider)["pending"]
    if MOVE_KINDS[move.kind].is_spell and pending is not None:
        return list(Counter(pending.get("cards", {})).elements())
    return list(drawn)


def _best_use(
    analysis: Analysis, games: list[Game], step: Step, drawn: list[str]
) -> tuple[Game, Move] | None:
    """The best move with one of these cards where the seat next had a choice, and the game there."""
    later = analysis.steps[step.number :]
    then = next((one for one in later if one.seat == step.seat and one.candidates), None)
    if then is None or analysis.record["rules"]["supply"] == "row":
        return None
    game = games[then.number - 1]
    by_text = {move.text: move for move in game.legal_moves}
    ranked = (by_text[candidate.move] for candidate in then.candidates)
    best = next((move for move in ranked if move.card in drawn), None)
    return None if best is None else (game, best)
