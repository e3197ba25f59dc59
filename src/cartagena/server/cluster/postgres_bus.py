"""Notifications between nodes over PostgreSQL's LISTEN and NOTIFY."""

import asyncio
from contextlib import suppress
from typing import Any, Final

import asyncpg
from sqlalchemy.engine import URL

from cartagena.server.cluster.bus import Receive
from cartagena.server.storage import database

_NOTIFY_SECONDS: Final = 4.0
_CLOSE_SECONDS: Final = 2.0


class PostgresConnection:
    """A connection that listens."""

    def __init__(self, connection: Any) -> None:
        self.lost = asyncio.Event()
        self._connection = connection
        connection.add_termination_listener(lambda _: self.lost.set())

    async def listen(self, channels: tuple[str, ...], receive: Receive) -> None:
        """Pass on the notifications of these channels."""

        def on_notification(_connection: Any, _pid: int, channel: str, payload: Any) -> None:
            receive(channel, payload)

        for channel in channels:
            await self._connection.add_listener(channel, on_notification)

    async def notify(self, channel: str, payload: str) -> None:
        """Send a notification to all nodes, this one included."""
        await self._connection.execute(
            "SELECT pg_notify($1, $2)", channel, payload, timeout=_NOTIFY_SECONDS
        )

    async def close(self) -> None:
        """Close the connection, even if the server does not answer."""
        with suppress(Exception):
            await self._connection.close(timeout=_CLOSE_SECONDS)


class PostgresBus:
    """Connects a node to all others that use the same database."""

    def __init__(self, url: URL, timeout: float = database.TIMEOUT) -> None:
        address = url.set(drivername="postgresql")
        self._address = address.render_as_string(hide_password=False)
        self._options = database.connect_options(timeout)

    async def connect(self, channels: tuple[str, ...], receive: Receive) -> PostgresConnection:
        """Listen to channels. Raises `ConnectionError` if that is not possible at the moment."""
        try:
            connection = PostgresConnection(await asyncpg.connect(self._address, **self._options))
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise ConnectionError(type(error).__name__) from None
        try:
            await connection.listen(channels, receive)
        except BaseException:
            await connection.close()
            raise
        return connection
