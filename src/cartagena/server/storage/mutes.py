"""People whom an identity has muted for itself, at all tables.

They are not in the log of a table: strangers could lengthen it, and would hold up its players.
"""

from typing import Final

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.storage import database
from cartagena.server.storage.admin_commands import as_rows
from cartagena.server.storage.schema import admin_commands, mutes

MAX_MUTED: Final = 200
"""People whom one identity can mute. Then the oldest is unmuted."""


class SqlMutes:
    """The mutes in the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def muted_by(self, identity: str) -> frozenset[str]:
        """Return the people whom an identity has muted."""
        if not identity:
            return frozenset()
        query = select(mutes.c.whom).where(mutes.c.identity == identity)
        async with self._engine.connect() as connection:
            return frozenset((await connection.execute(query)).scalars())

    async def set_muted(self, identity: str, whom: str, at: int, *, muted: bool) -> None:
        """Mute or unmute a person. Also notify all nodes, because streams depend on it."""
        own = mutes.c.identity == identity

        def change(connection: Connection) -> None:
            connection.execute(delete(mutes).where(own, mutes.c.whom == whom))
            if muted:
                newest = select(mutes.c.whom).where(own).order_by(mutes.c.at.desc())
                surplus = list(connection.execute(newest.offset(MAX_MUTED - 1)).scalars())
                connection.execute(delete(mutes).where(own, mutes.c.whom.in_(surplus)))
                connection.execute(insert(mutes).values(identity=identity, whom=whom, at=at))
            connection.execute(insert(admin_commands), as_rows("mute", identity))

        await database.write(self._engine, change)
