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
    """Add the subcommand."""
    from cartagena.server import settings

    parser = commands.add_parser(
        "serve",
        help="serve tables to browsers and bots",
        description="Run the table server. Every flag can also be set as an environment variable, "
        f"such as {settings.PREFIX}PORT. Flags take precedence.",
    )
    for name, help_text in settings.HELP.items():
        default = settings.default(name)
        shown = default if default != "" else "none"
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            metavar="VALUE" if not isinstance(default, bool) else "yes|no",
            help=f"{help_text} (default: {shown})".replace("%", "%%"),
        )
    parser.add_argument(
        "--open",
        action="store_true",
        help="open Cartagena in the browser; picks a free port if needed",
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted."""
    require("server", "serve")
    from cartagena.server import settings

    values = settings.from_environment()
    for name in settings.HELP:
        text = getattr(arguments, name)
        if text is not None:
            values[name] = settings.read_value(name, text)
    if arguments.open:
        values["port"] = _free_port(values.get("port", settings.default("port")))
        host = values.get("host", settings.default("host"))
        Thread(target=_show, args=(f"http://{host}:{values['port']}/",), daemon=True).start()
    from cartagena.server.run import serve

    return serve(settings.Settings(**values))


def _free_port(preferred: int) -> int:
    """Return the preferred port, or another one if it is in use."""
    for port in (preferred, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    return preferred


def _show(address: str) -> None:
    """Open the page as soon as the server answers, then report what it is still preparing."""
    print("Starting the server…", flush=True)
    for _ in range(600):
        try:
            with urlopen(f"{address}healthz", timeout=2):
                break
        except OSError:
            time.sleep(0.1)
    print(f"Cartagena is running at {address}", flush=True)
    print("Press Ctrl+C to stop.", flush=True)
    webbrowser.open(address)
    with suppress(OSError, ValueError):
        _report_preparation(address)


_PARTS = {
    "rules": "saved games, strong bots and hints",
    "bots": "strong bots and hints",
    "hints": "hints",
}


def _report_preparation(address: str) -> None:
    """Print the progress of the warm-up: one changing line on a terminal, else a line per part."""
    live, before, width = sys.stdout.isatty(), "", 0
    while True:
        with urlopen(f"{address}api/v1/status", timeout=5) as response:
            status = json.load(response)
        part = status["preparing"]
        if part is None:
            break
        line = f"Ready to play. Still preparing {_PARTS[part]}: {status['percent']}%"
        if live:
            print(f"\r{line:<{width}}", end="", flush=True)
            width = max(width, len(line))
        elif part != before:
            print(line, flush=True)
        before = part
        time.sleep(0.5)
    if before:
        line = "All set. The next start will take only a few seconds."
        print(f"\r{line:<{width}}" if live else line, flush=True)
