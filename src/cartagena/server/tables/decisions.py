"""Decisions: pure functions that look at a table and return the event that happens next.

A decision changes nothing. The registry makes its event durable, and everything that follows from
the event (status, next seat, due time) is derived from the table after it.

A request may carry an idempotency key. If it is sent again, it has no second effect and gets the
same response. The key is part of the request's event, so it is as durable as the effect and known
to every node. `Table.handled` has the event of each key of each identity.
"""

from collections.abc import Callable

from cartagena.server.errors import Invalid
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.events import Event
from cartagena.server.tables.table import HandledRequest, Table

Decision = Callable[[Table, int], Event]
"""From a table and the current time to the next event. Raises a `Refusal`, or `AlreadyDone`."""


class AlreadyDone(Exception):  # noqa: N818
    """Raised by a decision if the requested event has already happened."""


def once(decide: Decision, who: Identity, key: str | None, kind: type[Event]) -> Decision:
    """Return a decision that is made once per key. Refuses a key of another kind of request."""
    if key is None:
        return decide

    def decide_once(table: Table, now: int) -> Event:
        earlier = handled_request(table, who, key)
        if earlier is None:
            return decide(table, now)
        if earlier.kind is not kind:
            raise Invalid("This idempotency key was already used for something else.", "key-used")
        raise AlreadyDone

    return decide_once


def handled_request(table: Table, who: Identity, key: str | None) -> HandledRequest | None:
    """Return the result of a request with this key, if it was handled before."""
    return None if key is None else table.handled.get((who.id, key))
