"""`cartagena hint`: the best moves of a position."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from cartagena.cli.analyse import add_options, read_bot, read_simulations

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Make the subcommand known."""
    parser = commands.add_parser(
        "hint",
        help="find the best moves of a position",
        description="The moves of whoever must choose, with the chance of winning each leaves, "
        "estimated from what that seat may know.",
    )
    parser.add_argument(
        "position", type=Path, metavar="POSITION", help="a position, or a record to go on from"
    )
    parser.add_argument("--seat", metavar="COLOUR", help="make sure that this seat must choose")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    add_options(parser, "300n")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Find and tell."""
    from cartagena.cli.files import read_json

    given = read_json(arguments.position)
    simulations = read_simulations(arguments.budget or "300n")

    from cartagena.analysis.ranking import hint
    from cartagena.cli.compiling import compile_progress
    from cartagena.errors import CartagenaError
    from cartagena.game import Game
    from cartagena.report.text_table import table
    from cartagena.rules.notation.record import FORMAT

    with compile_progress():
        is_record = isinstance(given, dict) and given.get("format") == FORMAT
        game = Game.replay(given) if is_record else Game.from_position(given)
        if arguments.seat is not None and arguments.seat != game.decider:
            raise CartagenaError(f"It is {game.decider} who must choose, not {arguments.seat}.")
        advice = hint(game, simulations, arguments.seed, read_bot(arguments.bot))
    if arguments.json:
        moves = [
            {"move": c.move, "chance": round(c.chance, 4), "error": round(c.error, 4)}
            for c in advice.candidates
        ]
        print(json.dumps({"seat": advice.seat, "moves": moves, "bot": advice.bot}, indent=1))
        return 0
    rows = [
        [
            candidate.move,
            f"{candidate.chance:.1%}",
            f"{candidate.low:.1%} … {candidate.high:.1%}",
            str(arguments.bot) if candidate.move == advice.bot else "",
        ]
        for candidate in advice.candidates
    ]
    head = [f"{advice.seat} may", "wins", "95 %", "chosen by" if advice.bot else ""]
    print(table(head, rows))
    return 0
