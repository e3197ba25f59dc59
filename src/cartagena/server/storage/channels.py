"""Channels: the places where people want to be notified, and when they do not."""

from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.storage import database
from cartagena.server.storage.admin_commands import as_rows
from cartagena.server.storage.outbox import UNSENT, own_notice
from cartagena.server.storage.schema import (
    admin_commands,
    channels,
    outbox,
    preferences,
    silences,
    vacations,
)

MAX_CHANNELS: Final = 10
"""Channels that one identity can have. Then the oldest is deleted."""
MAX_SILENCES: Final = 500
"""Tables that one identity can silence."""


class NewChannel(NamedTuple):
    """A channel to add."""

    kind: str
    address: str
    secret: str
    language: str
    label: str
    table: str = ""
    confirmed: bool = True
    digest: bool = False


class StoredChannel(NamedTuple):
    """A channel as its owner sees it."""

    id: str
    kind: str
    address: str
    label: str
    table: str
    created_at: int
    confirmed: bool
    digest: bool


class Preferences(NamedTuple):
    """The quiet hours of a person, in minutes after midnight. Equal ones mean none."""

    quiet_from: int = 0
    quiet_until: int = 0
    time_zone: str = "UTC"


async def channels_of(engine: AsyncEngine, identity: str) -> list[StoredChannel]:
    """Return the channels of an identity, oldest first."""
    columns = channels.c
    query = (
        select(
            columns.id,
            columns.kind,
            columns.address,
            columns.label,
            columns.table_id,
            columns.created_at,
            columns.confirmed,
            columns.digest,
        )
        .where(columns.identity == identity)
        .order_by(columns.created_at, columns.id)
    )
    async with engine.connect() as connection:
        return [StoredChannel(*row) for row in await connection.execute(query)]


async def add(engine: AsyncEngine, identity: str, name: str, at: int, new: NewChannel) -> None:
    """Add a channel. It replaces one with the same address, of anybody if it is a browser's."""
    await database.write(engine, lambda connection: write(connection, identity, name, at, new))


def write(connection: Connection, identity: str, name: str, at: int, new: NewChannel) -> None:
    """Add a channel, as part of a transaction."""
    same = and_(
        channels.c.kind == new.kind,
        channels.c.address == new.address,
        channels.c.table_id == new.table,
    )
    if new.kind != "push":
        same &= channels.c.identity == identity
    row = {
        "id": name,
        "identity": identity,
        "kind": new.kind,
        "address": new.address,
        "secret": new.secret,
        "table_id": new.table,
        "language": new.language,
        "label": new.label,
        "created_at": at,
        "confirmed": new.confirmed,
        "digest": new.digest,
    }
    newest = select(channels.c.id).where(channels.c.identity == identity)
    newest = newest.order_by(channels.c.created_at.desc(), channels.c.id)
    old = list(connection.execute(select(channels.c.id).where(same)).scalars())
    delete_channels(connection, old)
    surplus = list(connection.execute(newest.offset(MAX_CHANNELS - 1)).scalars())
    delete_channels(connection, surplus)
    connection.execute(insert(channels).values(**row))
    connection.execute(insert(admin_commands), as_rows("reach", identity))


async def remove(engine: AsyncEngine, identity: str, name: str) -> bool:
    """Delete a channel of an identity. Return False if there is none."""
    own = select(channels.c.id).where(channels.c.id == name, channels.c.identity == identity)

    def remove_own(connection: Connection) -> bool:
        names = list(connection.execute(own).scalars())
        delete_channels(connection, names)
        return bool(names)

    return await database.write(engine, remove_own)


def delete_channels(connection: Connection, names: list[str]) -> None:
    """Delete channels and what waits for them."""
    connection.execute(delete(outbox).where(outbox.c.channel.in_(names)))
    connection.execute(delete(channels).where(channels.c.id.in_(names)))


async def send_test(engine: AsyncEngine, identity: str, name: str, at: int) -> bool:
    """Put a test notice for a channel into the outbox."""
    own = select(func.count()).where(
        channels.c.id == name, channels.c.identity == identity, channels.c.confirmed
    )
    row = own_notice(f"test.{name}", name, identity, "test", at)

    def write(connection: Connection) -> bool:
        if not connection.execute(own).scalar():
            return False
        connection.execute(delete(outbox).where(outbox.c.id == row["id"]))
        connection.execute(insert(outbox).values(**row))
        return True

    return await database.write(engine, write)


async def set_digest(engine: AsyncEngine, identity: str, name: str, *, digest: bool) -> bool:
    """Collect the notices of an email address for one email a day, or send each one."""
    own = and_(channels.c.id == name, channels.c.identity == identity, channels.c.kind == "mail")
    change = update(channels).where(own).values(digest=digest)
    return await database.write(
        engine, lambda connection: bool(connection.execute(change).rowcount)
    )


async def preferences_of(engine: AsyncEngine, identity: str) -> Preferences:
    """Return the preferences of an identity."""
    columns = preferences.c
    query = select(columns.quiet_from, columns.quiet_until, columns.time_zone)
    async with engine.connect() as connection:
        row = (await connection.execute(query.where(columns.identity == identity))).first()
    return Preferences() if row is None else Preferences(*row)


async def set_preferences(engine: AsyncEngine, identity: str, wanted: Preferences) -> None:
    """Store the preferences of an identity."""
    values = wanted._asdict()
    change = update(preferences).where(preferences.c.identity == identity).values(**values)

    def write(connection: Connection) -> None:
        if not connection.execute(change).rowcount:
            connection.execute(insert(preferences).values(identity=identity, **values))

    await database.write(engine, write)


async def is_silenced(engine: AsyncEngine, identity: str, table: str) -> bool:
    """Return True if a person wants no notices about a table."""
    query = select(silences.c.identity).filter_by(identity=identity, table_id=table)
    async with engine.connect() as connection:
        return (await connection.execute(query)).first() is not None


async def set_silenced(engine: AsyncEngine, identity: str, table: str, *, silenced: bool) -> None:
    """Stop or resume notices about a table."""
    own = silences.c.identity == identity
    waiting = and_(
        outbox.c.identity == identity, outbox.c.table_id == table, outbox.c.status.in_(UNSENT)
    )
    count = select(func.count()).select_from(silences).where(own)

    def change(connection: Connection) -> None:
        connection.execute(delete(silences).where(own, silences.c.table_id == table))
        if silenced and connection.execute(count).scalar_one() < MAX_SILENCES:
            connection.execute(insert(silences).values(identity=identity, table_id=table))
            connection.execute(delete(outbox).where(waiting))

    await database.write(engine, change)


def forget_people(connection: Connection, identities: Any) -> None:
    """Delete everything here about these identities: a list of them, or a query."""
    for table in (outbox, channels, silences, preferences, vacations):
        connection.execute(delete(table).where(table.c.identity.in_(identities)))


def forget_tables(connection: Connection, names: list[str]) -> None:
    """Delete everything here about these tables."""
    for table in (outbox, channels, silences):
        connection.execute(delete(table).where(table.c.table_id.in_(names)))
