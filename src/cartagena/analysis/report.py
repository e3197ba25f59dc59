"""An analysis as sentences, as tables for the terminal, and as a JSON document."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from cartagena.analysis.analyse import Analysis, ChanceLedger
from cartagena.analysis.evaluator import Estimate
from cartagena.protocol.analysis import AnalysisDocument
from cartagena.report.confidence import Z
from cartagena.report.text_table import table

MAX_CANDIDATES: Final = 5
"""Number of candidates of a move that a document lists."""


def sentences(analysis: Analysis, moments: Sequence[str]) -> list[str]:
    """Summarise a game in a few sentences. `moments` are sentences about what decided it."""
    lines = [_result(analysis)]
    lines += [_ledger_sentence(ledger, analysis) for ledger in analysis.ledgers()]
    return [*lines, *(moments or ["No single moment decided the game."])]


def _result(analysis: Analysis) -> str:
    start = ", ".join(
        f"{colour} {analysis.start.mean[seat]:.0%}" for seat, colour in enumerate(analysis.players)
    )
    end = f"{analysis.winner} won" if analysis.winner else "Nobody has won"
    end = end[0].upper() + end[1:]
    return f"{end} after {len(analysis.steps)} moves. The chances at the start were {start}."


def _ledger_sentence(ledger: ChanceLedger, analysis: Analysis) -> str:
    name = ledger.colour.capitalize()
    error = points(Z * ledger.luck_error)
    mistakes = (
        f"{ledger.mistakes} of its moves could have been better, by "
        f"{points(ledger.lost_by_mistakes)} points in all"
        if ledger.mistakes
        else "none of its moves could clearly have been better"
    )
    others = "the other's" if len(analysis.players) == 2 else "the others'"
    return (
        f"{name}: luck was worth {_signed(ledger.luck)} points (±{error}), its own play "
        f"{_signed(ledger.own_play)} and {others} {_signed(ledger.others_play)}; {mistakes}."
    )


def text(analysis: Analysis, moments: Sequence[str]) -> str:
    """Return the report for the terminal."""
    summary = "\n".join(sentences(analysis, moments))
    return "\n\n".join([summary, table(*ledger_rows(analysis)), table(*move_rows(analysis))])


def ledger_rows(analysis: Analysis) -> tuple[list[str], list[list[str]]]:
    """Return the table of seats, from the chance at the start to the chance at the end."""
    head = [
        "seat",
        "start",
        "own play",
        "others' play",
        "own draws",
        "others' draws",
        "re-evaluation",
        "end",
    ]
    rows = [
        [
            ledger.colour,
            f"{ledger.start:.0%}",
            _signed(ledger.own_play),
            _signed(ledger.others_play),
            _signed(ledger.own_luck),
            _signed(ledger.others_luck),
            _signed(ledger.reevaluation),
            f"{ledger.end:.0%}",
        ]
        for ledger in analysis.ledgers()
    ]
    return head, rows


def move_rows(analysis: Analysis) -> tuple[list[str], list[list[str]]]:
    """Return the table of moves."""
    head = ["move", "by", "", *analysis.players, "play", "luck", "better"]
    rows = []
    for step in analysis.steps:
        own = step.seat
        error = points(Z * step.ranking.loss_error)
        better = (
            f"{step.ranking.better} (+{points(step.ranking.loss)} ±{error})"
            if step.ranking.better
            else ""
        )
        luck = _signed(step.luck[own]) if step.luck_error.any() else ""
        chances = [
            f"{chance:.0%} ±{100 * Z * error:.0f}"
            for chance, error in zip(step.after.mean, step.after.error, strict=True)
        ]
        play = _signed(step.play[own]) if step.choices > 1 else ""
        by = analysis.players[own]
        rows.append([str(step.number), by, step.move, *chances, play, luck, better])
    return head, rows


def document(analysis: Analysis) -> AnalysisDocument:
    """Return the analysis as a JSON document."""
    players = analysis.players

    def by_seat(values: NDArray[np.float64]) -> dict[str, float]:
        return {colour: round(float(values[k]), 4) for k, colour in enumerate(players)}

    def chances(estimate: Estimate) -> dict[str, list[float]]:
        return {
            colour: [round(value, 4) for value in estimate.interval(seat)]
            for seat, colour in enumerate(players)
        }

    return {
        "format": "cartagena-analysis",
        "version": 4,
        "record": dict(analysis.record),
        "winner": analysis.winner,
        "simulations": analysis.simulations,
        "seed": analysis.seed,
        "bot": analysis.bot,
        "evaluator": analysis.evaluator.document(),
        "start": chances(analysis.start),
        "moves": [
            {
                "number": step.number,
                "seat": players[step.seat],
                "move": step.move,
                "choices": step.choices,
                "chances": chances(step.after),
                "play": by_seat(step.play),
                "luck": by_seat(step.luck),
                "better": step.ranking.better,
                "loss": round(step.ranking.loss, 4),
                "loss_error": round(step.ranking.loss_error, 4),
                "bot": step.ranking.bot,
                "candidates": [
                    {"move": c.move, "chance": round(c.chance, 4), "error": round(c.error, 4)}
                    for c in step.ranking.candidates[:MAX_CANDIDATES]
                ],
            }
            for step in analysis.steps
        ],
        "seats": {
            ledger.colour: {
                "start": round(ledger.start, 4),
                "own_play": round(ledger.own_play, 4),
                "others_play": round(ledger.others_play, 4),
                "own_luck": round(ledger.own_luck, 4),
                "others_luck": round(ledger.others_luck, 4),
                "luck_error": round(ledger.luck_error, 4),
                "reevaluation": round(ledger.reevaluation, 4),
                "end": round(ledger.end, 4),
                "mistakes": ledger.mistakes,
                "lost_by_mistakes": round(ledger.lost_by_mistakes, 4),
            }
            for ledger in analysis.ledgers()
        },
    }


def points(chance: float) -> str:
    """Return a chance in points: hundredths of a win."""
    return f"{100 * chance:.1f}"


def _signed(chance: float) -> str:
    return f"{100 * chance:+.1f}"
