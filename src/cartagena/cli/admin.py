"""`cartagena admin`: migrations, backups, lists and commands for operators of a server."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from cartagena.cli.extras import require

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from sqlalchemy.engine import URL


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    parser = commands.add_parser(
        "admin",
        help="manage a table server's database",
        description="Operate the database of a table server.",
    )
    tasks = parser.add_subparsers(title="tasks", metavar="TASK", required=True)
    _task(tasks, "migrate", "migrate the database to the newest schema version")
    backup = _task(tasks, "backup", "copy the database, even while it is in use")
    backup.add_argument(
        "file", metavar="FILE", help="the file to write; with --keep, a folder for copies"
    )
    backup.add_argument(
        "--keep",
        type=_number,
        help="name the copy by date and time, and keep only the newest KEEP copies",
    )
    restore = _task(tasks, "restore", "restore a backup; stop the server first")
    restore.add_argument("file", metavar="FILE", help="the backup")
    restore.add_argument("--replace", action="store_true", help="overwrite an existing database")
    export = _task(tasks, "export", "write the records of all finished games")
    export.add_argument("folder", metavar="FOLDER", help="the folder for the records")
    prune = _task(tasks, "prune", "delete abandoned tables and old data")
    prune.add_argument(
        "--days",
        type=_days,
        default=60.0,
        help="delete unfinished tables unused for this many days (default: 60)",
    )
    prune.add_argument(
        "--finished-days",
        type=_days,
        help="also delete games finished this many days ago (default: none)",
    )
    prune.add_argument(
        "--people-days",
        type=_days,
        help="also delete identities older than this that have no table (default: none)",
    )
    listed = _task(
        tasks, "reports", "list the players whom others have reported, or close a report"
    )
    listed.add_argument("--close", metavar="NUMBER", type=_number, help="close this report")
    for name, help_text in LISTS.items():
        _task(tasks, name, help_text)
    for name, (target, help_text) in COMMANDS.items():
        _task(tasks, name, help_text).add_argument("target", metavar=target)


LISTS = {
    "tables": "list all tables: id, status, owner, created, last used",
    "people": "list all identities: id, created, number of tables, name",
    "load": "count tables, identities and recent events",
}
COMMANDS = {
    "close": ("TABLE", "close a table permanently (all nodes, within 5 seconds)"),
    "revoke": ("IDENTITY", "invalidate an identity's tokens (all nodes, within 5 seconds)"),
    "ban": ("ADDRESS", "ban an address or its IPv6 network (all nodes, within 5 seconds)"),
    "unban": ("ADDRESS", "unban an address or its IPv6 network (all nodes, within 5 seconds)"),
    "erase": (
        "IDENTITY",
        "erase a person's name and chat from the log; moves stay, so records still verify",
    ),
}


def _number(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _days(text: str) -> float:
    days = float(text)
    if not 0 <= days < 1e6:
        raise ValueError(text)
    return days


def _task(
    tasks: _SubParsersAction[argparse.ArgumentParser], name: str, help_text: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = tasks.add_parser(name, help=help_text, description=help_text)
    parser.add_argument(
        "--database",
        metavar="VALUE",
        help="as for `cartagena serve` (default: CARTAGENA_DATABASE, or cartagena.db)",
    )
    parser.set_defaults(run=run, task=name)
    return parser


def run(arguments: argparse.Namespace) -> int:
    """Run a task."""
    require("server", "admin")
    import asyncio
    from pathlib import Path

    from sqlalchemy.exc import SQLAlchemyError

    from cartagena.errors import CartagenaError
    from cartagena.server import settings
    from cartagena.server.ops import admin, backups
    from cartagena.server.storage.database import read_url, unusable

    name = arguments.database or settings.from_environment().get("database")
    url = read_url(name or settings.default("database"))
    try:
        if arguments.task == "migrate":
            asyncio.run(admin.migrate(url))
            print("The database schema is up to date.")
        elif arguments.task == "backup":
            target = Path(arguments.file)
            if arguments.keep:
                target = backups.rotate(url, target, arguments.keep)
            else:
                backups.back_up(url, target)
            print(f"Copied to {target}.")
        elif arguments.task == "restore":
            backups.restore(url, Path(arguments.file), replace=arguments.replace)
            print("Restored.")
        elif arguments.task == "export":
            number = asyncio.run(admin.export(url, Path(arguments.folder)))
            print(f"{number} records written to {arguments.folder}.")
        elif arguments.task == "reports" and arguments.close:
            asyncio.run(admin.close_report(url, arguments.close))
            print("Closed.")
        elif arguments.task == "reports":
            print(*asyncio.run(admin.list_reports(url)), sep="\n")
        elif arguments.task in LISTS:
            lists = {"tables": admin.list_tables, "people": admin.list_people, "load": admin.load}
            print(*asyncio.run(lists[arguments.task](url)), sep="\n")
        elif arguments.task in COMMANDS:
            asyncio.run(_command(arguments.task, url, arguments.target))
            print("Done. All nodes will apply it within 5 seconds.")
        else:
            ages = (arguments.days, arguments.finished_days, arguments.people_days)
            print(*asyncio.run(admin.prune(url, *ages)), sep="\n")
    except OSError as error:
        raise CartagenaError(f"Failed: {error.strerror or error}.") from None
    except SQLAlchemyError as error:
        raise unusable(error) from None
    return 0


async def _command(task: str, url: URL, target: str) -> None:
    from cartagena.server.ops import admin

    if task == "close":
        await admin.close_table(url, target)
    elif task == "revoke":
        await admin.revoke(url, target)
    elif task == "erase":
        print(f"Erased. Tables changed: {await admin.erase(url, target)}.")
    else:
        await admin.ban(url, target, banned=task == "ban")
