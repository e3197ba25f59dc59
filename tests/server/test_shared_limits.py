"""Limits of an identity, next to those of its network: identities cost nothing."""

from pathlib import Path
from typing import Any

import pytest

from cartagena.server.limits import Limits
from cartagena.server.rate_limit import SHARING
from cartagena.server.settings import Settings
from tests.support.clocks import ManualClock
from tests.support.servers import Person, Server, me, plain_client, running

LIMITS = sorted(vars(Limits(Settings())))


@pytest.mark.parametrize("name", LIMITS)
def test_a_network_may_do_a_few_times_what_an_identity_may(name: str) -> None:
    limit = getattr(Limits(Settings(), ManualClock()), name)
    alone = 0
    while not limit.take("one", "alone"):
        alone += 1
    together = 0
    while not limit.take(f"identity {together}", "together"):
        together += 1
    assert alone > 1
    assert together == SHARING * alone
    assert not limit.take("another", "elsewhere")


def neighbour(server: Server, number: int) -> Person:
    """Return a person with an address of its own in one IPv6 network."""
    person = server.person(f"Neighbour {number}")
    person.http.headers["x-forwarded-for"] = f"2001:db8:7::{number:x}"
    return person


@pytest.mark.slow
def test_new_identities_and_guesses_are_limited_by_ipv6_network(tmp_path: Path) -> None:
    with (
        running(tmp_path, trust_proxy="yes", identities_per_minute="10") as server,
        plain_client(server.url, timeout=60) as http,
    ):

        def statuses(path: str, body: dict[str, Any], network: str) -> list[int]:
            return [
                http.post(
                    f"/api/v1/{path}",
                    json={**body, "kind": "token"},
                    headers={"x-forwarded-for": f"{network}::{number:x}"},
                ).status_code
                for number in range(12)
            ]

        made = statuses("identity", {"name": "Eve"}, "2001:db8:1:1")
        assert made == [201] * 10 + [429] * 2
        guessed = statuses("recovery", {"secret": "x" * 43}, "2001:db8:1:2")
        assert guessed == [404] * 10 + [429] * 2


@pytest.mark.slow
def test_a_crowd_of_one_network_cannot_fill_a_chat_or_a_log(tmp_path: Path) -> None:
    limits = {"chat_per_minute": "4", "events_per_second": "0.2"}
    with running(tmp_path, trust_proxy="yes", **limits) as server:
        anna = server.person("Anna")
        table = anna.table(me("blue"), me("red"))
        crowd = [neighbour(server, number) for number in range(7)]
        lines = [
            [person.post(f"/tables/{table}/chat", {"text": "Ahoy"}).status_code for _ in range(3)]
            for person in crowd
        ]
        assert lines == [[200, 200, 429]] * 5 + [[429] * 3] * 2
        assert anna.post(f"/tables/{table}/chat", {"text": "Welcome"}).status_code == 200
        other = anna.table(me("blue"), me("red"))
        anna.done(f"/tables/{other}/start")
        toggles = [
            anna.post(f"/tables/{other}/pause", {"paused": not number % 2}).status_code
            for number in range(8)
        ]
        assert toggles == [200] * 5 + [429] * 3, "with the start these are six events"
