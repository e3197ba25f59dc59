"""`cartagena analyse`: where a game was won and lost."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from cartagena.bots.entrant import Entrant

MIN_SIMULATIONS = 16
MAX_SIMULATIONS = 1_000_000


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "analyse",
        help="find where a game was won and lost",
        description="Show the winning chances after every move, better moves, and luck separated from skill.",
    )
    parser.add_argument(
        "record", type=Path, metavar="RECORD", help="a game record in JSON (- for standard input)"
    )
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write the results to this file as JSON"
    )
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write a page with charts to this file"
    )
    add_options(parser, "300n; fewer for long games or many players, down to 50n")
    parser.set_defaults(run=run)


def add_options(parser: argparse.ArgumentParser, default: str) -> None:
    """Add the options that `analyse` and `hint` share."""
    parser.add_argument(
        "--budget", metavar="B", help=f"simulations per estimate (default: {default})"
    )
    parser.add_argument(
        "--bot", metavar="BOT", help="also show what this bot would play, e.g. captain:50ms"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="random seed (default: 1)")


def run(arguments: argparse.Namespace) -> int:
    """Analyse a game and print the report."""
    from cartagena.cli.files import read_json, write_json, write_text

    record = read_json(arguments.record)

    from cartagena.analysis import report
    from cartagena.analysis.analyse import analyse
    from cartagena.analysis.english import moment_sentence
    from cartagena.analysis.moments import decisive_moments
    from cartagena.report.progress import Progress
    from cartagena.rules.notation.record import Record

    moves = Record.from_mapping(record).moves
    simulations = None if arguments.budget is None else read_simulations(arguments.budget)
    progress = Progress(len(moves), "moves", stream=sys.stderr)
    entrant = read_bot(arguments.bot)
    analysis = analyse(record, simulations, arguments.seed, entrant, progress)
    progress.close()
    moments = decisive_moments(analysis)
    sentences = [moment_sentence(moment) for moment in moments]
    print(report.text(analysis, sentences))
    if arguments.json is not None:
        document = {
            **report.document(analysis),
            "moments": [moment.document() for moment in moments],
            "sentences": report.sentences(analysis, sentences),
        }
        write_json(arguments.json, document)
    if arguments.html is not None:
        from cartagena.analysis.page import page

        write_text(arguments.html, page(analysis, sentences))
    return 0


def read_simulations(text: str) -> int:
    """Read the number of simulations per estimate."""
    from cartagena.bots.entrant import read_budget
    from cartagena.errors import CartagenaError

    nodes = read_budget(text).nodes
    if nodes is None or not MIN_SIMULATIONS <= nodes <= MAX_SIMULATIONS:
        raise CartagenaError(
            f"--budget must be {MIN_SIMULATIONS} to {MAX_SIMULATIONS:,} simulations, "
            f"written like 300n, not {text!r}."
        )
    return nodes


def read_bot(name: str | None) -> Entrant | None:
    """Read the name of the bot to compare with, if any."""
    from cartagena.bots.entrant import read_entrant

    return None if name is None else read_entrant(name)
