"""`cartagena mcp`: let a language model take a seat, over the Model Context Protocol."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from cartagena.cli.extras import require

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "mcp",
        help="let a language model play at a table of a server",
        description="Speak the Model Context Protocol on standard input and output. The model finds "
        "a table, takes a seat, sees what that seat may know, and moves. It gets no hints.",
    )
    parser.add_argument(
        "--server", required=True, metavar="URL", help="the server, such as http://host:8000"
    )
    parser.add_argument("--name", default="Model", help="its name at the table (default: Model)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until standard input ends, as the identity of CARTAGENA_TOKEN or as a new one."""
    require("mcp", "mcp")
    import asyncio

    asyncio.run(_serve(arguments))
    return 0


async def _serve(arguments: argparse.Namespace) -> None:
    from cartagena.client import Client
    from cartagena.client.model_seat import server

    async with Client(arguments.server, token=os.environ.get("CARTAGENA_TOKEN", "")) as client:
        await server(client, arguments.name).run_stdio_async()
