"""`cartagena bench`: measure how fast the rules run on one core."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "bench",
        help="measure the speed of the rules",
        description="Measure random play, views and the library on one core.",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--seconds",
        type=_seconds,
        default=1.0,
        metavar="S",
        help="seconds per measurement (default: 1)",
    )
    parser.set_defaults(run=run)


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= 3600:
        raise argparse.ArgumentTypeError(
            f"must be more than 0 and at most 3600 seconds, not {text}"
        )
    return seconds


def run(arguments: argparse.Namespace) -> int:
    """Measure and print the results."""
    from cartagena.lab.bench import rules

    return rules.run(seconds=arguments.seconds, json=arguments.json)
