"""`cartagena serve`: the table server."""

from __future__ import annotations

import argparse
import json
import socket
import sys
import time
import webbrowser
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING
from urllib.request import urlopen

from cartagena.cli.extras import require

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Make the subcommand known."""
    from cartagena.server import settings

    parser = commands.add_parser(
        "serve",
        help="serve tables to browsers and bots",
        description="The table server. Each flag can also be given by the environment, as "
        f"{settings.PREFIX}PORT and the like; a flag overrides it.",
    )
    for name, sentence in settings.SENTENCES.items():
        default = settings.default(name)
        shown = default if default != "" else "none"
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            metavar="VALUE" if not isinstance(default, bool) else "yes|no",
            help=f"{sentence} (default: {shown})".replace("%", "%%"),
        )
    parser.add_argument(
        "--open",
        action="store_true",
        help="open the table in the browser, at a free port if need be",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until told to stop."""
    require("server", "serve")
    from cartagena.server import settings

    chosen = settings.from_environment()
    for name in settings.SENTENCES:
        given = getattr(arguments, name)
        if given is not None:
            chosen[name] = settings.read_value(name, given)
    if arguments.open:
        chosen["port"] = _free_port(chosen.get("port", settings.default("port")))
        host = chosen.get("host", settings.default("host"))
        Thread(target=_show, args=(f"http://{host}:{chosen['port']}/",), daemon=True).start()
    from cartagena.server.run import serve

    return serve(settings.Settings(**chosen))


def _free_port(wanted: int) -> int:
    """The port that is wanted, or another if somebody has it already."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    return wanted


def _show(address: str) -> None:
    """Open the page as soon as it can be had, then tell what is still being prepared."""
    print("Starting the table server …", flush=True)
    for _ in range(600):
        try:
            with urlopen(f"{address}healthz", timeout=2):
                break
        except OSError:
            time.sleep(0.1)
    print(f"The table is laid at {address}", flush=True)
    print("Leave with Ctrl+C.", flush=True)
    webbrowser.open(address)
    with suppress(OSError, ValueError):
        _tell_preparation(address)


_PARTS = {
    "rules": "saved games, strong bots and hints",
    "bots": "strong bots and hints",
    "hints": "hints",
}


def _tell_preparation(address: str) -> None:
    """How far compiling is, in one line on a terminal; elsewhere a line for each part."""
    live, before, width = sys.stdout.isatty(), "", 0
    while True:
        with urlopen(f"{address}api/status", timeout=5) as response:
            status = json.load(response)
        part = status["preparing"]
        if part is None:
            break
        line = f"You can play. Preparing {_PARTS[part]}: {status['percent']}%"
        if live:
            print(f"\r{line:<{width}}", end="", flush=True)
            width = max(width, len(line))
        elif part != before:
            print(line, flush=True)
        before = part
        time.sleep(0.5)
    if before:
        line = "Everything is prepared; the next start takes seconds."
        print(f"\r{line:<{width}}" if live else line, flush=True)
