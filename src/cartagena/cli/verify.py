"""`cartagena verify RECORD`: check that a game was dealt fairly."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "verify",
        help="check that a game of a table server was dealt fairly",
        description="Check the record of a finished game offline: the secret against its "
        "commitment, every shuffle against the secret and the players' contributions, and every "
        "move against the rules. Prints what it has checked.",
    )
    parser.add_argument("record", metavar="RECORD", help="a record file, or - for standard input")
    parser.add_argument(
        "--contribution", metavar="HEX", help="the random value that you contributed"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check one record."""
    import json
    import sys
    from pathlib import Path

    from cartagena.errors import CartagenaError

    try:
        if arguments.record == "-":
            text = sys.stdin.read()
        else:
            text = Path(arguments.record).read_text(encoding="utf-8")
        record = json.loads(text)
    except OSError as error:
        raise CartagenaError(f"The record cannot be read: {error.strerror}.") from None
    except (ValueError, RecursionError):
        raise CartagenaError("The record is not a JSON document.") from None
    from cartagena.fairness.verify import verify

    for sentence in verify(record, arguments.contribution):
        print(sentence)
    print("All checks passed.")
    return 0
