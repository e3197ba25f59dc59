"""Keys that the server makes at its first start and keeps in the database."""

from collections.abc import Callable

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.storage import database
from cartagena.server.storage.schema import server_keys


async def find_or_create(engine: AsyncEngine, name: str, make: Callable[[], str]) -> str:
    """Return the key with this name, and make it if there is none. All nodes get the same one."""
    query = select(server_keys.c.value).where(server_keys.c.name == name)

    def create(connection: Connection) -> None:
        connection.execute(insert(server_keys).values(name=name, value=make()))

    while True:
        async with engine.connect() as connection:
            value = (await connection.execute(query)).scalar()
        if value is not None:
            return str(value)
        try:
            await database.write(engine, create)
        except IntegrityError:
            continue  # Another node was first.
