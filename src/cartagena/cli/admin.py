"""`cartagena admin`: migrations, backups, export and pruning for those who run a table server."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from cartagena.cli.extras import require_server

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Make the subcommand known."""
    parser = commands.add_parser(
        "admin",
        help="operate a table server's database",
        description="Works on the database of a table server.",
    )
    tasks = parser.add_subparsers(title="tasks", metavar="TASK", required=True)
    _task(tasks, "migrate", "migrate the database to the newest schema version")
    backup = _task(tasks, "backup", "copy an SQLite database, also while it is in use")
    backup.add_argument("file", metavar="FILE", help="where the copy goes")
    restore = _task(tasks, "restore", "put a copy in its place; stop the server first")
    restore.add_argument("file", metavar="FILE", help="the copy")
    restore.add_argument("--replace", action="store_true", help="replace a database that exists")
    export = _task(tasks, "export", "write the records of all finished games")
    export.add_argument("folder", metavar="FOLDER", help="where the records go")
    prune = _task(tasks, "prune", "delete unfinished tables that were abandoned")
    prune.add_argument(
        "--days", type=_days, default=60.0, help="abandoned for so many days (default: 60)"
    )


def _days(text: str) -> float:
    days = float(text)
    if not 0 <= days < 1e6:
        raise ValueError(text)
    return days


def _task(
    tasks: _SubParsersAction[argparse.ArgumentParser], name: str, sentence: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = tasks.add_parser(name, help=sentence, description=sentence)
    parser.add_argument(
        "--database",
        metavar="VALUE",
        help="as for `cartagena serve` (default: CARTAGENA_DATABASE, or cartagena.db)",
    )
    parser.set_defaults(run=run, task=name)
    return parser


def run(arguments: argparse.Namespace) -> int:
    """Do one task."""
    require_server("admin")
    import asyncio
    from pathlib import Path

    from sqlalchemy.exc import SQLAlchemyError

    from cartagena.rules.errors import CartagenaError
    from cartagena.server import admin, settings
    from cartagena.server.storage.database import read_url, unusable

    name = arguments.database or settings.from_environment().get("database")
    url = read_url(name or settings.default("database"))
    try:
        if arguments.task == "migrate":
            asyncio.run(admin.migrate(url))
            print("The database schema is up to date.")
        elif arguments.task == "backup":
            admin.backup(url, Path(arguments.file))
            print(f"Copied to {arguments.file}.")
        elif arguments.task == "restore":
            admin.restore(url, Path(arguments.file), replace=arguments.replace)
            print("Restored.")
        elif arguments.task == "export":
            number = asyncio.run(admin.export(url, Path(arguments.folder)))
            print(f"{number} records written to {arguments.folder}.")
        else:
            number = asyncio.run(admin.prune(url, arguments.days))
            print(f"{number} abandoned tables deleted.")
    except OSError as error:
        raise CartagenaError(f"It did not work: {error.strerror or error}.") from None
    except SQLAlchemyError as error:
        raise unusable(error) from None
    return 0
