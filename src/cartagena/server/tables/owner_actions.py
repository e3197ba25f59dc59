"""Decisions of the owner: who created a table may remove people, and close it."""

from cartagena.server.errors import Conflict, Forbidden
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.decisions import AlreadyDone, Decision
from cartagena.server.tables.events import Closed, Event, Removed
from cartagena.server.tables.idempotency import once
from cartagena.server.tables.table import Table


def owner_only(table: Table, who: Identity) -> None:
    """Refuse everybody but the owner."""
    if table.setup.owner != who.id:
        raise Forbidden("Only the host can do this.")


def check_open(table: Table) -> None:
    """Refuse what cannot be done at a closed table."""
    if table.status == "closed":
        raise Conflict("closed", "The host has closed this table.")


def is_alone(table: Table, who: Identity) -> bool:
    """Whether nobody but somebody themselves sits at a table; bots do not count."""
    return all(seat.identity in ("", who.id) for seat in table.seats)


def remove(colour: str, who: Identity, key: str | None) -> Decision:
    """Free the seat of somebody else; in a running game only if their time ran out."""

    def decide(table: Table, _now: int) -> Event:
        owner_only(table, who)
        check_open(table)
        seat = table.seat(colour)
        if seat is None or seat.kind != "player":
            raise AlreadyDone
        if seat.identity == who.id:
            raise Conflict("own-seat", "The {colour} seat is your own.", colour=colour)
        if table.status == "finished":
            raise Conflict("over", "The game is already over.")
        if table.status == "running" and not seat.substitute:
            raise Conflict(
                "present",
                "Once the game has started, only players who ran out of time can be removed.",
            )
        return Removed(colour, who.id, key or "")

    return once(decide, who, key, Removed)


def end() -> Decision:
    """End a table for good, as the operator of the server."""

    def decide(table: Table, _now: int) -> Event:
        if table.status in ("closed", "finished"):
            raise AlreadyDone
        return Closed()

    return decide


def close(who: Identity, key: str | None) -> Decision:
    """End a table for good, before the start or in the middle of a game."""

    def decide(table: Table, _now: int) -> Event:
        owner_only(table, who)
        if table.status == "closed":
            raise AlreadyDone
        if table.status == "finished":
            raise Conflict("over", "The game is already over.")
        return Closed(who.id, key or "")

    return once(decide, who, key, Closed)


def close_if_alone(who: Identity) -> Decision:
    """End a table that waits, unless somebody else has sat down there."""

    def decide(table: Table, _now: int) -> Event:
        owner_only(table, who)
        if table.status != "waiting" or not is_alone(table, who):
            raise AlreadyDone
        return Closed(who.id)

    return decide
