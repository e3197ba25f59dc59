"""Backup and restore: files of SQLite, or archives made with the tools of PostgreSQL."""

import asyncio
import os
import re
import shutil
import sqlite3
import subprocess
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL
from sqlalchemy.exc import ProgrammingError

from cartagena.errors import CartagenaError
from cartagena.server.clock import SYSTEM_CLOCK
from cartagena.server.storage import database
from cartagena.server.storage.beats import SqlBeats
from cartagena.server.storage.heartbeat import Heartbeat

_DATED: Final = re.compile(r"cartagena-\d{8}T\d{6}Z\.(db|pgdump)")


def back_up(url: URL, target: Path) -> None:
    """Copy the database consistently, even while the server runs. Overwrites an older copy."""
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        copy = Path(folder) / "copy"
        if database.is_sqlite(url):
            source = Path(url.database or "")
            if not source.is_file():
                raise CartagenaError(f"There is no database {str(source)!r}.")
            database.copy_sqlite(source, copy)
        else:
            _run_tool(url, "pg_dump", "--format=custom", f"--file={copy}")
        copy.replace(target)


def rotate(url: URL, folder: Path, keep: int) -> Path:
    """Copy the database to a file named by date and time, and keep only the newest `keep` copies."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    ending = "db" if database.is_sqlite(url) else "pgdump"
    moment = datetime.fromtimestamp(SYSTEM_CLOCK.now() / 1000, UTC)
    target = folder / f"cartagena-{moment:%Y%m%dT%H%M%SZ}.{ending}"
    back_up(url, target)
    dated = sorted(each for each in folder.iterdir() if _DATED.fullmatch(each.name))
    for old in dated[:-keep]:
        old.unlink()
    return target


def restore(url: URL, source: Path, *, replace: bool) -> None:
    """Restore a copy. The server must not be running."""
    if not source.is_file():
        raise CartagenaError(f"Backup not found: {str(source)!r}.")
    if not database.is_sqlite(url):
        if not replace:
            raise CartagenaError("The database already has data. Use --replace to overwrite it.")
        if asyncio.run(_has_nodes(url)):
            raise CartagenaError(
                "A server was running a moment ago. Stop all servers, wait ten seconds and try again."
            )
        options = ("--clean", "--if-exists", "--no-owner", "--single-transaction")
        _run_tool(url, "pg_restore", *options, f"--dbname={url.database}", str(source))
        return
    target = Path(url.database or "")
    _check(source)
    if target.exists() and not replace:
        raise CartagenaError(f"{str(target)!r} already exists. Use --replace to overwrite it.")
    if target.exists() and _is_in_use(target):
        raise CartagenaError(f"{str(target)!r} is in use. Stop the server first.")
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        copy = Path(folder) / "copy.db"
        database.copy_sqlite(source, copy)
        # When root restores for a service with its own user, that user keeps the file.
        owner = (target if target.exists() else target.parent).stat()
        if os.geteuid() == 0:
            os.chown(copy, owner.st_uid, owner.st_gid)
        for suffix in ("-wal", "-shm"):
            target.with_name(target.name + suffix).unlink(missing_ok=True)
        copy.replace(target)


async def _has_nodes(url: URL) -> bool:
    """Return True if a node uses the database."""
    engine = database.connect(url)
    try:
        return await Heartbeat(SqlBeats(engine)).is_beating()
    except ProgrammingError:
        return False  # it is empty
    finally:
        await engine.dispose()


def _run_tool(url: URL, name: str, *arguments: str) -> None:
    """Run a program of PostgreSQL. The address is in the environment, which others cannot read."""
    program = shutil.which(name)
    if program is None:
        raise CartagenaError(f"This needs {name}, which comes with PostgreSQL.")
    variables = {"PGHOST": url.host, "PGPORT": url.port, "PGUSER": url.username}
    variables |= {"PGPASSWORD": url.password, "PGDATABASE": url.database}
    environment = {key: str(value) for key, value in variables.items() if value}
    umask = os.umask(0o077)
    try:
        process = subprocess.run(
            [program, *arguments],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        os.umask(umask)
    if process.returncode != 0:
        lines = process.stderr.strip().splitlines() or [f"status {process.returncode}"]
        raise CartagenaError(f"{name} failed: {lines[-1]}")


def _is_in_use(path: Path) -> bool:
    """Return True if another process has the database open. Only a single user can leave WAL mode."""
    connection = sqlite3.connect(path, timeout=0.5)
    try:
        mode: str = connection.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
    except sqlite3.OperationalError:
        return True
    except sqlite3.DatabaseError:
        return False  # damaged, which is a reason to replace it
    finally:
        connection.close()
    return mode != "delete"


def _check(path: Path) -> None:
    """Raise `CartagenaError` if a file is damaged or not a Cartagena database."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        is_valid = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.execute("SELECT count(*) FROM events")
    except sqlite3.DatabaseError:
        is_valid = False
    finally:
        connection.close()
    if not is_valid:
        raise CartagenaError(f"{str(path)!r} is damaged or not a Cartagena database.")
