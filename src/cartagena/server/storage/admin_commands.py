"""Admin commands, stored in the database and polled by every node."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Literal

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.clock import SYSTEM_CLOCK
from cartagena.server.storage.ports import Command, CommandStore
from cartagena.server.storage.schema import admin_commands

POLL_SECONDS: Final = 2.0
"""Poll interval in seconds."""

PROPAGATION_SECONDS: Final = 5.0
"""Time in seconds after which every running node has carried out a command."""

CommandKind = Literal["ban", "unban", "revoke", "refresh", "forget", "mute", "reach"]
"""Ban or unban an address, drop an identity's token from the cache, read new events of a table,
drop a table whose log was changed or deleted, reread whom an identity has muted, or note that an
identity wants to be notified."""
_OVERLAP: Final = 100
"""Numbers of commands that each poll reads again. On PostgreSQL a transaction that began earlier,
with a lower number, may be committed later."""
_LASTING: Final = ("ban", "unban")
"""Commands that also apply to nodes that start later. The others only affect a node's memory."""


class SqlCommands:
    """The commands in the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def after(self, number: int) -> list[Command]:
        """Return the commands with higher numbers, in order."""
        columns = admin_commands.c
        query = select(columns.id, columns.kind, columns.target).where(columns.id > number)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query.order_by(columns.id))).all()
        return [Command(*row) for row in rows]


class AdminCommands:
    """Carries out new admin commands and keeps the set of banned addresses."""

    def __init__(
        self,
        store: CommandStore,
        on_revoke: Callable[[str], Awaitable[None]],
        on_ban: Callable[[], Awaitable[None]],
        on_refresh: Callable[[str], Awaitable[None]],
        on_forget: Callable[[str], Awaitable[None]],
        on_mute: Callable[[str], Awaitable[None]],
        on_reach: Callable[[str], None],
    ) -> None:
        self._store, self._on_revoke, self._on_ban = store, on_revoke, on_ban
        self._on_refresh, self._on_forget, self._on_mute = on_refresh, on_forget, on_mute
        self._on_reach = on_reach
        self._last = 0
        self._done: set[int] = set()
        """Recent commands that were carried out."""
        self.banned: set[str] = set()

    async def run(self) -> None:
        """Poll until cancelled."""
        while True:
            await self.poll()
            await asyncio.sleep(POLL_SECONDS)

    async def poll(self) -> None:
        """Carry out the commands issued since the last poll."""
        for number, kind, target in await self._store.after(self._last - _OVERLAP):
            if number in self._done:
                continue
            match kind:
                case "ban":
                    self.banned.add(target)
                    await self._on_ban()
                case "unban":
                    self.banned.discard(target)
                case "revoke":
                    await self._on_revoke(target)
                case "refresh":
                    await self._on_refresh(target)
                case "forget":
                    await self._on_forget(target)
                case "mute":
                    await self._on_mute(target)
                case "reach":
                    self._on_reach(target)
            self._done.add(number)
            self._last = max(self._last, number)
        self._done = {number for number in self._done if number > self._last - _OVERLAP}


async def issue(engine: AsyncEngine, kind: CommandKind, *targets: str) -> None:
    """Store a command for each target."""
    if targets:
        async with engine.begin() as connection:
            await connection.execute(insert(admin_commands), as_rows(kind, *targets))


def as_rows(kind: CommandKind, *targets: str) -> list[dict[str, str | int]]:
    """Return the rows to insert, for callers that store commands in their own transaction."""
    at = SYSTEM_CLOCK.now()
    return [{"at": at, "kind": kind, "target": target} for target in targets]


async def prune(engine: AsyncEngine, before: int) -> None:
    """Delete commands issued before this time, except those that later nodes must still apply."""
    columns = admin_commands.c
    done = columns.kind.not_in(_LASTING) & (columns.at < before)
    async with engine.begin() as connection:
        await connection.execute(delete(admin_commands).where(done))
