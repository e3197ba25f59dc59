"""Notices go to public addresses only, which are looked up once."""

import asyncio
import socket
from ipaddress import ip_address
from typing import Any

import pytest

from cartagena.server.delivery.addresses import AddressRefused, AddressRules, is_public
from cartagena.server.delivery.posting import HttpPost, Letter
from cartagena.server.errors import Invalid
from tests.support.receiver import receiving

RULES = AddressRules("push.example.org")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fd00::1",
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2001:0:7f00:1::",
        "ff02::1",
    ],
)
def test_refuses_private_addresses(address: str) -> None:
    assert not is_public(ip_address(address))


def test_allows_public_addresses() -> None:
    assert is_public(ip_address("93.184.216.34"))
    assert is_public(ip_address("2606:4700::1111"))
    assert is_public(ip_address("::ffff:93.184.216.34"))


def test_knows_push_services_by_their_names() -> None:
    for host in (
        "fcm.googleapis.com",
        "web.push.apple.com",
        "push.example.org",
        "a.push.example.org",
    ):
        RULES.check_push(f"https://{host}/x")
    for host in ("example.org", "fcm.googleapis.com.example.org", "xpush.example.org"):
        with pytest.raises(Invalid):
            RULES.check_push(f"https://{host}/x")


def test_webhooks_have_their_hosts() -> None:
    RULES.check_webhook("discord", "https://discord.com/api/webhooks/1/x")
    RULES.check_webhook("slack", "https://hooks.slack.com/services/x")
    RULES.check_webhook("json", "https://example.org/x")
    for kind, address in (
        ("discord", "https://example.org/api/webhooks/1/x"),
        ("slack", "https://slack.com.example.org/x"),
        ("json", "http://example.org/x"),
        ("json", "https://user:password@example.org/x"),
        ("ntfy", "https://example.org:22/x"),
        ("json", "https://exämple.org/x"),
    ):
        with pytest.raises(Invalid):
            RULES.check_webhook(kind, address)


@pytest.mark.parametrize("answers", [["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["::1"]])
async def test_refuses_names_that_lead_to_private_addresses(
    answers: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One private address is enough: the owner of a name controls all of its addresses."""

    async def getaddrinfo(*_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in answers]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", getaddrinfo, raising=False)
    with pytest.raises(AddressRefused):
        await RULES.route("https://example.org/x")


async def test_connects_to_the_address_that_was_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is looked up once: a second answer could be a private address."""
    lookups = []

    async def getaddrinfo(host: str, port: int, **_: Any) -> list[Any]:
        lookups.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    rules = AddressRules(allow_loopback=True)
    with receiving() as receiver:
        port = receiver.url.rpartition(":")[2]
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", getaddrinfo, raising=False)
        post = HttpPost(rules)
        reply = await post.send(Letter(f"http://localhost:{port}/x?y=1", {"a": "b"}, b"body"))
        await post.close()
    assert reply.is_delivered
    assert lookups == ["localhost"]
    received = receiver.requests[0]
    assert (received.path, received.body) == ("/x?y=1", b"body")
    assert received.headers["host"] == f"localhost:{port}"


async def test_a_refused_connection_may_be_tried_again() -> None:
    post = HttpPost(AddressRules(allow_loopback=True))
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    reply = await post.send(Letter(f"http://127.0.0.1:{port}/", {}, b""))
    await post.close()
    assert (reply.status, reply.may_succeed_later) == (0, True)
