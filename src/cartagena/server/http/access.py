"""The checks that handlers make first."""

from cartagena.server.errors import Forbidden, TooMany, identity_required
from cartagena.server.http.caller import Caller
from cartagena.server.services import Services
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.table import Table


def require_identity(caller: Caller) -> Identity:
    """Return the caller's identity. Raises `Unauthorized` if there is none."""
    if caller.identity is None:
        raise identity_required()
    return caller.identity


async def watchable_table(services: Services, name: str, caller: Caller) -> Table:
    """Return a table that the caller may watch. Raises `Forbidden` otherwise."""
    table = await services.registry.table(name)
    check_watchable(table, caller.identity_id)
    services.bus.notify_watched(name)
    return table


def count_event(services: Services, table: str, caller: Caller) -> None:
    """Count a request that may add to a table's log. Raises `TooMany`."""
    limit = services.limits.events
    wait = limit.take(f"{table} {caller.identity_id}", f"{table} {caller.network}")
    if wait:
        raise TooMany("Too many requests. Wait a moment.", wait)


def check_watchable(table: Table, identity: str) -> None:
    """Raise `Forbidden` if this identity may not watch the table."""
    if not table.may_be_watched_by(identity):
        raise Forbidden("This table doesn’t allow spectators.")
