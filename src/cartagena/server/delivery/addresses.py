"""The addresses to which notices may be sent. Nobody may use the server to reach its own network."""

import asyncio
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from cartagena.server.errors import Invalid

PUSH_SERVICES: Final = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""The push services of the common browsers. Subdomains count, too."""
LOUD_SERVICES: Final = ("push.apple.com",)
"""Services whose browsers block a page that receives a message without showing a notification."""
WEBHOOK_HOSTS: Final = {
    "discord": ("discord.com", "discordapp.com"),
    "slack": ("hooks.slack.com",),
}
MAX_LENGTH: Final = 1000
"""Maximum length of an address."""
_TRANSLATED: Final = (
    ip_network("64:ff9b::/96"),
    ip_network("64:ff9b:1::/48"),
    ip_network("2002::/16"),
    ip_network("2001::/32"),
)
"""IPv6 addresses that contain an IPv4 address, which might be private."""


class Unreachable(Exception):  # noqa: N818
    """Raised when a name has no address, for now."""


class AddressRefused(Exception):  # noqa: N818
    """Raised when a name leads to a forbidden address."""


class Route(NamedTuple):
    """The address to connect to, found once, so that it cannot change after the check."""

    host: str
    ip: str
    port: int
    secure: bool


class AddressRules:
    """Decides where notices may be sent."""

    def __init__(self, push_services: str = "", *, allow_loopback: bool = False) -> None:
        """Read more push services, separated by commas. Only tests allow this machine itself."""
        more = (each.strip().lower() for each in push_services.split(","))
        self._push_services = (*PUSH_SERVICES, *filter(None, more))
        self._allow_loopback = allow_loopback

    def check_push(self, address: str) -> None:
        """Raise `Invalid` if this is not the address of a known push service."""
        host = self._read(address).hostname or ""
        if not (is_of(host, self._push_services) or self._is_loopback(host)):
            raise Invalid("This server doesn’t know your browser’s push service.")

    def check_webhook(self, kind: str, address: str) -> None:
        """Raise `Invalid` if this cannot be the address of a webhook of this kind."""
        host = self._read(address).hostname or ""
        hosts = WEBHOOK_HOSTS.get(kind)
        if hosts and not (is_of(host, hosts) or self._is_loopback(host)):
            raise Invalid("This address doesn’t belong to the service you chose.")

    def _read(self, address: str) -> SplitResult:
        try:
            parts = urlsplit(address)
            port = parts.port
        except ValueError:
            raise Invalid("This isn’t a web address.") from None
        host = parts.hostname or ""
        is_plain = address.isascii() and address.isprintable() and len(address) <= MAX_LENGTH
        if not (is_plain and host and " " not in address) or "@" in parts.netloc:
            raise Invalid("This isn’t a web address.")
        if parts.scheme == "http" and self._is_loopback(host):
            return parts
        if parts.scheme != "https" or port not in (None, 443):
            raise Invalid("The address must begin with https:// and use the usual port.")
        return parts

    def _is_loopback(self, host: str) -> bool:
        try:
            return self._allow_loopback and ip_address(host).is_loopback
        except ValueError:
            return self._allow_loopback and host == "localhost"

    async def route(self, address: str) -> Route:
        """Find the address to connect to. Raises `AddressRefused` or `Unreachable`."""
        try:
            parts = self._read(address)
        except Invalid as error:
            raise AddressRefused(str(error)) from None
        host, secure = parts.hostname or "", parts.scheme == "https"
        port = parts.port or (443 if secure else 80)
        try:
            infos = await asyncio.get_running_loop().getaddrinfo(
                host, port, type=socket.SOCK_STREAM
            )
        except (OSError, UnicodeError) as error:
            raise Unreachable(f"{host}: {error}") from None
        addresses = [str(one[4][0]) for one in infos]
        # One private address is enough to refuse the name: its owner controls all of them.
        if not addresses or not all(map(self._is_allowed, addresses)):
            raise AddressRefused(f"{host} leads to a private address")
        return Route(host, addresses[0], port, secure)

    def _is_allowed(self, text: str) -> bool:
        address = ip_address(text.partition("%")[0])
        return is_public(address) or (self._allow_loopback and address.is_loopback)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Return True for an address of the public internet."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if any(address in network for network in _TRANSLATED):
            return False
    return address.is_global and not (address.is_multicast or address.is_reserved)


def is_of(host: str, services: tuple[str, ...]) -> bool:
    """Return True if a host is one of these, or a subdomain of one."""
    return any(host == service or host.endswith(f".{service}") for service in services)
