"""`cartagena serve`: the table server."""

from __future__ import annotations

import argparse
import socket
import time
import webbrowser
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
        default_text = default if default != "" else "none"
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            metavar="VALUE" if not isinstance(default, bool) else "yes|no",
            help=f"{help_text} (default: {default_text})".replace("%", "%%"),
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
    """Open the page as soon as the server answers, and print its address."""
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
