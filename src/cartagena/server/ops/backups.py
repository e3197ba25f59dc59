"""Backups of the database and their return: files of SQLite, archives of PostgreSQL's own tools."""

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
from cartagena.server.storage import database
from cartagena.server.storage.heartbeat import Heartbeat

_DATED: Final = re.compile(r"cartagena-\d{8}T\d{6}Z\.(db|pgdump)")


def back_up(url: URL, target: Path) -> None:
    """A consistent copy, also while the server runs; an older copy of that name is replaced."""
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
    """A copy named by the time, in a folder of which the newest so many are kept."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    ending = "db" if database.is_sqlite(url) else "pgdump"
    target = folder / f"cartagena-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.{ending}"
    back_up(url, target)
    dated = sorted(each for each in folder.iterdir() if _DATED.fullmatch(each.name))
    for old in dated[:-keep]:
        old.unlink()
    return target


def restore(url: URL, source: Path, *, replace: bool) -> None:
    """Put a copy in the place of the database. The server must not be running."""
    if not source.is_file():
        raise CartagenaError(f"There is no copy {str(source)!r}.")
    if not database.is_sqlite(url):
        if not replace:
            raise CartagenaError("To replace what is in the database, say so with --replace.")
        if asyncio.run(_has_nodes(url)):
            raise CartagenaError("A node ran seconds ago: stop all of them, and wait ten seconds.")
        options = ("--clean", "--if-exists", "--no-owner", "--single-transaction")
        _run_tool(url, "pg_restore", *options, f"--dbname={url.database}", str(source))
        return
    target = Path(url.database or "")
    _check(source)
    if target.exists() and not replace:
        raise CartagenaError(f"{str(target)!r} exists. To replace it, say so with --replace.")
    if target.exists() and _is_in_use(target):
        raise CartagenaError(f"{str(target)!r} is in use: stop the server first.")
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        copy = Path(folder) / "copy.db"
        database.copy_sqlite(source, copy)
        # As root, for a service that runs as a user of its own: the file stays that user's.
        owner = (target if target.exists() else target.parent).stat()
        if os.geteuid() == 0:
            os.chown(copy, owner.st_uid, owner.st_gid)
        for suffix in ("-wal", "-shm"):
            target.with_name(target.name + suffix).unlink(missing_ok=True)
        copy.replace(target)


async def _has_nodes(url: URL) -> bool:
    """Whether some node uses the database."""
    engine = database.connect(url)
    try:
        return await Heartbeat(engine).is_beating()
    except ProgrammingError:
        return False  # it is empty: there is no such table
    finally:
        await engine.dispose()


def _run_tool(url: URL, name: str, *arguments: str) -> None:
    """Run a program of PostgreSQL on this database; the address is told where others cannot see it."""
    program = shutil.which(name)
    if program is None:
        raise CartagenaError(f"This needs {name}, which comes with PostgreSQL.")
    told = {"PGHOST": url.host, "PGPORT": url.port, "PGUSER": url.username}
    told |= {"PGPASSWORD": url.password, "PGDATABASE": url.database}
    named = {key: str(value) for key, value in told.items() if value}
    umask = os.umask(0o077)
    try:
        done = subprocess.run(
            [program, *arguments],
            env={**os.environ, **named},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        os.umask(umask)
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise CartagenaError(f"{name} failed: {lines[-1]}")


def _is_in_use(path: Path) -> bool:
    """Whether somebody else has the database open: only who is alone can end its WAL mode."""
    connection = sqlite3.connect(path, timeout=0.5)
    try:
        mode: str = connection.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
    except sqlite3.OperationalError:
        return True
    except sqlite3.DatabaseError:
        return False  # damaged, and to be replaced for that
    finally:
        connection.close()
    return mode != "delete"


def _check(path: Path) -> None:
    """Refuse what is damaged or no database of ours."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        sound = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.execute("SELECT count(*) FROM events")
    except sqlite3.DatabaseError:
        sound = False
    finally:
        connection.close()
    if not sound:
        raise CartagenaError(f"{str(path)!r} is damaged, or no database of Cartagena.")
