"""Identities, proved by a random token of which only a hash is stored."""

import hashlib
from collections import OrderedDict
from typing import Final

import msgspec
from sqlalchemy import delete, insert, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.entropy import SYSTEM_ENTROPY, Entropy
from cartagena.server.storage import database
from cartagena.server.storage.ports import TokenStore
from cartagena.server.storage.schema import credentials, identities

COOKIE: Final = "cartagena"
_CACHED: Final = 20_000
"""Size of the cache, which saves most requests a query."""


class Identity(msgspec.Struct, frozen=True):
    """A person or program: a public id and a name."""

    id: str
    name: str


def token_hash(token: str) -> str:
    """Return the stored hash of a token. A plain hash is enough for 256 random bits."""
    return hashlib.sha256(token.encode()).hexdigest()


class SqlTokens:
    """The tokens in the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def find(self, digest: str) -> tuple[str, str] | None:
        """Return the id and the name of the identity whose token has this hash, or None."""
        columns = select(identities.c.id, identities.c.name)
        by_recovery = columns.join(credentials, credentials.c.identity == identities.c.id).where(
            credentials.c.hash == digest, credentials.c.kind == "browser"
        )
        query = union_all(columns.where(identities.c.token_hash == digest), by_recovery)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else (row[0], row[1])


class Identities:
    """All identities in the database, with a cache of recently used identities."""

    def __init__(
        self,
        engine: AsyncEngine,
        tokens: TokenStore,
        clock: Clock = SYSTEM_CLOCK,
        entropy: Entropy = SYSTEM_ENTROPY,
    ) -> None:
        self._engine, self._tokens = engine, tokens
        self._clock, self._entropy = clock, entropy
        self._by_hash: OrderedDict[str, Identity] = OrderedDict()
        self._forgotten = 0

    async def create(self, name: str) -> tuple[Identity, str]:
        """Create an identity. Returns it with its token, which is not stored."""
        token = self._entropy.token(32)
        identity = Identity(self._entropy.hex(8), name)
        row = {
            "id": identity.id,
            "token_hash": token_hash(token),
            "name": name,
            "created_at": self._clock.now(),
        }
        query = insert(identities).values(**row)
        await database.write(self._engine, lambda connection: connection.execute(query))
        return identity, token

    async def find(self, token: str) -> Identity | None:
        """Return the identity of a token, or None."""
        if not 20 <= len(token) <= 100:
            return None
        return await self.find_by_hash(token_hash(token))

    async def find_by_hash(self, digest: str) -> Identity | None:
        """Return the identity of the token with this hash, or None."""
        cached = self._by_hash.get(digest)
        if cached is not None:
            self._by_hash.move_to_end(digest)
            return cached
        forgotten = self._forgotten
        row = await self._tokens.find(digest)
        if row is None:
            return None
        identity = Identity(*row)
        if forgotten != self._forgotten:  # It may have been revoked in the meantime.
            return identity
        self._by_hash[digest] = identity
        if len(self._by_hash) > _CACHED:
            self._by_hash.popitem(last=False)
        return identity

    async def rename(self, identity: Identity, name: str) -> Identity:
        """Rename an identity."""
        query = update(identities).where(identities.c.id == identity.id).values(name=name)
        await database.write(self._engine, lambda connection: connection.execute(query))
        for digest, cached in self._by_hash.items():
            if cached.id == identity.id:
                self._by_hash[digest] = Identity(identity.id, name)
        return Identity(identity.id, name)

    def forget(self, identity: str) -> None:
        """Drop an identity from the cache, because its token may have been revoked."""
        self._forgotten += 1
        for digest in [key for key, cached in self._by_hash.items() if cached.id == identity]:
            del self._by_hash[digest]


async def revoke(engine: AsyncEngine, identity: str) -> bool:
    """Revoke all tokens and the recovery link of an identity. Returns False if it does not exist."""
    query = update(identities).where(identities.c.id == identity).values(token_hash=unusable_hash())
    async with engine.begin() as connection:
        await connection.execute(delete(credentials).where(credentials.c.identity == identity))
        return (await connection.execute(query)).rowcount == 1


def unusable_hash() -> str:
    """Return a hash for which no token exists."""
    return token_hash(SYSTEM_ENTROPY.token(32))
