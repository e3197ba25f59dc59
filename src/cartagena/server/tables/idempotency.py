"""Asked twice, done once: what a request's key did at a table.

The key is part of the event that it led to, so that it is as durable as its effect and known to
every node. Moves, undoing and talk have answers of their own: see `playing`.
"""

from cartagena.server.api.problems import mistake
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.events import Event
from cartagena.server.tables.registry import Decision, Harbour, Settled, Step
from cartagena.server.tables.table import Table


def once(decide: Decision, who: Identity, key: str | None, kind: type[Event]) -> Decision:
    """The decision for an event of this kind, unless a request with this key was met before."""
    if key is None:
        return decide

    def decide_once(table: Table) -> Step:
        met = table.keyed.get((who.id, key))
        if met is not None and met[1] is kind:
            raise Settled
        if met is not None or (who.id, key) in table.answers:
            raise mistake("This idempotency key was already used for something else.", "key-used")
        return decide(table)

    return decide_once


async def as_answered(harbour: Harbour, table: Table, who: Identity, key: str | None) -> Table:
    """The table as it was when a request with this key was met first; now, without a key."""
    met = table.keyed.get((who.id, key)) if key is not None else None
    return table if met is None or met[0] == table.seq else await harbour.past(table.id, met[0])
