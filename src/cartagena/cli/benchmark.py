"""`cartagena benchmark`: the score of a bot in fixed games against fixed opponents."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "benchmark",
        help="score a bot in fixed games against fixed opponents",
        description="Play the benchmark: jamaica, tortuga and everything with two and four players, "
        "against three opponents, on deals that nothing was tuned on. The score is the mean reward "
        "without luck, times 100. See docs/benchmark.md.",
    )
    parser.add_argument("bot", metavar="BOT", help="a bot: captain:200n or ./my_bot.py:Name")
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="save the games here, and continue from there"
    )
    parser.add_argument(
        "--deals",
        type=int,
        metavar="D",
        help="play fewer or more deals than the protocol, as a trial",
    )
    parser.add_argument("--jobs", type=int, metavar="J", help="processes (default: one per core)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play all cells and print the score."""
    from cartagena.bots.entrant import read_entrant
    from cartagena.cli.workers import choose_workers
    from cartagena.errors import CartagenaError
    from cartagena.lab import benchmark
    from cartagena.report.text_table import table

    deals = benchmark.DEALS if arguments.deals is None else arguments.deals
    if deals < 2:
        raise CartagenaError(f"--deals must be at least 2, not {deals}.")
    bot = arguments.bot.strip()
    read_entrant(bot)  # reports a mistake before the first game
    if arguments.out is not None:
        arguments.out.mkdir(parents=True, exist_ok=True)
    scores = {}
    for cell in benchmark.cells():
        workers = choose_workers(arguments.jobs)
        scores[cell] = benchmark.play_cell(bot, cell, deals, workers, arguments.out)
    print(table(["rules", "players", *benchmark.OPPONENTS], list(benchmark.rows(scores))))
    score = benchmark.total(scores)
    protocol = f"protocol {benchmark.PROTOCOL}, {deals} deals a cell, {score.games:,} games"
    print(f"\n{bot}: {score} ({protocol})")
    if deals != benchmark.DEALS:
        print(f"The protocol asks for {benchmark.DEALS} deals. Do not compare this score.")
    return 0
