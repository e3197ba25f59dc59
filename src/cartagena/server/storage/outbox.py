"""Notices to people who are not here: what events add to the outbox, and how it is emptied.

A notice is written in the transaction of its event. Any node leases it, sends it and deletes it. If
the node dies in between, the lease runs out and another one sends it again, so every notice is sent
at least once. The notice of a turn stays until the turn is over, so that it can be taken back.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import BigInteger, Connection, and_, delete, insert, literal, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.storage import database
from cartagena.server.storage.schema import channels, outbox, preferences, silences
from cartagena.server.storage.server_keys import find_or_create

NoticeKind = Literal["turn", "reminder", "over", "rematch", "clear", "test", "confirm", "digest"]
ABOUT_TURN: Final = ("turn", "reminder")
UNSENT: Final = ("waiting", "held")
"""The status of a notice that nobody has got yet. A held one waits for the email of the day."""
LEASE_MS: Final = 15_000
"""Time in milliseconds that a node has to send a notice before another node may."""


class News(NamedTuple):
    """Something that a person should know about an event."""

    identity: str
    kind: Literal["turn", "reminder", "over", "rematch", "done"]
    """`done` means that the person's turn is over. It takes notices of the turn back."""
    due_at: int
    """When to send a notice, in milliseconds since 1970."""


class Channel(NamedTuple):
    """A place where a person wants to be notified."""

    id: str
    kind: str
    address: str
    secret: str
    language: str
    confirmed: bool = True
    digest: bool = False


class Notice(NamedTuple):
    """A notice that this node has leased."""

    id: str
    identity: str
    table: str
    kind: NoticeKind
    at: int
    attempts: int
    channel: Channel
    quiet_from: int
    quiet_until: int
    time_zone: str


def own_notice(
    name: str, channel: str, identity: str, kind: NoticeKind, due_at: int
) -> dict[str, Any]:
    """Return the row of a notice that is not about an event at a table."""
    return {
        "id": name,
        "channel": channel,
        "identity": identity,
        "table_id": "",
        "kind": kind,
        "status": "waiting",
        "at": due_at,
        "due_at": due_at,
        "attempts": 0,
        "worker": "",
        "leased_until": 0,
    }


def record(connection: Connection, table: str, seq: int, at: int, news: News) -> None:
    """Change the outbox for one piece of news, in the transaction of its event."""
    columns = outbox.c
    own = and_(columns.identity == news.identity, columns.table_id == table)
    if news.kind == "done":
        turns = own & columns.kind.in_(ABOUT_TURN)
        is_new = (columns.worker == "") & (columns.attempts == 0)
        unsent = (columns.status == "held") | ((columns.status == "waiting") & is_new)
        connection.execute(delete(outbox).where(turns, unsent))
        # The others were sent, or may have been: a node is sending them, has died, or got no reply.
        # A lease keeps its end, so that they are taken back only after they have arrived.
        again = {"kind": "clear", "status": "waiting", "due_at": at, "attempts": 0, "worker": ""}
        connection.execute(update(outbox).where(turns).values(**again))
        return
    silenced = select(silences.c.identity).where(
        silences.c.identity == news.identity, silences.c.table_id == table
    )
    rows = select(
        literal(f"{table}.{seq}.{news.kind}.").concat(channels.c.id),
        channels.c.id,
        channels.c.identity,
        literal(table),
        literal(news.kind),
        literal("waiting"),
        literal(at, BigInteger),
        literal(news.due_at, BigInteger),
        literal(0),
        literal(""),
        literal(0, BigInteger),
    ).where(
        channels.c.identity == news.identity,
        channels.c.confirmed,
        channels.c.table_id.in_(("", table)),
        ~silenced.exists(),
    )
    connection.execute(insert(outbox).from_select([column.name for column in columns], rows))


class SqlOutbox:
    """The outbox in the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def reachable(self) -> set[str]:
        """Return all identities with a channel."""
        query = select(channels.c.identity).distinct()
        async with self._engine.connect() as connection:
            return set((await connection.execute(query)).scalars())

    async def key(self, name: str, make: Callable[[], str]) -> str:
        """Return a key that signs messages or links, made when it is first needed."""
        return await find_or_create(self._engine, name, make)

    async def claim(self, worker: str, at: int, limit: int) -> list[Notice]:
        """Lease notices that are due and that nobody else has leased."""
        columns = outbox.c
        is_free = and_(
            columns.status == "waiting", columns.due_at <= at, columns.leased_until <= at
        )
        due = select(columns.id).where(is_free).order_by(columns.due_at).limit(limit)
        # Most of the time nothing is due. SQLite must not lock its writers to find that out.
        async with self._engine.connect() as connection:
            names = list((await connection.execute(due)).scalars())
        if not names:
            return []

        def lease(connection: Connection) -> list[Notice]:
            values = {"worker": worker, "leased_until": at + LEASE_MS}
            wanted = columns.id.in_(names)
            connection.execute(update(outbox).where(wanted, is_free).values(**values))
            ours = wanted & (columns.worker == worker) & (columns.leased_until == at + LEASE_MS)
            return [_notice(row) for row in connection.execute(_LEASED.where(ours)).all()]

        return await database.write(self._engine, lease)

    async def keep(self, notice: Notice, worker: str) -> None:
        """Keep a notice that was sent as shown, until the turn is over."""
        values = {"status": "shown", "worker": "", "leased_until": 0}
        change = update(outbox).where(_own(notice, worker)).values(**values)
        await database.write(self._engine, lambda connection: connection.execute(change))

    async def discard(self, notice: Notice, worker: str, also: Sequence[Notice] = ()) -> None:
        """Delete a notice that was sent, no longer matters or cannot be sent, and the held ones in it."""
        held = (outbox.c.status == "held") & outbox.c.id.in_([one.id for one in also])
        change = delete(outbox).where(_own(notice, worker) | held)
        await database.write(self._engine, lambda connection: connection.execute(change))

    async def hold(self, notice: Notice, worker: str, due_at: int) -> None:
        """Keep a notice for the email of the day, which is due at this time."""
        channel = notice.channel.id
        name = f"digest.{channel}.{due_at}"
        digest = own_notice(name, channel, notice.identity, "digest", due_at)
        known = select(outbox.c.id).where(outbox.c.id == name)
        change = update(outbox).where(_own(notice, worker))
        change = change.values(status="held", worker="", leased_until=0)

        def hold(connection: Connection) -> None:
            if connection.execute(change).rowcount and not connection.execute(known).first():
                connection.execute(insert(outbox).values(**digest))

        # If another node was faster, the lease runs out and the notice is held again.
        with suppress(IntegrityError):
            await database.write(self._engine, hold)

    async def held(self, channel: str) -> list[Notice]:
        """Return what waits for the next email of a channel, oldest first."""
        query = _LEASED.where(outbox.c.channel == channel, outbox.c.status == "held")
        async with self._engine.connect() as connection:
            return [_notice(row) for row in await connection.execute(query)]

    async def postpone(self, notice: Notice, worker: str, due_at: int, attempts: int) -> None:
        """Put a notice back until a later time."""
        values = {"due_at": due_at, "attempts": attempts, "worker": "", "leased_until": 0}
        change = update(outbox).where(_own(notice, worker)).values(**values)
        await database.write(self._engine, lambda connection: connection.execute(change))

    async def drop_channel(self, channel: str) -> None:
        """Delete a channel that no longer exists, with all its notices."""

        def drop(connection: Connection) -> None:
            connection.execute(delete(outbox).where(outbox.c.channel == channel))
            connection.execute(delete(channels).where(channels.c.id == channel))

        await database.write(self._engine, drop)


_LEASED: Final = (
    select(
        outbox.c.id,
        outbox.c.identity,
        outbox.c.table_id,
        outbox.c.kind,
        outbox.c.at,
        outbox.c.attempts,
        channels.c.id,
        channels.c.kind,
        channels.c.address,
        channels.c.secret,
        channels.c.language,
        channels.c.confirmed,
        channels.c.digest,
        preferences.c.quiet_from,
        preferences.c.quiet_until,
        preferences.c.time_zone,
    )
    .join(channels, channels.c.id == outbox.c.channel)
    .outerjoin(preferences, preferences.c.identity == outbox.c.identity)
    .order_by(outbox.c.due_at, outbox.c.id)
)


def _notice(row: Any) -> Notice:
    channel, quiet = Channel(*row[6:13]), (row[13] or 0, row[14] or 0, row[15] or "UTC")
    return Notice(row[0], row[1], row[2], row[3], row[4], row[5], channel, *quiet)


def _own(notice: Notice, worker: str) -> Any:
    return and_(outbox.c.id == notice.id, outbox.c.worker == worker)
