"""Friends, blocked people and invitations: who knows whom, and who wants to have nothing to do with whom."""

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.storage import database
from cartagena.server.storage.schema import (
    blocks,
    friends,
    identities,
    invitations,
    profiles,
)

MAX_FRIENDS: Final = 200
"""Friends that one person can have."""
MAX_BLOCKED: Final = 200
"""People whom one person can block. Then the oldest is unblocked."""
MAX_INVITATIONS: Final = 50
"""Invitations that one person keeps. Then the oldest is dropped."""


class FriendRow(NamedTuple):
    """A friend of a person."""

    identity: str
    name: str
    seen_at: int
    """When the friend's page last asked for turns, in milliseconds. 0 if never."""


class PersonRow(NamedTuple):
    """A person by id and name."""

    identity: str
    name: str


class InvitationRow(NamedTuple):
    """An invitation to a table."""

    table: str
    sender: str
    """The name of the friend who sent it."""
    at: int


async def link_of(engine: AsyncEngine, identity: str) -> str:
    """Return the code of a person's friend link, or "" if there is none."""
    query = select(profiles.c.friend_code).where(profiles.c.identity == identity)
    async with engine.connect() as connection:
        return (await connection.execute(query)).scalar() or ""


async def set_link(engine: AsyncEngine, identity: str, code: str) -> None:
    """Replace the code of a person's friend link."""

    def change(connection: Connection) -> None:
        ensure_profile(connection, identity)
        where = profiles.c.identity == identity
        connection.execute(update(profiles).where(where).values(friend_code=code))

    await database.write(engine, change)


async def owner_of_link(engine: AsyncEngine, code: str) -> PersonRow | None:
    """Return the person whose friend link this is, or None."""
    query = (
        select(identities.c.id, identities.c.name)
        .join(profiles, profiles.c.identity == identities.c.id)
        .where(profiles.c.friend_code == code)
    )
    async with engine.connect() as connection:
        row = (await connection.execute(query)).first()
    return None if row is None else PersonRow(*row)


async def friends_of(engine: AsyncEngine, identity: str) -> list[FriendRow]:
    """Return the friends of a person by name."""
    query = (
        select(identities.c.id, identities.c.name, func.coalesce(profiles.c.seen_at, 0))
        .join(friends, friends.c.friend == identities.c.id)
        .outerjoin(profiles, profiles.c.identity == identities.c.id)
        .where(friends.c.identity == identity)
        .order_by(identities.c.name, identities.c.id)
    )
    async with engine.connect() as connection:
        return [FriendRow(*row) for row in await connection.execute(query)]


async def are_friends(engine: AsyncEngine, one: str, other: str) -> bool:
    """Return True if two people are friends."""
    query = select(friends.c.at).where(friends.c.identity == one, friends.c.friend == other)
    async with engine.connect() as connection:
        return (await connection.execute(query)).first() is not None


async def befriend(engine: AsyncEngine, one: str, other: str, at: int) -> bool:
    """Make two people friends. Return False if one of them has too many."""

    def change(connection: Connection) -> bool:
        for identity, friend in ((one, other), (other, one)):
            theirs = friends.c.identity == identity
            if connection.execute(
                select(friends).where(theirs, friends.c.friend == friend)
            ).first():
                continue
            number = connection.execute(select(func.count()).where(theirs)).scalar_one()
            if number >= MAX_FRIENDS:
                connection.rollback()
                return False
            ensure_profile(connection, identity)
            connection.execute(insert(friends).values(identity=identity, friend=friend, at=at))
        return True

    return await database.write(engine, change)


async def part(engine: AsyncEngine, one: str, other: str) -> None:
    """End the friendship of two people."""
    await database.write(engine, lambda connection: _part(connection, one, other))


def _part(connection: Connection, one: str, other: str) -> None:
    for identity, friend in ((one, other), (other, one)):
        where = friends.c.identity == identity
        connection.execute(delete(friends).where(where, friends.c.friend == friend))


async def note_seen(engine: AsyncEngine, identity: str, at: int) -> None:
    """Note that a person with friends is here."""
    where = profiles.c.identity == identity
    query = update(profiles).where(where).values(seen_at=at)
    await database.write(engine, lambda connection: connection.execute(query))


# Blocked people.


async def blocked_by(engine: AsyncEngine, identity: str) -> list[PersonRow]:
    """Return the people whom a person has blocked, the newest first."""
    query = (
        select(blocks.c.whom, func.coalesce(identities.c.name, "—"))
        .outerjoin(identities, identities.c.id == blocks.c.whom)
        .where(blocks.c.identity == identity)
        .order_by(blocks.c.at.desc(), blocks.c.whom)
    )
    async with engine.connect() as connection:
        return [PersonRow(*row) for row in await connection.execute(query)]


async def set_blocked(
    engine: AsyncEngine, identity: str, whom: str, at: int, *, blocked: bool
) -> None:
    """Block or unblock a person. Blocking ends a friendship and takes invitations back."""
    own = blocks.c.identity == identity

    def change(connection: Connection) -> None:
        connection.execute(delete(blocks).where(own, blocks.c.whom == whom))
        if blocked:
            newest = select(blocks.c.whom).where(own).order_by(blocks.c.at.desc())
            surplus = list(connection.execute(newest.offset(MAX_BLOCKED - 1)).scalars())
            connection.execute(delete(blocks).where(own, blocks.c.whom.in_(surplus)))
            connection.execute(insert(blocks).values(identity=identity, whom=whom, at=at))
            _part(connection, identity, whom)
            for to, sender in ((identity, whom), (whom, identity)):
                where = invitations.c.identity == to
                connection.execute(delete(invitations).where(where, invitations.c.sender == sender))

    await database.write(engine, change)


async def apart(engine: AsyncEngine, identity: str, others: Iterable[str]) -> set[str]:
    """Return those of the others who have blocked a person, or whom the person has blocked."""
    people = {*others} - {identity, ""}
    if not people:
        return set()
    queries: tuple[Select[Any], ...] = (
        select(blocks.c.whom).where(blocks.c.identity == identity, blocks.c.whom.in_(people)),
        select(blocks.c.identity).where(blocks.c.whom == identity, blocks.c.identity.in_(people)),
    )
    async with engine.connect() as connection:
        found: set[str] = set()
        for query in queries:
            found |= {row[0] for row in await connection.execute(query)}
        return found


class SqlBlocks:
    """The blocks in the database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def apart(self, identity: str, others: Iterable[str]) -> set[str]:
        """Return those of the others who have blocked a person, or whom the person has blocked."""
        return await apart(self._engine, identity, others)


# Invitations.


async def invite(engine: AsyncEngine, identity: str, table: str, sender: str, at: int) -> None:
    """Invite a person to a table. A second invitation to it replaces the first."""
    own = invitations.c.identity == identity

    def change(connection: Connection) -> None:
        connection.execute(delete(invitations).where(own, invitations.c.table_id == table))
        newest = select(invitations.c.table_id).where(own).order_by(invitations.c.at.desc())
        surplus = list(connection.execute(newest.offset(MAX_INVITATIONS - 1)).scalars())
        connection.execute(delete(invitations).where(own, invitations.c.table_id.in_(surplus)))
        row = {"identity": identity, "table_id": table, "sender": sender, "at": at}
        connection.execute(insert(invitations).values(**row))

    await database.write(engine, change)


async def invitations_to(engine: AsyncEngine, identity: str) -> list[InvitationRow]:
    """Return the invitations of a person, the newest first."""
    query = (
        select(invitations.c.table_id, identities.c.name, invitations.c.at)
        .join(identities, identities.c.id == invitations.c.sender)
        .where(invitations.c.identity == identity)
        .order_by(invitations.c.at.desc(), invitations.c.table_id)
    )
    async with engine.connect() as connection:
        return [InvitationRow(*row) for row in await connection.execute(query)]


async def decline(engine: AsyncEngine, identity: str, tables: list[str]) -> None:
    """Delete the invitations of a person to these tables."""
    where = invitations.c.identity == identity
    query = delete(invitations).where(where, invitations.c.table_id.in_(tables))
    await database.write(engine, lambda connection: connection.execute(query))


# Everyone.


def ensure_profile(connection: Connection, identity: str) -> None:
    """Add the profile of a person, unless there is one."""
    found = select(profiles.c.identity).where(profiles.c.identity == identity)
    if connection.execute(found).first() is None:
        row = {"identity": identity, "friend_code": None, "seen_at": 0, "ranked_since": None}
        connection.execute(insert(profiles).values(**row))


def forget_people(connection: Connection, people: Any) -> None:
    """Delete everything about these people."""
    for column in (
        profiles.c.identity,
        friends.c.identity,
        friends.c.friend,
        blocks.c.identity,
        blocks.c.whom,
        invitations.c.identity,
        invitations.c.sender,
    ):
        connection.execute(delete(column.table).where(column.in_(people)))


def forget_tables(connection: Connection, tables: list[str]) -> None:
    """Delete the invitations to these tables."""
    connection.execute(delete(invitations).where(invitations.c.table_id.in_(tables)))
