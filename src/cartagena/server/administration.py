"""What `cartagena admin` does: the database's form, copies of it, records out of it, old tables."""

import json
import sqlite3
import tempfile
import time
from pathlib import Path

from sqlalchemy.engine import URL

from cartagena.rules.errors import CartagenaError
from cartagena.server import database
from cartagena.server.storage import Storage
from cartagena.server.table import fold


def _file_of(url: URL) -> Path:
    if not database.is_sqlite(url):
        raise CartagenaError(
            "This copies SQLite files. For PostgreSQL there are pg_dump and pg_restore."
        )
    return Path(url.database or "")


async def migrate(url: URL) -> None:
    """Bring the database into its newest form."""
    engine = database.connect(url)
    try:
        await database.migrate(engine)
    finally:
        await engine.dispose()


def backup(url: URL, target: Path) -> None:
    """A consistent copy, also while the server runs; an older copy of that name is replaced."""
    source = _file_of(url)
    if not source.is_file():
        raise CartagenaError(f"There is no database {str(source)!r}.")
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        copy = Path(folder) / "copy.db"
        database.copy_sqlite(source, copy)
        copy.replace(target)


def restore(url: URL, source: Path, *, replace: bool) -> None:
    """Put a copy in the place of the database. The server must not be running."""
    target = _file_of(url)
    if not source.is_file():
        raise CartagenaError(f"There is no copy {str(source)!r}.")
    _check(source)
    if target.exists() and not replace:
        raise CartagenaError(f"{str(target)!r} exists. To replace it, say so with --replace.")
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        copy = Path(folder) / "copy.db"
        database.copy_sqlite(source, copy)
        for suffix in ("-wal", "-shm"):
            target.with_name(target.name + suffix).unlink(missing_ok=True)
        copy.replace(target)


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


async def export(url: URL, folder: Path) -> int:
    """Write the record of every finished game to a file of its own; how many there are."""
    storage = Storage(url)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        names = await storage.find(status="finished", limit=1_000_000_000)
        for name in names:
            record = fold(name, await storage.read(name)).record()
            (folder / f"cartagena-{name}.json").write_text(json.dumps(record), encoding="utf-8")
    finally:
        await storage.close()
    return len(names)


async def prune(url: URL, days: float) -> int:
    """Forget unfinished tables at which nothing happened for so many days; how many they were."""
    storage = Storage(url)
    try:
        return await storage.prune(int((time.time() - days * 86_400) * 1000))
    finally:
        await storage.close()
