"""`cartagena hint`: find the best moves in a position."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from cartagena.cli.analyse import add_options, read_bot, read_simulations

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "hint",
        help="find the best moves in a position",
        description="List the moves of the player to move, with the chance of winning after each, "
        "estimated only from what that player can know.",
    )
    parser.add_argument(
        "position",
        type=Path,
        metavar="POSITION",
        help="a position, or a game record to continue from, in JSON (- for standard input)",
    )
    parser.add_argument(
        "--seat", metavar="COLOUR", help="fail unless this seat is the one to choose"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    add_options(parser, "300n")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Rank the moves and print them."""
    from cartagena.cli.files import read_json

    document = read_json(arguments.position)
    simulations = read_simulations(arguments.budget or "300n")

    from cartagena.analysis.ranking import hint
    from cartagena.errors import CartagenaError
    from cartagena.game import Game
    from cartagena.report.text_table import table
    from cartagena.rules.notation.record import FORMAT

    is_record = isinstance(document, dict) and document.get("format") == FORMAT
    game = Game.replay(document) if is_record else Game.from_position(document)
    if arguments.seat is not None and arguments.seat != game.decider:
        raise CartagenaError(f"It’s {game.decider}’s choice, not {arguments.seat}’s.")
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
    head = [f"{advice.seat}’s moves", "wins", "95 %", "chosen by" if advice.bot else ""]
    print(table(head, rows))
    return 0
