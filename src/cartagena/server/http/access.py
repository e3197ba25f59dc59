"""The caller of a request, and the checks that handlers make first."""

import msgspec

from cartagena.server.errors import Forbidden, identity_required
from cartagena.server.networks import network
from cartagena.server.services import Services
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.table import Table


class Caller(msgspec.Struct):
    """The sender of a request: always an address, and an identity if it sent a valid token."""

    address: str
    identity: Identity | None = None
    token_hash: str = ""
    """The hash of the token that proved the identity."""

    @property
    def identity_id(self) -> str:
        """Return the id of the identity, or an empty string."""
        return "" if self.identity is None else self.identity.id

    @property
    def network(self) -> str:
        """Return the network of the address, by which limits are counted."""
        return network(self.address)

    @property
    def limit_key(self) -> str:
        """Return the key of rate limits: the identity, or the network without one."""
        return self.identity_id or self.network


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


def check_watchable(table: Table, identity: str) -> None:
    """Raise `Forbidden` if this identity may not watch the table."""
    if not table.may_be_watched_by(identity):
        raise Forbidden("This table doesn’t allow spectators.")
