"""Limits on the number and cost of requests, by network and by identity."""

import asyncio
from typing import Final

from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.entropy import SYSTEM_ENTROPY, Entropy
from cartagena.server.errors import TooMany
from cartagena.server.http.caller import Caller
from cartagena.server.rate_limit import TokenBucket
from cartagena.server.settings import Settings

_PROBES_PER_SECOND: Final = 100.0
"""Average rate of operators' requests per network. They are limited separately."""
_TARPIT: Final = (0.5, 1.0)
"""Range of the random delay in seconds before a rate-limited network gets its 429."""


class RequestLimits:
    """The token buckets that every request is charged to."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock = SYSTEM_CLOCK,
        entropy: Entropy = SYSTEM_ENTROPY,
    ) -> None:
        self._entropy = entropy
        self._identities = TokenBucket(settings.requests_per_second, settings.request_burst, clock)
        self._networks = TokenBucket(
            settings.address_requests_per_second, settings.address_request_burst, clock
        )
        self._probes = TokenBucket(_PROBES_PER_SECOND, 10 * _PROBES_PER_SECOND, clock)

    async def charge_probe(self, network: str) -> None:
        """Charge a network for a request of an operator. Raises `TooMany`."""
        await self._refuse_slowly(self._probes.take(network))

    async def charge_network(self, network: str, units: float) -> None:
        """Charge a network for a request. Raises `TooMany` after a delay if it has no tokens left."""
        await self._refuse_slowly(self._networks.take(network, units))

    def charge_identity(self, identity: str, units: float) -> None:
        """Charge an identity for a request. Raises `TooMany`."""
        _refuse(self._identities.take(identity, units))

    async def charge(self, caller: Caller, units: float) -> None:
        """Charge the network of a caller and, if it has one, its identity. Raises `TooMany`."""
        await self.charge_network(caller.network, units)
        if caller.identity_id:
            self.charge_identity(caller.identity_id, units)

    async def _refuse_slowly(self, wait: float) -> None:
        if wait:
            # A client that never waits must not keep the server busy with refusals.
            await asyncio.sleep(self._entropy.uniform(*_TARPIT))
            _refuse(wait)


def _refuse(wait: float) -> None:
    if wait:
        raise TooMany("Too many requests. Wait a moment.", wait)
