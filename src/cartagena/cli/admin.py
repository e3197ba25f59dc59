"""`cartagena admin`: migrations, backups, lists and orders for those who run a table server."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from cartagena.cli.extras import require

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from sqlalchemy.engine import URL


def add(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Make the subcommand known."""
    parser = commands.add_parser(
        "admin",
        help="operate a table server's database",
        description="Works on the database of a table server.",
    )
    tasks = parser.add_subparsers(title="tasks", metavar="TASK", required=True)
    _task(tasks, "migrate", "migrate the database to the newest schema version")
    backup = _task(tasks, "backup", "copy the database, also while it is in use")
    backup.add_argument(
        "file", metavar="FILE", help="where the copy goes; with --keep, a folder for copies"
    )
    backup.add_argument(
        "--keep", type=_number, help="name the copy by the time, and keep the newest so many"
    )
    restore = _task(tasks, "restore", "put a copy in its place; stop the server first")
    restore.add_argument("file", metavar="FILE", help="the copy")
    restore.add_argument("--replace", action="store_true", help="replace a database that exists")
    export = _task(tasks, "export", "write the records of all finished games")
    export.add_argument("folder", metavar="FOLDER", help="where the records go")
    prune = _task(tasks, "prune", "delete unfinished tables that were abandoned, and what is old")
    prune.add_argument(
        "--days", type=_days, default=60.0, help="abandoned for so many days (default: 60)"
    )
    prune.add_argument(
        "--finished-days", type=_days, help="also games finished so many days ago (default: none)"
    )
    prune.add_argument(
        "--people-days",
        type=_days,
        help="also identities of so many days ago that have no table (default: none)",
    )
    for name, sentence in LISTS.items():
        _task(tasks, name, sentence)
    for name, (what, sentence) in ORDERS.items():
        _task(tasks, name, sentence).add_argument("what", metavar=what)


LISTS = {
    "tables": "list all tables: id, status, owner, when created, when last used",
    "people": "list all identities: id, when created, at how many tables, name",
    "load": "count tables, identities, and events of late",
}
ORDERS = {
    "close": ("TABLE", "end a table for good, on all nodes within 5 seconds"),
    "revoke": ("IDENTITY", "make an identity's token worthless, on all nodes within 5 seconds"),
    "ban": ("ADDRESS", "refuse an IP address everything, on all nodes within 5 seconds"),
    "unban": ("ADDRESS", "no longer refuse it"),
    "erase": (
        "IDENTITY",
        "erase a person: name and chat are replaced in the log; moves stay, and records verify",
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
        elif arguments.task in LISTS:
            lists = {"tables": admin.list_tables, "people": admin.list_people, "load": admin.load}
            print(*asyncio.run(lists[arguments.task](url)), sep="\n")
        elif arguments.task in ORDERS:
            asyncio.run(_order(arguments.task, url, arguments.what))
            print("Done: every node follows within 5 seconds.")
        else:
            ages = (arguments.days, arguments.finished_days, arguments.people_days)
            print(*asyncio.run(admin.prune(url, *ages)), sep="\n")
    except OSError as error:
        raise CartagenaError(f"It did not work: {error.strerror or error}.") from None
    except SQLAlchemyError as error:
        raise unusable(error) from None
    return 0


async def _order(task: str, url: URL, what: str) -> None:
    from cartagena.server.ops import admin

    if task == "close":
        await admin.close_table(url, what)
    elif task == "revoke":
        await admin.revoke(url, what)
    elif task == "erase":
        print(f"Erased at {await admin.erase(url, what)} tables.")
    else:
        await admin.ban(url, what, banned=task == "ban")
