"""An analysis in sentences, as a table for the terminal and as a JSON document."""

from collections.abc import Sequence
from typing import Any, Final

from cartagena.analysis.analyse import Analysis, ChanceLedger
from cartagena.protocol.analysis import AnalysisDocument
from cartagena.report.confidence import Z
from cartagena.report.text_table import table

WORST: Final = 5


def sentences(analysis: Analysis, moments: Sequence[str]) -> list[str]:
    """The game in a few sentences; `moments` are those about what decided it."""
    told = [_result(analysis)]
    told += [_account(account, analysis) for account in analysis.accounts()]
    return [*told, *(moments or ["No single moment decided the game."])]


def _result(analysis: Analysis) -> str:
    start = ", ".join(
        f"{colour} {analysis.start.mean[seat]:.0%}" for seat, colour in enumerate(analysis.players)
    )
    end = f"{analysis.winner} won" if analysis.winner else "Nobody has won"
    end = end[0].upper() + end[1:]
    return f"{end} after {len(analysis.steps)} moves. The chances at the start were {start}."


def _account(account: ChanceLedger, analysis: Analysis) -> str:
    name = account.colour.capitalize()
    error = points(Z * account.luck_error)
    wrong = (
        f"{account.mistakes} of its moves could have been better, by "
        f"{points(account.lost_by_mistakes)} points in all"
        if account.mistakes
        else "none of its moves could clearly have been better"
    )
    others = "the other's" if len(analysis.players) == 2 else "the others'"
    return (
        f"{name}: luck was worth {_up(account.luck)} points (±{error}), its own play "
        f"{_up(account.own_play)} and {others} {_up(account.others_play)}; {wrong}."
    )


def text(analysis: Analysis, moments: Sequence[str]) -> str:
    """The report for the terminal."""
    told = "\n".join(sentences(analysis, moments))
    return "\n\n".join([told, table(*account_rows(analysis)), table(*move_rows(analysis))])


def account_rows(analysis: Analysis) -> tuple[list[str], list[list[str]]]:
    """The table of seats: from the chance at the start to the one at the end."""
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
            a.colour,
            f"{a.start:.0%}",
            _up(a.own_play),
            _up(a.others_play),
            _up(a.own_luck),
            _up(a.others_luck),
            _up(a.reassessed),
            f"{a.end:.0%}",
        ]
        for a in analysis.accounts()
    ]
    return head, rows


def move_rows(analysis: Analysis) -> tuple[list[str], list[list[str]]]:
    """The table of moves."""
    head = ["move", "by", "", *analysis.players, "play", "luck", "better"]
    rows = []
    for step in analysis.steps:
        own = step.seat
        error = points(Z * step.loss_error)
        better = f"{step.better} (+{points(step.loss)} ±{error})" if step.better else ""
        luck = _up(step.luck[own]) if step.luck_error.any() else ""
        chances = [
            f"{chance:.0%} ±{100 * Z * error:.0f}"
            for chance, error in zip(step.after.mean, step.after.error, strict=True)
        ]
        play = _up(step.play[own]) if step.choices > 1 else ""
        by = analysis.players[own]
        rows.append([str(step.number), by, step.move, *chances, play, luck, better])
    return head, rows


def document(analysis: Analysis) -> AnalysisDocument:
    """The analysis as a JSON document."""
    players = analysis.players

    def by_seat(values: Any) -> dict[str, float]:
        return {colour: round(float(values[k]), 4) for k, colour in enumerate(players)}

    def chances(estimate: Any) -> dict[str, list[float]]:
        return {
            colour: [round(value, 4) for value in estimate.interval(seat)]
            for seat, colour in enumerate(players)
        }

    return {
        "format": "cartagena-analysis",
        "version": 3,
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
                "better": step.better,
                "loss": round(step.loss, 4),
                "loss_error": round(step.loss_error, 4),
                "bot": step.bot,
                "candidates": [
                    {"move": c.move, "chance": round(c.chance, 4), "error": round(c.error, 4)}
                    for c in step.candidates[:WORST]
                ],
            }
            for step in analysis.steps
        ],
        "seats": {
            account.colour: {
                "start": round(account.start, 4),
                "own_play": round(account.own_play, 4),
                "others_play": round(account.others_play, 4),
                "own_luck": round(account.own_luck, 4),
                "others_luck": round(account.others_luck, 4),
                "luck_error": round(account.luck_error, 4),
                "seen_anew": round(account.reassessed, 4),
                "end": round(account.end, 4),
                "mistakes": account.mistakes,
                "lost_by_mistakes": round(account.lost_by_mistakes, 4),
            }
            for account in analysis.accounts()
        },
    }


def points(part: float) -> str:
    """A part of a win in points of a hundred."""
    return f"{100 * part:.1f}"


def _up(part: float) -> str:
    return f"{100 * part:+.1f}"
