"""Connections to the database (SQLite by default, PostgreSQL by URL) and its migrations."""

import asyncio
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import quote

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, Engine, NullPool, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from cartagena.errors import CartagenaError

T = TypeVar("T")


class DatabaseReplaced(ConnectionError):  # noqa: N818
    """Raised when the file of the database was deleted or replaced while it is in use."""


_DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
_QUIET: Final[dict[str, Any]] = {"hide_parameters": True}
"""Keep parameters, which include the secrets of running games, out of logged errors."""
TIMEOUT: Final = 5.0
"""Timeout of a statement in seconds."""
FAILURES: Final = (DBAPIError, PoolTimeoutError, ConnectionError, TimeoutError)
"""The exceptions of a database that is temporarily not available."""
PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL")
"""The settings of SQLite that keep what was acknowledged, even if the power fails."""
_WRITES: Final = ThreadPoolExecutor(1, "small-writes")
_MIGRATIONS: Final = Path(__file__).parent / "migrations"


def read_url(text: str) -> URL:
    """Parse the address of a database. A plain path is an SQLite file."""
    if "://" not in text:
        return URL.create(_DRIVERS["sqlite"], database=text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise CartagenaError(
            "database must be a file name, sqlite:///… or postgresql://…."
        ) from None
    backend = url.get_backend_name()
    if backend == "sqlite" and url.database in (None, "", ":memory:"):
        raise CartagenaError(
            "An SQLite database must be a file. An in-memory one would lose the games."
        )
    if backend not in _DRIVERS:
        raise CartagenaError(f"database must be SQLite or PostgreSQL, not {backend!r}.")
    return url.set(drivername=_DRIVERS[backend])


def is_sqlite(url: URL) -> bool:
    """Return True for SQLite, False for PostgreSQL."""
    return url.get_backend_name() == "sqlite"


def connect_options(timeout: float | None) -> dict[str, Any]:
    """Return options for connections to PostgreSQL, which time out on both sides.

    Without a timeout, statements take as long as they need. Commands of operators do.
    """
    return {
        "timeout": TIMEOUT if timeout is None else timeout,
        "command_timeout": timeout,
        "server_settings": {
            "statement_timeout": "0" if timeout is None else str(int(1000 * timeout)),
            "tcp_keepalives_idle": "10",
            "tcp_keepalives_interval": "3",
            "tcp_keepalives_count": "3",
        },
    }


def connect(url: URL, timeout: float | None = TIMEOUT) -> AsyncEngine:
    """Create an engine for this database, set up so that commits are durable."""
    if not is_sqlite(url):
        return create_async_engine(
            url,
            pool_size=8,
            max_overflow=8,
            pool_timeout=timeout or TIMEOUT,
            pool_pre_ping=True,
            connect_args=connect_options(timeout),
            **_QUIET,
        )
    if url.database:
        _create_privately(Path(url.database))
    engine = create_async_engine(url, pool_size=4, **_QUIET)
    event.listen(engine.sync_engine, "connect", _pragmas(timeout or TIMEOUT))
    return engine


def _create_privately(path: Path) -> None:
    """Create the file, if it is new, readable only by its owner: it contains secrets."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


class FileGuard:
    """Refuses to use an SQLite file that was deleted or replaced since the start.

    Connections still write into a deleted file, so everything they acknowledge would be lost.
    """

    def __init__(self, url: URL) -> None:
        self._path = Path(url.database or "") if is_sqlite(url) else None
        self._identity = self._look()

    def check(self) -> None:
        """Raise `DatabaseReplaced` if the file is no longer the same."""
        if self._look() != self._identity:
            raise DatabaseReplaced("the file of the database was deleted or replaced")

    def _look(self) -> tuple[int, int] | None:
        if self._path is None:
            return None
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_dev, status.st_ino


@contextmanager
def file_locked(url: URL) -> Iterator[None]:
    """Lock an SQLite file for this process, because two servers cannot share it.

    The lock is released when the process ends in any way.
    """
    if not is_sqlite(url) or sys.platform == "win32":
        yield
        return
    import fcntl

    try:
        Path(url.database or "").parent.mkdir(parents=True, exist_ok=True)
        lock = Path(f"{url.database}.lock").open("w", encoding="utf-8")  # noqa: SIM115
    except OSError as error:
        raise unusable(error) from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CartagenaError(
                f"Another server uses {url.database!r}. Use PostgreSQL to run several."
            ) from None
        yield


def connect_sync(url: URL, timeout: float = TIMEOUT) -> Engine:
    """Create a synchronous engine for an SQLite file, for use in a thread."""
    engine = create_engine(url.set(drivername="sqlite"), pool_size=1, **_QUIET)
    event.listen(engine, "connect", _pragmas(timeout))
    return engine


@cache
def _engine_for_writes(url: URL, timeout: float) -> Engine:
    def open_existing() -> sqlite3.Connection:
        # Never a new file: if this one was deleted, the server must not begin with an empty one.
        return sqlite3.connect(f"file:{quote(url.database or '')}?mode=rw", uri=True)

    options = {**_QUIET, "poolclass": NullPool, "creator": open_existing}
    engine = create_engine(url.set(drivername="sqlite"), **options)
    event.listen(engine, "connect", _pragmas(timeout))
    return engine


async def write(
    engine: AsyncEngine, work: Callable[[Connection], T], timeout: float = TIMEOUT
) -> T:
    """Run `work` in a transaction and commit it.

    SQLite has one lock for all writers, which is held until the commit. The whole transaction runs
    in a thread, so the lock is never held while the event loop is busy with something else.
    """
    if not is_sqlite(engine.url):
        async with engine.begin() as connection:
            return await connection.run_sync(work)

    def write_in_thread() -> T:
        with _engine_for_writes(engine.url, timeout).begin() as connection:
            return work(connection)

    return await asyncio.get_running_loop().run_in_executor(_WRITES, write_in_thread)


def _pragmas(timeout: float) -> Callable[[Any, object], None]:
    pragmas = (f"busy_timeout={int(1000 * timeout)}", *PRAGMAS)

    def set_pragmas(connection: Any, _: object) -> None:
        cursor = connection.cursor()
        for pragma in pragmas:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return set_pragmas


def migration_config(connection: Connection | None = None) -> Config:
    """Return the configuration of Alembic, with the connection that it migrates."""
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _migrate_sqlite(url: URL) -> None:
    """Migrate in a transaction that includes changes of the schema.

    By default the driver begins a transaction only before the first change of a row. A crash between
    two statements would leave a schema that nothing can migrate.
    """
    engine = create_engine(url.set(drivername="sqlite"), poolclass=NullPool, **_QUIET)
    event.listen(engine, "connect", _pragmas(TIMEOUT))
    event.listen(engine, "connect", _leave_transactions_to_us)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as connection:
        _upgrade(connection)


def _leave_transactions_to_us(connection: Any, _: object) -> None:
    connection.isolation_level = None


def _upgrade(connection: Connection) -> None:
    command.upgrade(migration_config(connection), "heads")


@cache
def _newest() -> frozenset[str]:
    """Return the schema versions that this program needs. Cached, because it is slow."""
    return frozenset(ScriptDirectory.from_config(migration_config()).get_heads())


def _pending(connection: Connection) -> bool:
    return {*MigrationContext.configure(connection).get_current_heads()} != _newest()


async def migrate(engine: AsyncEngine) -> None:
    """Run all pending migrations in one transaction: all of them or none."""
    try:
        if is_sqlite(engine.url):
            await asyncio.to_thread(_migrate_sqlite, engine.url)
        else:
            async with engine.begin() as connection:
                await connection.run_sync(_upgrade)
    except CommandError:
        raise CartagenaError(
            "The database has a schema that this version of Cartagena does not know. "
            "Run the version that wrote it."
        ) from None


async def prepare(url: URL) -> None:
    """Make sure that the schema is up to date. SQLite is migrated here, PostgreSQL by command.

    Raises `CartagenaError` without the password of the address if the database cannot be used.
    """
    try:
        engine = connect(url)
    except OSError as error:
        raise unusable(error) from None
    try:
        if is_sqlite(url):
            await migrate(engine)
        elif not await is_current(engine):
            raise CartagenaError(
                "The database schema is out of date. Run `cartagena admin migrate` first."
            )
    except (OSError, TimeoutError, SQLAlchemyError) as error:
        raise unusable(error) from None
    finally:
        await engine.dispose()


def unusable(error: Exception) -> CartagenaError:
    """Return the error that explains why a database cannot be used."""
    reason = str(getattr(error, "orig", None) or error) or "it does not answer"
    return CartagenaError(f"The database cannot be used: {reason.splitlines()[0]}.")


async def is_current(engine: AsyncEngine) -> bool:
    """Return True if the schema of the database is up to date."""
    async with engine.connect() as connection:
        return not await connection.run_sync(_pending)


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy a database consistently, even while it is in use."""
    _create_privately(target)
    with sqlite3.connect(f"file:{source}?mode=ro", uri=True) as old, sqlite3.connect(target) as new:
        old.backup(new)
    old.close()
    new.close()
