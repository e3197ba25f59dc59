"""Columns of the database that are derived from a table after each event.

The events are the source of truth. These columns only help to find tables: those that wait for
players, those where something is due, those where an identity sits.
"""

from typing import Any

from cartagena.server.tables.events import Created, Event, Joined
from cartagena.server.tables.table import Table


def new_row(table: Table, origin: str | None) -> dict[str, Any]:
    """Return the row of a new table."""
    return {
        "id": table.id,
        "public": table.setup.public,
        "owner": table.setup.owner,
        "created_at": table.created_at,
        "origin": origin,
        **_columns(table),
    }


def changed_columns(before: Table, after: Table) -> dict[str, Any]:
    """Return the columns that an event has changed. Most moves between people change none."""
    old, new = _columns(before), _columns(after)
    return {name: value for name, value in new.items() if value != old[name]}


def _columns(table: Table) -> dict[str, Any]:
    return {"status": table.status, "due_at": table.due_at()}


def new_members(event: Event) -> tuple[str, ...]:
    """Return the identities that an event seats at the table."""
    match event:
        case Created():
            return tuple({seat.identity: None for seat in event.seats if seat.identity})
        case Joined():
            return (event.identity,)
    return ()
