"""Where requests come from: what counts as one place, and where somebody was last."""

from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from cartagena.errors import CartagenaError

_REMEMBERED: Final = 100_000
_READ: Final = 4_000
"""Addresses that need not be read again."""
_IPV6_NETWORK: Final = 64
"""The bits of an IPv6 address that name a network: whoever has one has all addresses in it."""


@lru_cache(_READ)
def network(address: str) -> str:
    """The place that limits are counted by: an IPv4 address, or a network of IPv6."""
    try:
        read = ip_address(address)
    except ValueError:
        return address
    if not isinstance(read, IPv6Address):
        return address
    if read.ipv4_mapped is not None:
        return str(read.ipv4_mapped)
    host_bits = 128 - _IPV6_NETWORK
    return f"{IPv6Address(int(read) >> host_bits << host_bits)}/{_IPV6_NETWORK}"


class LastSeenNetworks:
    """From where each identity sent its last request to this node; nothing of it is stored."""

    def __init__(self) -> None:
        self._places: OrderedDict[str, str] = OrderedDict()

    def note(self, identity: str, place: str) -> None:
        """Somebody has sent a request."""
        self._places[identity] = place
        self._places.move_to_end(identity)
        if len(self._places) > _REMEMBERED:
            self._places.popitem(last=False)

    def of(self, identity: str) -> str:
        """The place; for somebody who was not here yet, the identity itself."""
        return self._places.get(identity, identity)


class Proxies:
    """The proxies whose word is taken for where a request comes from."""

    def __init__(self, networks: str) -> None:
        """Addresses or networks, separated by commas."""
        try:
            self._networks = [ip_network(each.strip()) for each in networks.split(",") if each]
        except ValueError:
            raise CartagenaError(
                f"trusted_proxies cannot be {networks!r}: it is a list of addresses or networks."
            ) from None

    def include(self, address: str) -> bool:
        """Whether this is the address of such a proxy."""
        try:
            read = ip_address(address)
        except ValueError:
            return False
        if isinstance(read, IPv6Address) and read.ipv4_mapped is not None:
            read = read.ipv4_mapped
        return any(read in each for each in self._networks)
