"""`cartagena stats`: statistics of a game under some rules."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from cartagena.bots.entrant import Entrant
    from cartagena.lab.arena.schedule import Settings
    from cartagena.lab.arena.workers import Workers
    from cartagena.lab.stats.options import OptionEffect
    from cartagena.lab.stats.summary import Statistics

BOT = "bosun"


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "stats",
        help="let bots play and report statistics of the game",
        description="Let bots play many games and report how long they last, how often each seat "
        "wins, how often the lead changes, which cards and tiles matter, and what each option "
        "would change.",
    )
    parser.add_argument("rules", metavar="RULES", help="a preset, such as jamaica")
    parser.add_argument(
        "--bots",
        nargs="+",
        default=[BOT],
        metavar="BOT",
        help=f"the bots that play (default: {BOT})",
    )
    parser.add_argument("--players", type=int, default=2, metavar="N", help="seats (default: 2)")
    parser.add_argument(
        "--games", type=int, default=200, metavar="G", help="number of games (default: 200)"
    )
    parser.add_argument(
        "--option-games",
        type=int,
        default=50,
        metavar="G",
        help="games per changed option; 0 skips this part (default: 50)",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="random seed (default: 1)")
    parser.add_argument("--jobs", type=int, metavar="J", help="processes (default: one per core)")
    parser.add_argument("--html", type=Path, metavar="FILE", help="also write a page with charts")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play and print the statistics."""
    from cartagena.cli.workers import choose_workers
    from cartagena.errors import CartagenaError
    from cartagena.lab.arena.schedule import Settings
    from cartagena.lab.stats import report
    from cartagena.rules.options import Rules

    rules = Rules.preset(arguments.rules)
    if arguments.games < 2:
        raise CartagenaError(f"--games must be at least 2, not {arguments.games}.")
    if arguments.option_games == 1 or arguments.option_games < 0:
        raise CartagenaError(
            f"--option-games must be at least 2, or 0 to skip them, not {arguments.option_games}."
        )
    bots = tuple(name.strip() for name in arguments.bots)
    settings = Settings(rules, arguments.players, bots, arguments.seed)
    entrants = settings.entrants()
    workers = choose_workers(arguments.jobs)
    try:
        statistics, effects = _collect(settings, entrants, arguments, workers)
    finally:
        workers.close()
    print(report.text(statistics, effects))
    if arguments.html is not None:
        from cartagena.cli.files import write_text
        from cartagena.lab.stats.page import page

        write_text(arguments.html, page(statistics, effects))
    return 0


def _collect(
    settings: Settings,
    entrants: Mapping[str, Entrant],
    arguments: argparse.Namespace,
    workers: Workers,
) -> tuple[Statistics, list[OptionEffect]]:
    from cartagena.lab.stats.options import changed_rules, effect
    from cartagena.lab.stats.play import games_to_play, play
    from cartagena.lab.stats.summary import summarise
    from cartagena.report.progress import Progress

    games = games_to_play(settings, arguments.games)
    option_games = games_to_play(settings, arguments.option_games)
    changes = list(changed_rules(settings.rules)) if option_games else []
    progress = Progress(games + option_games * len(changes), "games", stream=sys.stderr)
    facts = play(settings, entrants, games, workers, progress)
    statistics = summarise(settings, facts)
    effects = []
    for option, value, rules in changes:
        changed = replace(settings, rules=rules)
        facts = play(changed, entrants, option_games, workers, progress)
        effects.append(effect(option, value, statistics, summarise(changed, facts)))
    progress.close()
    return statistics, effects
