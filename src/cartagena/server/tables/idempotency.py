"""Idempotency keys: a request that is sent again has no second effect and gets the same response.

The key is part of the event that the request led to, so it is as durable as the effect and known to
every node. `Table.handled` is the store: which event each key of each identity led to.
"""

from cartagena.server.errors import Invalid
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.decisions import AlreadyDone, Decision
from cartagena.server.tables.events import Event
from cartagena.server.tables.table import Handled, Table


def once(decide: Decision, who: Identity, key: str | None, kind: type[Event]) -> Decision:
    """A decision that is made once for each key; a key used for another kind is refused."""
    if key is None:
        return decide

    def decide_once(table: Table, now: int) -> Event:
        known = handled(table, who, key)
        if known is None:
            return decide(table, now)
        if known.kind is not kind:
            raise Invalid("This idempotency key was already used for something else.", "key-used")
        raise AlreadyDone

    return decide_once


def handled(table: Table, who: Identity, key: str | None) -> Handled | None:
    """What a request with this key led to, if it was handled before."""
    return None if key is None else table.handled.get((who.id, key))
