"""An analysis as a page: the chances as a chart, the sentences, the board, every move."""

from collections.abc import Sequence
from html import escape

from cartagena.analysis import report
from cartagena.analysis.analyse import Analysis, Step
from cartagena.bots.legend import Legend
from cartagena.game import Game
from cartagena.report.charts import Line, lines
from cartagena.report.confidence import Z
from cartagena.report.html_page import document, figure, heading, paragraph, table

_BOARDS = 3


def page(analysis: Analysis, moments: Sequence[str]) -> str:
    """The whole page; `moments` are sentences about what decided the game."""
    end = f"{analysis.winner} won" if analysis.winner else "without a winner"
    parts = [*map(paragraph, report.sentences(analysis, moments))]
    parts += [heading("Chances of winning"), figure(chart(analysis), _CAPTION)]
    parts += [heading("Luck and play, in points"), table(*report.account_rows(analysis))]
    worst = analysis.mistakes()[:_BOARDS]
    if worst:
        parts += [heading("The costliest moves"), *(mistake(analysis, step) for step in worst)]
    last = Game.replay(analysis.record)
    parts += [heading("The table at the end"), figure(last.svg())]
    parts += [heading("Every move"), table(*report.move_rows(analysis))]
    parts += [heading("How it was computed"), *map(paragraph, _METHOD)]
    parts.append(paragraph(_numbers(analysis), "soft"))
    return document(f"Analysis: {' – '.join(analysis.players)}, {end}", parts)


def chart(analysis: Analysis) -> str:
    """A line for each seat, with its interval."""
    estimates = [analysis.start, *(step.after for step in analysis.steps)]
    drawn = []
    for seat, colour in enumerate(analysis.players):
        values = [estimate.interval(seat) for estimate in estimates]
        drawn.append(
            Line(
                colour,
                f"var(--{colour})",
                [(at, value[0]) for at, value in enumerate(values)],
                [(at, value[1], value[2]) for at, value in enumerate(values)],
            )
        )
    title = "Chance of winning of each seat after every move"
    return lines(drawn, title, "moves", low=0.0, high=1.0, percent=True)


def mistake(analysis: Analysis, step: Step) -> str:
    """The board before a move that had a better one, folded away."""
    who = analysis.players[step.seat]
    told = (
        f"Move {step.number}: {who} played {step.move}; {step.better} was better by "
        f"{report.points(step.loss)} points."
    )
    moves = list(analysis.record["moves"])[: step.number - 1]
    before = Game.replay({**analysis.record, "moves": moves})
    rows = [
        [candidate.move, f"{candidate.chance:.1%}", f"±{report.points(Z * candidate.error)}"]
        for candidate in step.candidates[: report.WORST]
    ]
    weighed = table(["move", f"{who}'s chance", "points"], rows)
    return (
        f"<details><summary>{escape(told)}</summary>{weighed}"
        f"{figure(before.svg(), 'The table before the move, as an onlooker sees it.')}</details>"
    )


def _numbers(analysis: Analysis) -> str:
    evaluator = analysis.evaluator
    bot = f" The bot asked beside it was {analysis.bot}." if analysis.bot else ""
    return (
        f"{analysis.simulations} simulations an estimate, seed {analysis.seed}. Evaluator: the "
        f"{Legend.name}'s search with the net “{evaluator.name}”, temperature "
        f"{evaluator.temperature:g}.{bot}"
    )


_CAPTION = "After every move, with 95 % intervals, as an onlooker sees it who knows all hands."

_METHOD = (
    (
        "Chances come from simulations by the legend's tree search; where a simulation leaves the "
        "tree, a trained net says how likely each seat is to win. They are calibrated: of all "
        "positions in which a seat is said to win with 70 %, it wins 70 % of the games, if all "
        "play like the legend."
    ),
    (
        "Play is the change from the position to the move, before its draws are known; luck is the "
        "change from there to what was drawn. Both are seen by an onlooker who knows all hands, "
        "but not what is to come. What changes only because the position is evaluated again one "
        "turn later is neither, and is listed as “re-evaluation”."
    ),
    (
        "Better moves are found only by what the player could know: all moves are tried in worlds "
        "drawn from the player's view, and the best is then tried anew against the one played. It "
        "is told when it is better by at least a point and two standard errors."
    ),
)
