"""Contests: several tables with equal deals. See docs/duplicates.md.

Before a contest begins, its people are rows of the database. When it begins, each gets a seat and all
tables are created with their games started. From then on the logs of the tables decide. Every step can
be repeated, so any node can finish what another one has begun.
"""

import asyncio
import logging
from typing import Final

import msgspec
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.fairness import scheme
from cartagena.protocol.duplicates import (
    DuplicateInfo,
    DuplicateListing,
    DuplicatePerson,
    DuplicateScore,
    DuplicateStatus,
)
from cartagena.protocol.requests import NewDuplicate
from cartagena.rules.options import Rules
from cartagena.server.clock import Clock
from cartagena.server.entropy import Entropy
from cartagena.server.errors import Conflict, Forbidden, NotFound
from cartagena.server.storage import duplicates
from cartagena.server.storage.duplicates import DuplicateRow, PlayerRow
from cartagena.server.storage.identities import Identity
from cartagena.server.storage.writer import WriteConflict
from cartagena.server.tables import create, duplicate
from cartagena.server.tables.bus import TableBus
from cartagena.server.tables.duplicate import DuplicateSetup, Participant
from cartagena.server.tables.registry import TableRegistry
from cartagena.server.tables.sanitize import clean_name
from cartagena.server.tables.table import Table

_OVER: Final = ("finished", "closed")

log = logging.getLogger("cartagena.server")


class Duplicates:
    """The contests of this server."""

    def __init__(
        self,
        engine: AsyncEngine,
        registry: TableRegistry,
        bus: TableBus,
        clock: Clock,
        entropy: Entropy,
    ) -> None:
        self._engine, self._registry = engine, registry
        self._clock, self._entropy = clock, entropy
        self._settling: dict[str, asyncio.Task[None]] = {}
        bus.subscribe(on_change=self._on_change)

    async def close(self) -> None:
        """Stop. The next node that looks at a contest does the rest."""
        for task in self._settling.values():
            task.cancel()
        await asyncio.gather(*self._settling.values(), return_exceptions=True)

    async def create(self, request: NewDuplicate, who: Identity) -> DuplicateInfo:
        """Create a contest. Its creator still has to join."""
        duplicate.check_bots(request.people, request.bots)
        for level in request.bots:
            create.check_level(level)
        setup = DuplicateSetup(
            name=clean_name(request.name),
            rules=create.read_rules(request.rules).to_mapping(),
            people=request.people,
            bots=request.bots,
            seconds=request.seconds,
            secret=self._entropy.hex(scheme.SECRET_BYTES),
        )
        row = DuplicateRow(
            create.new_table_id(self._entropy),
            who.id,
            "waiting",
            self._clock.now(),
            msgspec.json.encode(setup).decode(),
            None,
        )
        origin = create.origin("duplicate", who, request.key)
        try:
            await duplicates.add(self._engine, row, origin)
        except IntegrityError:
            earlier = None if origin is None else await self.created_for(origin)
            if earlier is None:
                raise
            return await self.info(earlier, who)
        return await self.info(row.id, who)

    async def created_for(self, origin: str) -> str | None:
        """Return the contest that a request has created, or None."""
        return await duplicates.created_for(self._engine, origin)

    async def listing(self, who: Identity) -> DuplicateListing:
        """Return the contests in which a person takes part, newest first."""
        names = await duplicates.of_person(self._engine, who.id)
        return DuplicateListing([await self._info(await self._find(name), who) for name in names])

    async def info(self, name: str, who: Identity | None) -> DuplicateInfo:
        """Return a contest as this person may see it."""
        row = await self._find(name)
        if row.status == "running":
            await self._continue(row)
            row = await self._find(name)
        return await self._info(row, who)

    async def join(self, name: str, who: Identity, contribution: str | None) -> DuplicateInfo:
        """Let a person take part."""
        row = await self._find(name)
        most = duplicate.MAX_TABLES * _setup(row).people
        if not await duplicates.join(
            self._engine, name, who.id, contribution or "", self._clock.now(), most
        ):
            if (await self._find(name)).status != "waiting":
                raise _begun()
            raise Conflict("full", "This contest is full.")
        return await self.info(name, who)

    async def leave(self, name: str, who: Identity) -> DuplicateInfo:
        """Remove a person from a contest before it begins."""
        await self._find(name)
        if not await duplicates.leave(self._engine, name, who.id):
            raise _begun()
        return await self.info(name, who)

    async def end(self, name: str, who: Identity) -> DuplicateInfo:
        """Close a contest before it begins."""
        row = await self._owned(name, who)
        if row.status != "closed" and not await duplicates.close(self._engine, name):
            raise _begun()
        return await self.info(name, who)

    async def start(self, name: str, who: Identity) -> DuplicateInfo:
        """Deal the cards at all tables."""
        row = await self._owned(name, who)
        setup = _setup(row)
        if row.status == "closed":
            raise Conflict("closed", "The host has closed this contest.")

        def arrange(rows: list[PlayerRow]) -> list[PlayerRow]:
            if len(rows) <= setup.people:
                raise Conflict("too-few", "A contest needs people for at least two tables.")
            number = -(-len(rows) // setup.people)
            tables = [create.new_table_id(self._entropy) for _ in range(number)]
            people = duplicate.arrange(setup, _participants(rows), tables)
            return [PlayerRow(*msgspec.structs.astuple(one)) for one in people]

        await duplicates.begin(self._engine, name, arrange)
        return await self.info(name, who)

    # What follows from the start.

    async def _continue(self, row: DuplicateRow) -> list[Table]:
        """Create all tables of a contest that has begun, and store its result once they are over."""
        setup = _setup(row)
        people = _participants(await duplicates.players(self._engine, row.id))
        tables = [
            await self._table(row, setup, people, number, name)
            for number, name in enumerate(dict.fromkeys(one.table for one in people))
        ]
        if all(table.status in _OVER for table in tables):
            await self._settle(row.id, people, tables)
        return tables

    async def _table(
        self,
        row: DuplicateRow,
        setup: DuplicateSetup,
        people: list[Participant],
        number: int,
        name: str,
    ) -> Table:
        """Return a table of a contest. Create it and deal its cards if that has not happened yet."""
        try:
            table = await self._registry.table(name)
        except NotFound:
            seated = [one for one in people if one.table == name]
            event = duplicate.first_event(row.id, seated[0].identity, setup, seated)
            try:
                table = await self._registry.create(name, event, f"duplicate {row.id} {number}")
            except WriteConflict:  # Another node was first.
                table = await self._registry.table(name)
        if table.status == "waiting":
            table = await self._registry.act(name, duplicate.start(row.id, setup, people))
        return table

    async def _settle(self, name: str, people: list[Participant], tables: list[Table]) -> None:
        """Reveal the cards of all tables and store the ranking."""
        for table in tables:
            if not table.unsealed:
                await self._registry.act(table.id, duplicate.unseal())
        by_name = {table.id: table for table in tables}
        finishes = {one.identity: duplicate.finish(by_name[one.table], one) for one in people}
        scores = {one.identity: score for one, score in duplicate.rank(people, finishes)}
        await duplicates.finish(self._engine, name, msgspec.json.encode(scores).decode())

    def _on_change(self, table: Table) -> None:
        """Look at a contest when one of its tables is over."""
        name = table.setup.duplicate
        if not name or table.status not in _OVER or not table.is_sealed or name in self._settling:
            return
        task = asyncio.get_running_loop().create_task(self._look_again(name))
        self._settling[name] = task
        task.add_done_callback(lambda _: self._settling.pop(name, None))

    async def _look_again(self, name: str) -> None:
        try:
            await self.info(name, None)
        except Exception:
            # Everyone who opens the page of the contest tries again.
            log.exception("a contest could not be settled")

    # Views.

    async def _find(self, name: str) -> DuplicateRow:
        row = await duplicates.find(self._engine, name)
        if row is None:
            raise NotFound("This contest doesn’t exist.")
        return row

    async def _owned(self, name: str, who: Identity) -> DuplicateRow:
        row = await self._find(name)
        if row.owner != who.id:
            raise Forbidden("Only the host can do this.")
        return row

    async def _info(self, row: DuplicateRow, who: Identity | None) -> DuplicateInfo:
        setup = _setup(row)
        people = _participants(await duplicates.players(self._engine, row.id))
        scores = (
            msgspec.json.decode(row.result, type=dict[str, DuplicateScore]) if row.result else {}
        )
        names = list(dict.fromkeys(one.table for one in people if one.table))
        own = [one.table for one in people if who is not None and one.identity == who.id]
        ended = await self._ended(row, names)
        players = [
            DuplicatePerson(
                identity=one.identity,
                name=one.name,
                table=1 + names.index(one.table) if one.table else 0,
                colour=one.colour,
                over=one.table in ended,
                score=scores.get(one.identity),
            )
            for one in people
        ]
        if scores:
            players.sort(key=lambda one: one.score.rank if one.score else 0)
        status: DuplicateStatus = row.status  # type: ignore[assignment]
        return DuplicateInfo(
            id=row.id,
            name=setup.name,
            status=status,
            owner=row.owner,
            created_at=row.created_at,
            rules=Rules.from_document(setup.rules),
            people=setup.people,
            bots=setup.bots,
            seconds=setup.seconds,
            commitment=scheme.commitment(setup.secret),
            players=players,
            tables=names if row.status == "finished" else [name for name in own if name],
        )

    async def _ended(self, row: DuplicateRow, names: list[str]) -> set[str]:
        """Return the tables of a contest whose games are over."""
        if row.status != "running":
            return set(names)
        tables = [await self._registry.table(name, fresh=False) for name in names]
        return {table.id for table in tables if table.status in _OVER}


def _begun() -> Conflict:
    return Conflict("begun", "This contest has already begun, or is closed.")


def _setup(row: DuplicateRow) -> DuplicateSetup:
    return msgspec.json.decode(row.setup, type=DuplicateSetup)


def _participants(rows: list[PlayerRow]) -> list[Participant]:
    return [Participant(*row) for row in rows]
