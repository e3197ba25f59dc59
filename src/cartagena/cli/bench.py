"""`cartagena bench`: how fast the rules run on one core."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Make the subcommand known."""
    parser = commands.add_parser(
        "bench",
        help="measure the speed of the rules",
        description="Measures random play, views and the library on one core.",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--seconds",
        type=_seconds,
        default=1.0,
        metavar="S",
        help="how long each measurement takes (default: 1)",
    )
    parser.set_defaults(run=run)


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= 3600:
        raise argparse.ArgumentTypeError(f"{text} is not between 0 and 3600 seconds")
    return seconds


def run(arguments: argparse.Namespace) -> int:
    """Measure and print."""
    from cartagena.lab.bench import rules

    return rules.run(seconds=arguments.seconds, json=arguments.json)
