"""Decisions of a table's owner, the host: removing people, and closing the table."""

from cartagena.server.errors import Conflict, Forbidden
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.decisions import AlreadyDone, Decision, once
from cartagena.server.tables.events import Closed, Event, Removed
from cartagena.server.tables.table import Table


def check_owner(table: Table, who: Identity) -> None:
    """Raise `Forbidden` unless this is the owner."""
    if table.setup.owner != who.id:
        raise Forbidden("Only the host can do this.")


def check_open(table: Table) -> None:
    """Raise `Conflict` if the table is closed."""
    if table.status == "closed":
        raise Conflict("closed", "The host has closed this table.")


def check_revealed(table: Table) -> None:
    """Raise `Conflict` unless the game is over and nobody plays with the same cards."""
    check_open(table)
    if table.status != "finished":
        raise Conflict("running", "The game isn’t over yet, so hidden cards stay hidden.")
    if table.is_sealed:
        raise Conflict(
            "sealed", "Others still play with the same cards, so they stay hidden for now."
        )


def check_alone_with_its_deal(table: Table) -> None:
    """Raise `Conflict` if the table is one of several with equal deals, which end together."""
    if table.setup.duplicate:
        raise Conflict(
            "duplicate", "Other tables play with the same cards, so this isn’t possible."
        )


def is_alone(table: Table, who: Identity) -> bool:
    """Return True if `who` is the only person at the table."""
    return all(seat.identity in ("", who.id) for seat in table.seats)


def remove(colour: str, who: Identity, key: str | None) -> Decision:
    """Free the seat of another person; in a running game, only if their time ran out."""

    def decide(table: Table, _now: int) -> Event:
        check_owner(table, who)
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


def close_as_operator() -> Decision:
    """Close a table, as the operator of the server."""

    def decide(table: Table, _now: int) -> Event:
        if table.status in ("closed", "finished"):
            raise AlreadyDone
        return Closed()

    return decide


def close(who: Identity, key: str | None) -> Decision:
    """Close a table, before the start or in the middle of a game."""

    def decide(table: Table, _now: int) -> Event:
        check_owner(table, who)
        if table.status == "closed":
            raise AlreadyDone
        if table.status == "finished":
            raise Conflict("over", "The game is already over.")
        check_alone_with_its_deal(table)
        return Closed(who.id, key or "")

    return once(decide, who, key, Closed)


def close_if_alone(who: Identity) -> Decision:
    """Close a waiting table, unless another person has taken a seat."""

    def decide(table: Table, _now: int) -> Event:
        check_owner(table, who)
        if table.status != "waiting" or not is_alone(table, who):
            raise AlreadyDone
        return Closed(who.id)

    return decide
