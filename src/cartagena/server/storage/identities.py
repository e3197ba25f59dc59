"""Identities: whoever holds a random token, of which only a hash is stored."""

import hashlib
import secrets
import time
from collections import OrderedDict
from typing import Final

import msgspec
from sqlalchemy import delete, insert, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.storage import database
from cartagena.server.storage.schema import credentials, identities

COOKIE: Final = "cartagena"
_CACHED: Final = 20_000
"""How many identities are cached, so that a request need not ask the database."""


class Identity(msgspec.Struct, frozen=True):
    """Somebody, as the server knows them: a public id and a name."""

    id: str
    name: str


def token_hash(token: str) -> str:
    """What is stored of a token. It has 256 random bits, so that a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


class Identities:
    """All identities in the database, with a cache of those seen lately."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._by_hash: OrderedDict[str, Identity] = OrderedDict()

    async def create(self, name: str) -> tuple[Identity, str]:
        """A new identity, and its token, which is told this once."""
        token = secrets.token_urlsafe(32)
        somebody = Identity(secrets.token_hex(8), name)
        row = {
            "id": somebody.id,
            "token_hash": token_hash(token),
            "name": name,
            "created_at": int(time.time() * 1000),
        }
        query = insert(identities).values(**row)
        await database.write(self._engine, lambda connection: connection.execute(query))
        return somebody, token

    async def find(self, token: str) -> Identity | None:
        """The identity whose token this is, if there is one."""
        if not 20 <= len(token) <= 100:
            return None
        digest = token_hash(token)
        known = self._by_hash.get(digest)
        if known is not None:
            self._by_hash.move_to_end(digest)
            return known
        found = select(identities.c.id, identities.c.name)
        came_by_link = found.join(credentials, credentials.c.identity == identities.c.id).where(
            credentials.c.hash == digest, credentials.c.kind == "browser"
        )
        query = union_all(found.where(identities.c.token_hash == digest), came_by_link)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        if row is None:
            return None
        somebody = Identity(*row)
        self._by_hash[digest] = somebody
        if len(self._by_hash) > _CACHED:
            self._by_hash.popitem(last=False)
        return somebody

    async def rename(self, somebody: Identity, name: str) -> Identity:
        """Give an identity another name."""
        query = update(identities).where(identities.c.id == somebody.id).values(name=name)
        await database.write(self._engine, lambda connection: connection.execute(query))
        for digest, known in self._by_hash.items():
            if known.id == somebody.id:
                self._by_hash[digest] = Identity(known.id, name)
        return Identity(somebody.id, name)

    def forget(self, identity: str) -> None:
        """Drop somebody from the cache: their token may have been revoked."""
        for digest in [one for one, known in self._by_hash.items() if known.id == identity]:
            del self._by_hash[digest]


async def revoke(engine: AsyncEngine, identity: str) -> bool:
    """Make all tokens and the link of an identity worthless; False if there is no such identity."""
    query = update(identities).where(identities.c.id == identity).values(token_hash=unusable_hash())
    async with engine.begin() as connection:
        await connection.execute(delete(credentials).where(credentials.c.identity == identity))
        return (await connection.execute(query)).rowcount == 1


def unusable_hash() -> str:
    """A hash of which nobody has the token."""
    return token_hash(secrets.token_urlsafe(32))
