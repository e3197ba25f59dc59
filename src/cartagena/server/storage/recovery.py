"""Recovery links: a second secret of an identity, of which only a hash is stored.

Whoever has the link gets a token of their own, so that several browsers can be one person.
"""

import secrets
from typing import Final

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.clock import now
from cartagena.server.storage import database
from cartagena.server.storage.admin_commands import as_rows
from cartagena.server.storage.identities import Identity, token_hash, unusable_hash
from cartagena.server.storage.schema import admin_commands, credentials, identities

MAX_BROWSERS: Final = 20
"""How many browsers that came by a link are known; then the oldest is signed out."""


async def create_link(engine: AsyncEngine, identity: str) -> str:
    """The secret of a new link, which is told this once; an older link stops working."""
    secret = secrets.token_urlsafe(32)
    row = {"hash": token_hash(secret), "identity": identity, "kind": "link", "created_at": now()}

    def replace(connection: Connection) -> None:
        connection.execute(delete(credentials).where(_of(identity, "link")))
        connection.execute(insert(credentials).values(**row))

    await database.write(engine, replace)
    return secret


async def link_created_at(engine: AsyncEngine, identity: str) -> int | None:
    """When somebody's link was made; None if there is none."""
    query = select(credentials.c.created_at).where(_of(identity, "link"))
    async with engine.connect() as connection:
        return (await connection.execute(query)).scalar()


async def redeem(engine: AsyncEngine, secret: str) -> tuple[Identity, str] | None:
    """Whose link this is, and a new token for the browser that came by it."""
    token = secrets.token_urlsafe(32)
    whose = (
        select(identities.c.id, identities.c.name)
        .join(credentials, credentials.c.identity == identities.c.id)
        .where(credentials.c.hash == token_hash(secret), credentials.c.kind == "link")
    )

    def add_browser(connection: Connection) -> Identity | None:
        row = connection.execute(whose).first()
        if row is None:
            return None
        known = _of(row.id, "browser")
        oldest_first = select(credentials.c.hash).where(known).order_by(credentials.c.created_at)
        before = list(connection.execute(oldest_first).scalars())
        surplus = before[: max(0, len(before) - MAX_BROWSERS + 1)]
        connection.execute(delete(credentials).where(credentials.c.hash.in_(surplus)))
        added = {"hash": token_hash(token), "identity": row.id, "kind": "browser"}
        connection.execute(insert(credentials).values(**added, created_at=now()))
        return Identity(row.id, row.name)

    somebody = await database.write(engine, add_browser)
    return None if somebody is None else (somebody, token)


async def revoke_link(engine: AsyncEngine, identity: str, kept: str) -> None:
    """Make a link worthless, and every token of its identity but the one with the hash `kept`.

    Every node is told, since each remembers tokens.
    """
    others = (credentials.c.identity == identity) & (credentials.c.hash != kept)
    first = (identities.c.id == identity) & (identities.c.token_hash != kept)

    def sign_out(connection: Connection) -> None:
        connection.execute(delete(credentials).where(others))
        connection.execute(update(identities).where(first).values(token_hash=unusable_hash()))
        connection.execute(insert(admin_commands), as_rows("revoke", identity))

    await database.write(engine, sign_out)


def _of(identity: str, kind: str) -> ColumnElement[bool]:
    return (credentials.c.identity == identity) & (credentials.c.kind == kind)
