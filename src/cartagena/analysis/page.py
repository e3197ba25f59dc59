"""An analysis as an HTML page: the summary, a chart of the chances, boards and every move."""

from collections.abc import Sequence
from html import escape
from typing import Final

from cartagena.analysis import report
from cartagena.analysis.analyse import Analysis, Step
from cartagena.bots.legend import Legend
from cartagena.game import Game
from cartagena.report.charts import Line, lines
from cartagena.report.confidence import Z
from cartagena.report.html_page import document, figure, heading, paragraph, table

_MAX_BOARDS: Final = 3
"""Number of mistakes that are shown with a board."""


def page(analysis: Analysis, moments: Sequence[str]) -> str:
    """Return the whole page. `moments` are sentences about what decided the game."""
    end = f"{analysis.winner} won" if analysis.winner else "without a winner"
    parts = [*map(paragraph, report.sentences(analysis, moments))]
    parts += [heading("Chances of winning"), figure(chart(analysis), _CAPTION)]
    parts += [heading("Luck and play, in points"), table(*report.ledger_rows(analysis))]
    worst = analysis.mistakes()[:_MAX_BOARDS]
    if worst:
        parts += [heading("The costliest moves"), *(mistake(analysis, step) for step in worst)]
    last = Game.replay(analysis.record)
    parts += [heading("The table at the end"), figure(last.svg())]
    parts += [heading("Every move"), table(*report.move_rows(analysis))]
    parts += [heading("How it was computed"), *map(paragraph, _METHOD)]
    parts.append(paragraph(_numbers(analysis), "soft"))
    return document(f"Analysis: {' – '.join(analysis.players)}, {end}", parts)


def chart(analysis: Analysis) -> str:
    """Draw the chances of each seat after every move, with their intervals."""
    estimates = [analysis.start, *(step.after for step in analysis.steps)]
    seats = []
    for seat, colour in enumerate(analysis.players):
        values = [estimate.interval(seat) for estimate in estimates]
        seats.append(
            Line(
                colour,
                f"var(--{colour})",
                [(at, value[0]) for at, value in enumerate(values)],
                [(at, value[1], value[2]) for at, value in enumerate(values)],
            )
        )
    title = "Chance of winning of each seat after every move"
    return lines(seats, title, "moves", low=0.0, high=1.0, percent=True)


def mistake(analysis: Analysis, step: Step) -> str:
    """Return the board before a move that had a better one, in a folded section."""
    who = analysis.players[step.seat]
    summary = (
        f"Move {step.number}: {who} played {step.move}; {step.ranking.better} was better by "
        f"{report.points(step.ranking.loss)} points."
    )
    moves = list(analysis.record["moves"])[: step.number - 1]
    before = Game.replay({**analysis.record, "moves": moves})
    rows = [
        [candidate.move, f"{candidate.chance:.1%}", f"±{report.points(Z * candidate.error)}"]
        for candidate in step.ranking.candidates[: report.MAX_CANDIDATES]
    ]
    chances = table(["move", f"{who}'s chance", "points"], rows)
    return (
        f"<details><summary>{escape(summary)}</summary>{chances}"
        f"{figure(before.svg(), 'The table before the move, with all hands.')}</details>"
    )


def _numbers(analysis: Analysis) -> str:
    evaluator = analysis.evaluator
    bot = f" The bot {analysis.bot} also chose at every decision." if analysis.bot else ""
    return (
        f"{analysis.simulations} simulations for each estimate, seed {analysis.seed}. Evaluator: "
        f"the {Legend.name}'s search with the net “{evaluator.net}”, temperature "
        f"{evaluator.temperature:g}.{bot}"
    )


_CAPTION: Final = "After every move, with 95 % intervals, for an observer who knows all hands."

_METHOD: Final = (
    (
        "Chances come from simulations of the legend's tree search. Where a simulation leaves the "
        "tree, a trained net estimates how likely each seat is to win. The chances are calibrated: "
        "a seat with a stated chance of 70 % wins 70 % of its games, if all play like the legend."
    ),
    (
        "Play is the change from the position to the move before its draws are known. Luck is the "
        "change from there to the cards that were drawn. Both are estimated for an observer who "
        "knows all hands, but neither the deck nor the chests. When the turn passes, the position "
        "is evaluated again from a later turn. The change which that alone makes is listed as "
        "“re-evaluation”."
    ),
    (
        "Better moves are found only from what the player knew: all moves are tried in worlds "
        "sampled from the player's view, and the best one is then compared with the one played in "
        "other worlds. It is reported if it is better by at least a point and two standard errors."
    ),
)
