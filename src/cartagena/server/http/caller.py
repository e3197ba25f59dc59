"""The caller of a request."""

import msgspec

from cartagena.server.networks import network
from cartagena.server.storage.identities import Identity
from cartagena.server.streams.sse import Holder


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
    def holder(self) -> Holder:
        """Return who holds the streams that this request opens."""
        return Holder(self.address, self.network, self.identity_id, self.token_hash)
