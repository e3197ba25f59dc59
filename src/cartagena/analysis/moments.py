"""The moments that decided a game: mistakes and luck, with reasons like those of hints."""

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

MAX_MOMENTS: Final = 3
MIN_CHANGE: Final = 0.03
"""Smallest change of a chance that decides a game, as a share of a win."""

_MIN_STANDARD_ERRORS: Final = 2.0
_MAX_REASONS: Final = 2


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision or a draw that decided a game."""

    number: int
    """The number of the move."""
    kind: Literal["decision", "luck"]
    seat: str
    move: str
    change: float
    """The change of the seat's winning chance by the mistake or the draw."""
    error: float
    """The standard error of the change."""
    other: str = ""
    """The better move. After a draw, the best move with a drawn card at the seat's next choice."""
    reasons: list[HintReason] = field(default_factory=list)
    """The reasons for the better move."""
    drawn: list[str] = field(default_factory=list)
    """The cards that were drawn or laid out."""
    found: Literal["", "empty", "snake"] = ""
    """The contents of a chest without cards."""

    def document(self) -> dict[str, Any]:
        """Return the moment in JSON."""
        return asdict(self)


def decisive_moments(analysis: Analysis) -> list[Moment]:
    """Return the moments that most changed the chance of the player to move, in game order.

    A decision counts by how much better another move was, from what the player knew. Luck counts
    by the difference between the draw and the average draw.
    """
    changes = [change for step in analysis.steps for change in _changes(step)]
    changes.sort(key=lambda change: -abs(change[2]))
    chosen = {(step.number, kind): (step, change) for step, kind, change in changes[:MAX_MOMENTS]}
    games = [game.copy() for game, _ in Game.steps(analysis.record)]
    moments = []
    for (_, kind), (step, change) in sorted(chosen.items()):
        describe = _decision if kind == "decision" else _luck
        moments.append(describe(analysis, games, step, change))
    return moments


def _changes(step: Step) -> list[tuple[Step, str, float]]:
    changes = []
    luck, error = float(step.luck[step.seat]), float(step.luck_error[step.seat])
    if step.ranking.better and step.ranking.loss >= MIN_CHANGE:
        changes.append((step, "decision", -step.ranking.loss))
    if abs(luck) >= max(MIN_CHANGE, _MIN_STANDARD_ERRORS * error) and error > 0:
        changes.append((step, "luck", luck))
    return changes


def _decision(analysis: Analysis, games: list[Game], step: Step, change: float) -> Moment:
    game = games[step.number - 1]
    moves = list(game.legal_moves)
    by_text = {move.text: move for move in moves}
    better, played = by_text[step.ranking.better or ""], by_text[step.move]
    return Moment(
        step.number,
        "decision",
        analysis.players[step.seat],
        step.move,
        round(change, 4),
        round(step.ranking.loss_error, 4),
        other=better.text,
        reasons=advantages(game.view(game.decider), moves, better, played),
    )


def _luck(analysis: Analysis, games: list[Game], step: Step, change: float) -> Moment:
    before, after = games[step.number - 1], games[step.number]
    move = after.moves[-1]
    drawn = _new_cards(before, after, move)
    other, reasons = "", []
    use = _best_use(analysis, games, step, drawn)
    if use is not None:
        game, best = use
        other = best.text
        reasons = facts(game.view(game.decider), list(game.legal_moves), best)[:_MAX_REASONS]
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


def _new_cards(before: Game, after: Game, move: Move) -> list[str]:
    """Return the cards that a move drew: to the open row, to choose from, or to the hand."""
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
    """Return the best move with one of these cards at the seat's next choice, and the game there."""
    later = analysis.steps[step.number :]
    then = next((one for one in later if one.seat == step.seat and one.ranking.candidates), None)
    if then is None or analysis.record["rules"]["supply"] == "row":
        return None
    game = games[then.number - 1]
    by_text = {move.text: move for move in game.legal_moves}
    ranked = (by_text[candidate.move] for candidate in then.ranking.candidates)
    best = next((move for move in ranked if move.card in drawn), None)
    return None if best is None else (game, best)
