"""Email addresses that wait for their owner's consent. Each is asked at most once a day."""

from typing import Final

from sqlalchemy import Connection, and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.storage import channels as stored
from cartagena.server.storage import database
from cartagena.server.storage.channels import NewChannel
from cartagena.server.storage.outbox import own_notice
from cartagena.server.storage.schema import asked_addresses, channels, outbox

DAY_MS: Final = 86_400_000
MAX_ASKED: Final = 300
"""Addresses that the whole server may ask to confirm in 24 hours."""
CONFIRM_MS: Final = 7 * DAY_MS
"""Time for which a link to confirm an address works, in milliseconds."""


async def ask(
    engine: AsyncEngine, identity: str, name: str, at: int, new: NewChannel, digest_of_address: str
) -> bool:
    """Add an address and ask its owner to confirm it. Return False if it must not be asked now."""
    columns = asked_addresses.c
    known = select(columns.hash).where(columns.hash == digest_of_address)
    old = and_(columns.at <= at - DAY_MS, ~columns.refused)
    late = and_(
        channels.c.kind == "mail", ~channels.c.confirmed, channels.c.created_at <= at - CONFIRM_MS
    )

    def write(connection: Connection) -> bool:
        connection.execute(delete(asked_addresses).where(old))
        lost = list(connection.execute(select(channels.c.id).where(late)).scalars())
        stored.delete_channels(connection, lost)
        if connection.execute(known).first():
            return False
        recent = select(func.count()).where(columns.at > at - DAY_MS)
        if connection.execute(recent).scalar_one() >= MAX_ASKED:
            return False
        row = {"hash": digest_of_address, "at": at, "refused": False}
        connection.execute(insert(asked_addresses).values(**row))
        stored.write(connection, identity, name, at, new)
        notice = own_notice(f"confirm.{name}", name, identity, "confirm", at)
        connection.execute(insert(outbox).values(**notice))
        return True

    return await database.write(engine, write)


async def confirm(engine: AsyncEngine, name: str, at: int) -> bool:
    """Note that the owner of an address wants email. Return False if it was removed or is too late."""
    own = and_(channels.c.id == name, channels.c.kind == "mail")
    in_time = channels.c.confirmed | (channels.c.created_at > at - CONFIRM_MS)
    change = update(channels).where(own, in_time).values(confirmed=True)
    return await database.write(
        engine, lambda connection: bool(connection.execute(change).rowcount)
    )


async def stop(engine: AsyncEngine, name: str) -> None:
    """Send no more email to an address, as its owner wants."""
    own = select(channels.c.id).where(channels.c.id == name, channels.c.kind == "mail")

    def remove(connection: Connection) -> None:
        stored.delete_channels(connection, list(connection.execute(own).scalars()))

    await database.write(engine, remove)


async def refuse(engine: AsyncEngine, digest_of_address: str) -> None:
    """Never ask an address again."""
    change = update(asked_addresses).where(asked_addresses.c.hash == digest_of_address)
    row = {"hash": digest_of_address, "at": 0, "refused": True}

    def write(connection: Connection) -> None:
        if not connection.execute(change.values(refused=True)).rowcount:
            connection.execute(insert(asked_addresses).values(**row))

    await database.write(engine, write)
