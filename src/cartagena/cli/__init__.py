"""The command `cartagena`.

Parsing arguments and printing help import nothing heavy. Each subcommand imports what it needs when
it runs.
"""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import Any

from cartagena.cli import (
    admin,
    analyse,
    arena,
    bench,
    benchmark,
    bot,
    dataset,
    hint,
    mcp,
    play,
    serve,
    stats,
    train,
    verify,
)

MISTAKE = 2
INTERRUPTED = 130


class _Version(argparse.Action):
    """Look up the version only when it is requested."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        import cartagena

        print(f"cartagena {cartagena.__version__}")
        parser.exit()


def build_parser() -> argparse.ArgumentParser:
    """Build the parser of the command and its subcommands."""
    parser = argparse.ArgumentParser(
        prog="cartagena",
        description="The board game Cartagena, with every rule of both editions.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    play.add(commands)
    arena.add(commands)
    analyse.add(commands)
    hint.add(commands)
    stats.add(commands)
    bench.add(commands)
    benchmark.add(commands)
    dataset.add(commands)
    train.add(commands)
    serve.add(commands)
    admin.add(commands)
    bot.add(commands)
    mcp.add(commands)
    verify.add(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status. Prints a `CartagenaError` as one line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # Print a question mark where the terminal lacks a character.
            stream.reconfigure(errors="replace")
    parser = build_parser()
    arguments = parser.parse_args(argv)
    if "run" not in arguments:
        parser.print_help()
        return 0
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except ValueError as error:
        from cartagena.errors import CartagenaError

        if not isinstance(error, CartagenaError):
            raise
        print(f"cartagena: {error}", file=sys.stderr)
        return MISTAKE
    except KeyboardInterrupt:
        print()
        return INTERRUPTED
    except BrokenPipeError:
        # The reader closed the pipe. Without this, Python fails a second time when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status
