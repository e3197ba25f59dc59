"""`cartagena bot`: let a bot take a seat at a table of any server."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from cartagena.cli.extras import require

if TYPE_CHECKING:
    from argparse import _SubParsersAction

_CONNECT_SECONDS = 3.0
"""Seconds to wait for the first response. After that the address is probably wrong."""
_RECONNECT_SECONDS = 3600.0
"""Seconds to wait for a server that disappears in the middle of a game."""


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "bot",
        help="seat a bot at a table of a server",
        description="Let a bot take an open seat at a table and play until the game is over. "
        "Like any other client, it sees only what its seat may know.",
    )
    parser.add_argument(
        "--server", required=True, metavar="URL", help="the server, such as http://host:8000"
    )
    parser.add_argument(
        "--table", metavar="NAME", help="the id of the table (default: any open one)"
    )
    parser.add_argument(
        "--level", default="captain", metavar="NAME", help="bot level (default: captain)"
    )
    parser.add_argument("--name", metavar="NAME", help="its name at the table")
    parser.add_argument(
        "--seconds", type=float, default=0.5, help="maximum seconds per search (default: 0.5)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play one game."""
    require("client", "bot")
    import asyncio

    winner = asyncio.run(_play(arguments))
    print(f"The game is over: {winner} won." if winner else "The game is over.")
    return 0


async def _play(arguments: argparse.Namespace) -> str | None:
    from cartagena.client import Client
    from cartagena.client.remote_bot import RemoteBot

    async with Client(arguments.server, patience=_CONNECT_SECONDS) as client:
        bot = RemoteBot(client, arguments.level, arguments.name, arguments.seconds)
        table = await bot.join(arguments.table)
        print(f"{bot.name} sits down at {table}.", flush=True)
        client.patience = _RECONNECT_SECONDS
        return await bot.play(table)
