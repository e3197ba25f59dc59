"""Client networks."""

import pytest

from cartagena.server.networks import LastSeenNetworks, network


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("unknown", "unknown"),
    ],
)
def test_an_ipv6_network_counts_as_one(address: str, place: str) -> None:
    assert network(address) == place


def test_remembers_the_last_network() -> None:
    places = LastSeenNetworks()
    assert places.of("anna") == "anna"
    places.note("anna", "192.0.2.7")
    places.note("anna", "192.0.2.8")
    assert places.of("anna") == "192.0.2.8"
