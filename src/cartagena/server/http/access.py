"""Who sends a request, and what they may see: what handlers ask first."""

import msgspec

from cartagena.server.errors import Forbidden, identity_required
from cartagena.server.networks import network
from cartagena.server.services import Services
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.table import Table


class Caller(msgspec.Struct):
    """Who sends a request: an identity if one was shown, and always an address."""

    address: str
    identity: Identity | None = None
    token_hash: str = ""
    """The hash of the token by which the identity was shown."""

    @property
    def identity_id(self) -> str:
        """The id of the identity; empty if there is none."""
        return "" if self.identity is None else self.identity.id

    @property
    def place(self) -> str:
        """Where the request comes from, as limits count it."""
        return network(self.address)

    @property
    def limit_key(self) -> str:
        """What rate limits are counted by: the identity, or else the address."""
        return self.identity_id or self.place


def require_identity(caller: Caller) -> Identity:
    """The caller's identity; refused if there is none."""
    if caller.identity is None:
        raise identity_required()
    return caller.identity


async def watchable_table(services: Services, name: str, caller: Caller) -> Table:
    """The table of this name; refused if the caller may not watch it."""
    table = await services.registry.table(name)
    check_watchable(table, caller.identity_id)
    services.feed.watched(name)
    return table


def check_watchable(table: Table, identity: str) -> None:
    """Refuse somebody who may not watch this table."""
    if not table.may_be_watched_by(identity):
        raise Forbidden("This table doesn’t allow spectators.")
