"""The columns by which the database finds tables, derived from the table after each event.

The events are the truth; these columns only answer questions such as: which tables wait for
players, at which is something due, at which does somebody sit.
"""

from typing import Any

from cartagena.server.tables.events import Created, Event, Joined
from cartagena.server.tables.table import Table


def new_row(table: Table, origin: str | None) -> dict[str, Any]:
    """The row of a new table."""
    return {
        "id": table.id,
        "public": table.setup.public,
        "owner": table.setup.owner,
        "created_at": table.created_at,
        "origin": origin,
        **_columns(table),
    }


def changed_columns(before: Table, after: Table) -> dict[str, Any]:
    """The columns that an event has changed; with most moves between people, none."""
    old, new = _columns(before), _columns(after)
    return {name: value for name, value in new.items() if value != old[name]}


def _columns(table: Table) -> dict[str, Any]:
    return {"status": table.status, "due_at": table.due_at()}


def new_members(event: Event) -> tuple[str, ...]:
    """The identities that sit at the table since this event."""
    match event:
        case Created():
            return tuple({seat.identity: None for seat in event.seats if seat.identity})
        case Joined():
            return (event.identity,)
    return ()
