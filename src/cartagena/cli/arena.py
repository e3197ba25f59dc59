"""`cartagena arena` and `cartagena ratings`: measure bots against each other."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from cartagena.lab.arena.results import ArenaFile
    from cartagena.lab.arena.sprt import Sprt

INTERRUPTED = 130


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommands."""
    parser = commands.add_parser(
        "arena",
        help="let bots play duplicate deals and rate them",
        description="Let bots play each other, every deal in all seatings, and rate them. "
        "Name bots like captain, captain:100ms, captain:500n, captain@nodes=500 or ./my_bot.py:Name.",
    )
    parser.add_argument("bots", nargs="+", metavar="BOT", help="a bot, optionally with its budget")
    parser.add_argument(
        "--rules", default="jamaica", metavar="PRESET", help="the game (default: jamaica)"
    )
    parser.add_argument("--players", type=int, default=2, metavar="N", help="seats (default: 2)")
    parser.add_argument(
        "--deals", type=int, default=100, metavar="D", help="number of deals (default: 100)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="random seed (default: 1)")
    parser.add_argument(
        "--budget",
        default="",
        metavar="B",
        help="thinking budget of bots that name none: 100ms, 2s or 500n",
    )
    parser.add_argument(
        "--seatings",
        choices=("rotations", "all"),
        default="rotations",
        help="play each deal in every rotation of a random order (default), or in every order",
    )
    parser.add_argument(
        "--luck-adjusted",
        action="store_true",
        help="also report results without the luck of the draws, which need fewer games",
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="save the results here")
    parser.add_argument("--resume", action="store_true", help="continue from the --out file")
    parser.add_argument("--jobs", type=int, metavar="J", help="processes (default: one per core)")
    parser.add_argument("--cluster", action="store_true", help="play on a Ray cluster")
    parser.add_argument(
        "--until-better",
        nargs=2,
        metavar=("A", "B"),
        help="stop as soon as it’s clear whether A is better than B, after at most --deals deals",
    )
    parser.add_argument(
        "--sprt",
        metavar="ELO0,ELO1[,ALPHA,BETA]",
        help="bounds of the sequential test; without --until-better it compares the first two bots"
        " (default: 0,20,0.05,0.05)",
    )
    _add_report(parser)
    parser.set_defaults(run=run)

    reader = commands.add_parser(
        "ratings",
        help="report on saved arena results",
        description="Report on a file that `cartagena arena --out` wrote.",
    )
    reader.add_argument("file", type=Path, metavar="FILE", help="a file with arena results")
    _add_report(reader)
    reader.set_defaults(run=run_ratings)


def _add_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--anchor", metavar="BOT", help="the bot whose rating is 0")
    parser.add_argument("--html", type=Path, metavar="FILE", help="also write a page with charts")


def run(arguments: argparse.Namespace) -> int:
    """Play and print the report."""
    from cartagena.bots.entrant import budget_text, read_budget
    from cartagena.bots.families import family
    from cartagena.bots.legend import net_name
    from cartagena.cli.workers import choose_workers
    from cartagena.errors import CartagenaError
    from cartagena.lab.arena.run import run_arena
    from cartagena.lab.arena.schedule import Settings
    from cartagena.rules.options import Rules

    if arguments.deals < 1:
        raise CartagenaError(f"--deals must be at least 1, not {arguments.deals}.")
    if arguments.resume and arguments.out is None:
        raise CartagenaError("--resume needs --out FILE, the file to continue.")
    rules = Rules.preset(arguments.rules)
    settings = Settings(
        rules,
        arguments.players,
        tuple(name.strip() for name in arguments.bots),
        arguments.seed,
        budget_text(read_budget(arguments.budget)) if arguments.budget else "",
        arguments.seatings,
        net_name(family(rules), arguments.players) if arguments.luck_adjusted else "",
    )
    if arguments.anchor is not None and arguments.anchor not in settings.bots:
        raise CartagenaError(f"The anchor {arguments.anchor!r} is not one of the bots.")
    entrants = settings.entrants()
    sprt = _sequential_test(arguments, settings.bots)
    file, interrupted = run_arena(
        settings,
        entrants,
        arguments.deals,
        choose_workers(arguments.jobs, arguments.cluster),
        out=arguments.out,
        resume_file=arguments.resume,
        sprt=sprt,
    )
    if interrupted:
        message = f"Interrupted after {len(file.games):,} games."
        if arguments.out is not None:
            message += " Run the same command with --resume to continue."
        print(message, file=sys.stderr)
        if not file.complete_deals():
            return INTERRUPTED
    _report(file, arguments, sprt)
    return INTERRUPTED if interrupted else 0


def run_ratings(arguments: argparse.Namespace) -> int:
    """Print the report on a file."""
    from cartagena.lab.arena.results import read_file

    _report(read_file(arguments.file), arguments)
    return 0


def _sequential_test(arguments: argparse.Namespace, bots: tuple[str, ...]) -> Sprt | None:
    if arguments.sprt is None and arguments.until_better is None:
        return None
    from cartagena.errors import CartagenaError
    from cartagena.lab.arena.sprt import Bounds, Sprt

    pair = arguments.until_better or list(dict.fromkeys(bots))[:2]
    if len(set(pair)) < 2:
        raise CartagenaError("The sequential test needs two different bots.")
    bounds = Bounds() if arguments.sprt is None else Bounds.read(arguments.sprt)
    return Sprt(pair[0], pair[1], bounds)


def _report(file: ArenaFile, arguments: argparse.Namespace, sprt: Sprt | None = None) -> None:
    from cartagena.lab.arena import report
    from cartagena.lab.arena.summary import summarise

    summary = summarise(file, arguments.anchor, sprt)
    print(report.text(summary))
    if arguments.html is not None:
        from cartagena.cli.files import write_text
        from cartagena.lab.arena.page import page

        write_text(arguments.html, page(summary))
