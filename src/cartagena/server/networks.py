"""Client networks: the unit of rate limits, and the last network of each identity."""

from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from cartagena.errors import CartagenaError

_REMEMBERED: Final = 100_000
_CACHED: Final = 4_000
"""Size of the cache of parsed addresses."""
_IPV6_NETWORK: Final = 64
"""Prefix length of an IPv6 network. One client usually owns all addresses in it."""


@lru_cache(_CACHED)
def network(address: str) -> str:
    """Return the network by which limits are counted: an IPv4 address, or an IPv6 network."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    host_bits = 128 - _IPV6_NETWORK
    return f"{IPv6Address(int(parsed) >> host_bits << host_bits)}/{_IPV6_NETWORK}"


class LastSeenNetworks:
    """The network from which each identity last sent a request to this node. It is not stored."""

    def __init__(self) -> None:
        self._networks: OrderedDict[str, str] = OrderedDict()

    def note(self, identity: str, network: str) -> None:
        """Record that an identity has sent a request."""
        self._networks[identity] = network
        self._networks.move_to_end(identity)
        if len(self._networks) > _REMEMBERED:
            self._networks.popitem(last=False)

    def of(self, identity: str) -> str:
        """Return the network of an identity, or the identity itself if it is unknown here."""
        return self._networks.get(identity, identity)


class Proxies:
    """The proxies whose X-Forwarded-For header is trusted."""

    def __init__(self, networks: str) -> None:
        """Read addresses or networks, separated by commas."""
        try:
            self._networks = [ip_network(each.strip()) for each in networks.split(",") if each]
        except ValueError:
            raise CartagenaError(
                f"trusted_proxies must be a list of addresses or networks, not {networks!r}."
            ) from None

    def include(self, address: str) -> bool:
        """Return True if this is the address of a trusted proxy."""
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
            parsed = parsed.ipv4_mapped
        return any(parsed in each for each in self._networks)
