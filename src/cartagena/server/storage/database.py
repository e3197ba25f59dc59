"""Connecting to the database (SQLite by default, PostgreSQL by URL) and migrating its schema."""

import sqlite3
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from cartagena.rules.errors import CartagenaError

_DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
_QUIET: Final[dict[str, Any]] = {"hide_parameters": True}
"""Errors are logged, and the values of a statement hold the secrets of running games."""
_MIGRATIONS: Final = Path(__file__).parent / "migrations"


def read_url(text: str) -> URL:
    """The address of a database; a plain path is an SQLite file."""
    if "://" not in text:
        return URL.create(_DRIVERS["sqlite"], database=text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise CartagenaError("A database is a file name, sqlite:///… or postgresql://….") from None
    backend = url.get_backend_name()
    if backend == "sqlite" and url.database in (None, "", ":memory:"):
        raise CartagenaError("An SQLite database needs a file, so that nothing is lost.")
    if backend not in _DRIVERS:
        raise CartagenaError(f"A database is SQLite or PostgreSQL, not {backend!r}.")
    return url.set(drivername=_DRIVERS[backend])


def is_sqlite(url: URL) -> bool:
    """Whether it is the embedded database."""
    return url.get_backend_name() == "sqlite"


def connect(url: URL) -> AsyncEngine:
    """An engine for this database, set up to lose nothing that was committed."""
    if not is_sqlite(url):
        return create_async_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True, **_QUIET)
    if url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(url, pool_size=4, **_QUIET)
    event.listen(engine.sync_engine, "connect", _set_pragmas)
    return engine


def connect_sync(url: URL) -> Engine:
    """A synchronous engine for the same SQLite file, which works in the thread that uses it."""
    engine = create_engine(url.set(drivername="sqlite"), pool_size=1, **_QUIET)
    event.listen(engine, "connect", _set_pragmas)
    return engine


def _set_pragmas(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection) -> None:
    command.upgrade(_config(connection), "head")


def _pending(connection: Connection) -> bool:
    head = ScriptDirectory.from_config(_config(connection)).get_current_head()
    return MigrationContext.configure(connection).get_current_revision() != head


async def migrate(engine: AsyncEngine) -> None:
    """Run the migrations that the database's schema still lacks."""
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)


async def prepare(url: URL) -> None:
    """Make sure that the schema is up to date: SQLite is migrated here, PostgreSQL by command.

    Whatever is wrong is told in a sentence, without the password of the address.
    """
    engine = connect(url)
    try:
        if is_sqlite(url):
            await migrate(engine)
        elif not await is_current(engine):
            raise CartagenaError(
                "The database schema is out of date: run `cartagena admin migrate` first."
            )
    except (OSError, SQLAlchemyError) as error:
        raise unusable(error) from None
    finally:
        await engine.dispose()


def unusable(error: Exception) -> CartagenaError:
    """Why a database cannot be used, in a sentence."""
    reason = getattr(error, "orig", None) or error
    return CartagenaError(f"The database cannot be used: {str(reason).splitlines()[0]}.")


async def is_current(engine: AsyncEngine) -> bool:
    """Whether the schema version of the database is the newest."""
    async with engine.connect() as connection:
        return not await connection.run_sync(_pending)


def copy_sqlite(source: Path, target: Path) -> None:
    """A consistent copy of a database that may be in use."""
    with sqlite3.connect(f"file:{source}?mode=ro", uri=True) as old, sqlite3.connect(target) as new:
        old.backup(new)
    old.close()
    new.close()
