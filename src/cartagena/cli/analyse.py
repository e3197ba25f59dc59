"""`cartagena analyse`: where a game was won and lost."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from cartagena.bots.entrant import Entrant


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Make the subcommand known."""
    parser = commands.add_parser(
        "analyse",
        help="find where a game was won and lost",
        description="Chances after every move, better moves, and luck and play told apart.",
    )
    parser.add_argument("record", type=Path, metavar="RECORD", help="a game's record, as JSON")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the numbers here")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page with charts here")
    add_options(parser, "300n, and for a long game or with many players less, down to 50n")
    parser.set_defaults(run=run)


def add_options(parser: argparse.ArgumentParser, default: str) -> None:
    """The options that analyse and hint share."""
    parser.add_argument(
        "--budget", metavar="B", help=f"simulations for an estimate (default: {default})"
    )
    parser.add_argument(
        "--bot", metavar="BOT", help="say what this bot would do, too, like captain:50ms"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="(default: 1)")


def run(arguments: argparse.Namespace) -> int:
    """Analyse and tell."""
    from cartagena.cli.files import read_json, write_json, write_text

    record = read_json(arguments.record)

    from cartagena.analysis import report
    from cartagena.analysis.analyse import analyse
    from cartagena.analysis.english import moment_sentence
    from cartagena.analysis.moments import decisive_moments
    from cartagena.cli.compiling import compile_progress
    from cartagena.report.progress import Progress
    from cartagena.rules.notation.record import Record

    moves = Record.from_mapping(record).moves
    simulations = None if arguments.budget is None else read_simulations(arguments.budget)
    with compile_progress():
        progress = Progress(len(moves), "moves", stream=sys.stderr)
        entrant = read_bot(arguments.bot)
        analysis = analyse(record, simulations, arguments.seed, entrant, progress)
    progress.close()
    moments = decisive_moments(analysis)
    told = [moment_sentence(moment) for moment in moments]
    print(report.text(analysis, told))
    if arguments.json is not None:
        facts = {"moments": [moment.document() for moment in moments]}
        write_json(
            arguments.json,
            {**report.document(analysis), **facts, "sentences": report.sentences(analysis, told)},
        )
    if arguments.html is not None:
        from cartagena.analysis.page import page

        write_text(arguments.html, page(analysis, told))
    return 0


def read_simulations(text: str) -> int:
    """How many simulations an estimate takes."""
    from cartagena.bots.entrant import read_budget
    from cartagena.errors import CartagenaError

    nodes = read_budget(text).nodes
    if nodes is None or not 16 <= nodes <= 1_000_000:
        raise CartagenaError(
            f"Chances take between 16 and 1000000 simulations, written like 300n, and not {text!r}."
        )
    return nodes


def read_bot(name: str | None) -> Entrant | None:
    """The bot to ask, if any."""
    from cartagena.bots.entrant import read_entrant

    return None if name is None else read_entrant(name)
