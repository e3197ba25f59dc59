"""`cartagena bot`: one of our bots takes a seat at a table of any server, from outside."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from cartagena.cli.extras import require

if TYPE_CHECKING:
    from argparse import _SubParsersAction

_FIRST_PATIENCE = 3.0
"""Seconds in which a server must answer, or its address is taken for wrong."""
_PATIENCE = 3600.0
"""Seconds for which the bot waits for a server that has gone away in the middle of a game."""


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Make the subcommand known."""
    parser = commands.add_parser(
        "bot",
        help="seat a bot at a table of a server",
        description="A bot takes an open seat at a table and plays there until the game is over. "
        "It knows what its seat may know, as any other client.",
    )
    parser.add_argument("--server", required=True, metavar="URL", help="such as http://host:8000")
    parser.add_argument("--table", metavar="NAME", help="which table (default: any open one)")
    parser.add_argument("--level", default="captain", metavar="NAME", help="default: captain")
    parser.add_argument("--name", metavar="NAME", help="what it is called at the table")
    parser.add_argument(
        "--seconds", type=float, default=0.5, help="how long a search may take (default: 0.5)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play one game."""
    require("client", "bot")
    import asyncio

    winner = asyncio.run(_play(arguments))
    print(f"The game is over: {winner} has won." if winner else "The game is over.")
    return 0


async def _play(arguments: argparse.Namespace) -> str | None:
    from cartagena.client import Client
    from cartagena.client.remote_bot import RemoteBot

    async with Client(arguments.server, patience=_FIRST_PATIENCE) as client:
        bot = RemoteBot(client, arguments.level, arguments.name, arguments.seconds)
        table = await bot.join(arguments.table)
        print(f"{bot.name} sits down at {table}.", flush=True)
        client.patience = _PATIENCE
        return await bot.play(table)
