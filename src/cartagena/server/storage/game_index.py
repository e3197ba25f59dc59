"""The stored index of finished games: their people, and the counters of their deals."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Integer, and_, case, cast, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.storage import database
from cartagena.server.storage.friends import ensure_profile
from cartagena.server.storage.schema import (
    events,
    friends,
    game_seats,
    identities,
    indexed_games,
    profiles,
    shuffle_counts,
    tables,
)


class Deal(NamedTuple):
    """The hands and the first player of a deal, as counters."""

    deck: str
    """The number of cards of each kind, in JSON."""
    players: int
    items: dict[str, int]
    """`hand SEAT KIND` counts cards, `first SEAT` counts games."""


class SeatRow(NamedTuple):
    """The result of a person in a game."""

    identity: str
    colour: str
    variant: str
    place: int
    left: bool
    began_at: int


class GameRow(NamedTuple):
    """A finished game."""

    table: str
    finished_at: int
    seats: Sequence[SeatRow]
    """The people, if at least two played."""
    deal: Deal | None
    shuffle: str
    """The name of the shuffle: tables of a contest share one, which counts once."""


class OpponentRow(NamedTuple):
    """The games of a person against another one."""

    identity: str
    name: str
    friend: bool
    games: int
    won: int
    lost: int


class RankedSeat(NamedTuple):
    """A person in a game that counts for ranks."""

    table: str
    identity: str
    place: int
    left: bool


async def missing(engine: AsyncEngine, most: int) -> list[str]:
    """Return tables that are over and that nobody has indexed. Contests that still play are left out."""
    indexed = select(indexed_games.c.table_id).where(indexed_games.c.table_id == tables.c.id)
    is_sealed = and_(
        events.c.body.contains('"duplicate":"'), ~events.c.body.contains('"duplicate":""')
    )
    query = (
        select(tables.c.id)
        .join(events, and_(events.c.table_id == tables.c.id, events.c.seq == 1))
        .where(tables.c.status.in_(("finished", "closed")), ~indexed.exists(), ~is_sealed)
        .order_by(tables.c.created_at, tables.c.id)
        .limit(most)
    )
    async with engine.connect() as connection:
        return list((await connection.execute(query)).scalars())


async def is_indexed(engine: AsyncEngine, table: str) -> bool:
    """Return True if a game is in the index."""
    query = select(indexed_games.c.table_id).where(indexed_games.c.table_id == table)
    async with engine.connect() as connection:
        return (await connection.execute(query)).first() is not None


async def add(engine: AsyncEngine, game: GameRow) -> bool:
    """Add a game. Return False if another node was first."""

    def change(connection: Connection) -> None:
        deal = game.deal
        same = select(indexed_games.c.table_id).where(indexed_games.c.shuffle == game.shuffle)
        if connection.execute(same).first() is not None:
            deal = None
        row = {"table_id": game.table, "shuffle": game.shuffle if deal else game.table}
        connection.execute(insert(indexed_games).values(**row))
        people = [seat.identity for seat in game.seats]
        since = dict(
            connection.execute(
                select(profiles.c.identity, profiles.c.ranked_since).where(
                    profiles.c.identity.in_(people), profiles.c.ranked_since.is_not(None)
                )
            ).all()
        )
        for seat in game.seats:
            values = {**seat._asdict(), "table_id": game.table, "finished_at": game.finished_at}
            began_at = values.pop("began_at")
            values["ranked"] = since.get(seat.identity, began_at) < began_at
            connection.execute(insert(game_seats).values(**values))
        if deal is not None:
            _count(connection, deal)

    try:
        await database.write(engine, change)
    except IntegrityError:
        return False
    return True


def _count(connection: Connection, deal: Deal) -> None:
    """Add a deal to the counters."""
    columns = shuffle_counts.c
    own = and_(columns.deck == deal.deck, columns.players == deal.players)
    stored = set(connection.execute(select(columns.item).where(own)).scalars())
    items = {**deal.items, "games": 1}
    for item, number in items.items():
        if item in stored:
            more = update(shuffle_counts).where(own, columns.item == item)
            connection.execute(more.values(number=columns.number + number))
        else:
            row = {"deck": deal.deck, "players": deal.players, "item": item, "number": number}
            connection.execute(insert(shuffle_counts).values(**row))


async def counters(engine: AsyncEngine) -> list[tuple[str, int, str, int]]:
    """Return all counters of deals: deck, players, item and number."""
    columns = shuffle_counts.c
    query = select(columns.deck, columns.players, columns.item, columns.number)
    async with engine.connect() as connection:
        return [tuple(row) for row in await connection.execute(query)]


async def opponents(engine: AsyncEngine, identity: str, most: int) -> list[OpponentRow]:
    """Return the people against whom a person has played, friends first, then by number of games."""
    own, other = game_seats.alias(), game_seats.alias()
    ahead = or_(
        and_(other.c.left, ~own.c.left),
        and_(own.c.left == other.c.left, own.c.place < other.c.place),
    )
    behind = or_(
        and_(own.c.left, ~other.c.left),
        and_(own.c.left == other.c.left, own.c.place > other.c.place),
    )
    is_friend = case((friends.c.friend.is_not(None), 1), else_=0)
    games = func.count().label("games")
    query = (
        select(
            other.c.identity,
            func.coalesce(identities.c.name, "—"),
            func.max(is_friend).label("friend"),
            games,
            func.sum(cast(ahead, Integer)),
            func.sum(cast(behind, Integer)),
        )
        .select_from(own)
        .join(other, and_(other.c.table_id == own.c.table_id, other.c.identity != own.c.identity))
        .outerjoin(identities, identities.c.id == other.c.identity)
        .outerjoin(
            friends, and_(friends.c.identity == identity, friends.c.friend == other.c.identity)
        )
        .where(own.c.identity == identity)
        .group_by(other.c.identity, identities.c.name)
        .order_by(func.max(is_friend).desc(), games.desc(), other.c.identity)
        .limit(most)
    )
    async with engine.connect() as connection:
        return [
            OpponentRow(one, name, bool(friend), games, won, lost)
            for one, name, friend, games, won, lost in await connection.execute(query)
        ]


# Ranks.


async def ranked_seats(engine: AsyncEngine, variant: str) -> list[RankedSeat]:
    """Return the people of games that count, in the order in which the games ended."""
    columns = game_seats.c
    query = (
        select(columns.table_id, columns.identity, columns.place, columns.left)
        .where(columns.variant == variant, columns.ranked)
        .order_by(columns.finished_at, columns.table_id, columns.identity)
    )
    async with engine.connect() as connection:
        return [RankedSeat(*row) for row in await connection.execute(query)]


async def ranked_people(engine: AsyncEngine) -> dict[str, str]:
    """Return the names of all people who want to be ranked, by id."""
    query = (
        select(identities.c.id, identities.c.name)
        .join(profiles, profiles.c.identity == identities.c.id)
        .where(profiles.c.ranked_since.is_not(None))
    )
    async with engine.connect() as connection:
        return {row[0]: row[1] for row in await connection.execute(query)}


async def set_ranked(engine: AsyncEngine, identity: str, since: int | None) -> None:
    """Note since when a person wants to be ranked. None if they do not."""

    def change(connection: Connection) -> None:
        ensure_profile(connection, identity)
        where = profiles.c.identity == identity
        if since is not None:  # Asking twice does not begin again.
            where &= profiles.c.ranked_since.is_(None)
        connection.execute(update(profiles).where(where).values(ranked_since=since))

    await database.write(engine, change)


def forget_tables(connection: Connection, names: list[str]) -> None:
    """Forget that these tables were indexed. Results and counters stay."""
    connection.execute(indexed_games.delete().where(indexed_games.c.table_id.in_(names)))


def forget_people(connection: Connection, people: Any) -> None:
    """Delete the results of these people."""
    connection.execute(game_seats.delete().where(game_seats.c.identity.in_(people)))
