"""`cartagena serve`: the table server."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Make the subcommand known."""
    from cartagena.server import settings

    parser = commands.add_parser(
        "serve",
        help="serve tables to browsers and bots",
        description="The table server. Each flag can also be given by the environment, as "
        f"{settings.PREFIX}PORT and the like; a flag has the last word.",
    )
    for name, sentence in settings.SENTENCES.items():
        usual = settings.usual(name)
        shown = usual if usual != "" else "none"
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            metavar="VALUE" if not isinstance(usual, bool) else "yes|no",
            help=f"{sentence} (default: {shown})".replace("%", "%%"),
        )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until told to stop."""
    from cartagena.server import settings

    chosen = settings.from_environment()
    for name in settings.SENTENCES:
        given = getattr(arguments, name)
        if given is not None:
            chosen[name] = settings.read_value(name, given)
    from cartagena.server.serve import serve

    return serve(settings.Settings(**chosen))
