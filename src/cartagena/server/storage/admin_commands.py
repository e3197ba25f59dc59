"""Orders of operators: `cartagena admin` writes them, and every node reads them within seconds."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Literal

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.clock import now
from cartagena.server.storage.schema import orders

INTERVAL: Final = 2.0
"""Seconds between two looks."""

FOLLOWED: Final = 5.0
"""Seconds within which every node that runs has followed an order."""

OrderKind = Literal["ban", "unban", "revoke", "refresh", "forget"]
"""Refuse an address, or no longer; forget an identity's token; read what is new in a table's log;
forget a table, whose log has changed or is gone."""
_LASTING: Final = ("ban", "unban")
"""Orders that a node follows when it starts; the others are about what is in memory."""


class Orders:
    """Follows the orders, and knows which addresses are banned."""

    def __init__(
        self,
        engine: AsyncEngine,
        on_revoke: Callable[[str], None],
        on_refresh: Callable[[str], Awaitable[None]],
        on_forget: Callable[[str], Awaitable[None]],
    ) -> None:
        self._engine, self._on_revoke = engine, on_revoke
        self._on_refresh, self._on_forget = on_refresh, on_forget
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
                case "forget":
                    await self._on_forget(what)
            self._last = number


async def give(engine: AsyncEngine, kind: OrderKind, *what: str) -> None:
    """Write orders down."""
    if what:
        async with engine.begin() as connection:
            await connection.execute(insert(orders), as_rows(kind, *what))


def as_rows(kind: OrderKind, *what: str) -> list[dict[str, str | int]]:
    """Orders as they are stored, for those who write them along with something else."""
    at = now()
    return [{"at": at, "kind": kind, "what": each} for each in what]


async def prune(engine: AsyncEngine, before: int) -> None:
    """Delete orders from before this moment that every node has followed long ago."""
    done = orders.c.kind.not_in(_LASTING) & (orders.c.at < before)
    async with engine.begin() as connection:
        await connection.execute(delete(orders).where(done))
