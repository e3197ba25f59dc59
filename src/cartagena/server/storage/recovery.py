"""Recovery links: a second secret of an identity, of which only a hash is stored.

Every browser that uses the link gets its own token, so several browsers can share an identity.
"""

from typing import Final

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.clock import SYSTEM_CLOCK
from cartagena.server.entropy import SYSTEM_ENTROPY
from cartagena.server.storage import database
from cartagena.server.storage.admin_commands import as_rows
from cartagena.server.storage.identities import Identity, token_hash, unusable_hash
from cartagena.server.storage.schema import admin_commands, credentials, identities

MAX_BROWSERS: Final = 20
"""Maximum number of browsers that used a link. Then the oldest is signed out."""


async def create_link(engine: AsyncEngine, identity: str) -> str:
    """Create a link and return its secret, which is not stored. An older link stops working."""
    secret = SYSTEM_ENTROPY.token(32)
    row = {
        "hash": token_hash(secret),
        "identity": identity,
        "kind": "link",
        "created_at": SYSTEM_CLOCK.now(),
    }

    def replace(connection: Connection) -> None:
        connection.execute(delete(credentials).where(_of(identity, "link")))
        connection.execute(insert(credentials).values(**row))

    await database.write(engine, replace)
    return secret


async def link_created_at(engine: AsyncEngine, identity: str) -> int | None:
    """Return when the link of an identity was created, or None."""
    query = select(credentials.c.created_at).where(_of(identity, "link"))
    async with engine.connect() as connection:
        return (await connection.execute(query)).scalar()


async def redeem(engine: AsyncEngine, secret: str) -> tuple[Identity, str] | None:
    """Return the identity of a link and a new token for the browser, or None."""
    token = SYSTEM_ENTROPY.token(32)
    owner = (
        select(identities.c.id, identities.c.name)
        .join(credentials, credentials.c.identity == identities.c.id)
        .where(credentials.c.hash == token_hash(secret), credentials.c.kind == "link")
    )

    def add_browser(connection: Connection) -> Identity | None:
        row = connection.execute(owner).first()
        if row is None:
            return None
        browsers = _of(row.id, "browser")
        oldest_first = select(credentials.c.hash).where(browsers).order_by(credentials.c.created_at)
        hashes = list(connection.execute(oldest_first).scalars())
        surplus = hashes[: max(0, len(hashes) - MAX_BROWSERS + 1)]
        if surplus:
            connection.execute(delete(credentials).where(credentials.c.hash.in_(surplus)))
            connection.execute(insert(admin_commands), as_rows("revoke", row.id))
        new_row = {"hash": token_hash(token), "identity": row.id, "kind": "browser"}
        connection.execute(insert(credentials).values(**new_row, created_at=SYSTEM_CLOCK.now()))
        return Identity(row.id, row.name)

    identity = await database.write(engine, add_browser)
    return None if identity is None else (identity, token)


async def revoke_link(engine: AsyncEngine, identity: str, own_hash: str) -> None:
    """Revoke a link and all tokens of its identity, except the token with this hash.

    Also issues a command to all nodes, because they cache tokens.
    """
    others = (credentials.c.identity == identity) & (credentials.c.hash != own_hash)
    first = (identities.c.id == identity) & (identities.c.token_hash != own_hash)

    def sign_out(connection: Connection) -> None:
        connection.execute(delete(credentials).where(others))
        connection.execute(update(identities).where(first).values(token_hash=unusable_hash()))
        connection.execute(insert(admin_commands), as_rows("revoke", identity))

    await database.write(engine, sign_out)


def _of(identity: str, kind: str) -> ColumnElement[bool]:
    return (credentials.c.identity == identity) & (credentials.c.kind == kind)
