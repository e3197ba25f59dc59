"""Client networks, by which limits are counted."""

import pytest

from cartagena.server.networks import LastSeenNetworks, network


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("unknown", "unknown"),
    ],
)
def test_an_ipv6_network_counts_as_one(address: str, expected: str) -> None:
    assert network(address) == expected


def test_remembers_the_last_network_of_an_identity() -> None:
    networks = LastSeenNetworks()
    assert networks.of("anna") == "anna"
    networks.note("anna", "192.0.2.7")
    networks.note("anna", "192.0.2.8")
    assert networks.of("anna") == "192.0.2.8"
