"""Orders of operators: `cartagena admin` writes them, and every node reads them within seconds."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Literal

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.clock import now
from cartagena.server.storage.schema import orders

INTERVAL: Final = 2.0
"""Seconds between two looks."""

OrderKind = Literal["ban", "unban", "revoke", "refresh"]
"""Refuse an address, or no longer; forget an identity's token; read a table's log again."""


class Orders:
    """Follows the orders, and knows which addresses are banned."""

    def __init__(
        self,
        engine: AsyncEngine,
        on_revoke: Callable[[str], None],
        on_refresh: Callable[[str], Awaitable[None]],
    ) -> None:
        self._engine, self._on_revoke, self._on_refresh = engine, on_revoke, on_refresh
        self._last = 0
        self.banned: set[str] = set()

    async def run(self) -> None:
        """Follow them for ever."""
        while True:
            await self.follow()
            await asyncio.sleep(INTERVAL)

    async def follow(self) -> None:
        """Do what was ordered since the last time."""
        query = select(orders.c.id, orders.c.kind, orders.c.what).where(orders.c.id > self._last)
        async with self._engine.connect() as connection:
            found = (await connection.execute(query.order_by(orders.c.id))).all()
        for number, kind, what in found:
            match kind:
                case "ban":
                    self.banned.add(what)
                case "unban":
                    self.banned.discard(what)
                case "revoke":
                    self._on_revoke(what)
                case "refresh":
                    await self._on_refresh(what)
            self._last = number


async def give(engine: AsyncEngine, kind: OrderKind, what: str) -> None:
    """Write an order down."""
    async with engine.begin() as connection:
        await connection.execute(insert(orders).values(at=now(), kind=kind, what=what))
