"""`cartagena dataset`: write a data set of the legend's games."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "dataset",
        help="write a data set of the legend's games",
        description="Let the legend play against itself and write every decision: the observation, the "
        "visits of its search, the value, the action and the result. See docs/datasets.md. Run the "
        "same command again to continue.",
    )
    parser.add_argument("out", type=Path, metavar="FOLDER", help="the folder of the shards")
    parser.add_argument("--rules", default="jamaica", metavar="PRESET", help="(default: jamaica)")
    parser.add_argument("--players", type=int, default=2, metavar="N", help="seats (default: 2)")
    parser.add_argument(
        "--nodes", type=int, default=200, metavar="N", help="simulations a decision (default: 200)"
    )
    parser.add_argument("--games", type=int, default=1000, metavar="G", help="(default: 1000)")
    parser.add_argument(
        "--shard", type=int, default=100, metavar="G", help="games in a file (default: 100)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="random seed (default: 1)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the data set and say how many games were played."""
    from cartagena.lab import dataset
    from cartagena.rules.options import Rules
    from cartagena.validation import read_int

    Rules.preset(arguments.rules)
    recipe = dataset.Recipe(
        arguments.rules,
        read_int(arguments.players, "--players", 2, 5),
        read_int(arguments.nodes, "--nodes", 1, 1 << 20),
        read_int(arguments.games, "--games", 1, 1 << 30),
        read_int(arguments.shard, "--shard", 1, 1 << 20),
        read_int(arguments.seed, "--seed", 0, 1 << 62),
    )
    played = dataset.write(arguments.out, recipe)
    print(f"{played:,} games played; {arguments.out} has {recipe.games:,}.")
    return 0
