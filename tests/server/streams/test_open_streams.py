"""Open streams: they are counted, and end when their holder may no longer listen."""

import time
from pathlib import Path

import pytest

from cartagena.server.errors import TooMany
from cartagena.server.streams.sse import Holder, OpenStreams, Stream, Write
from tests.support.command import cartagena
from tests.support.servers import Listening, Person, Server, me, plain_client, running, seat

SECONDS = 5.0
"""Time within which all nodes end a stream."""


class SilentStream(Stream):
    """A stream that sends nothing."""

    async def _send_events(self, _write: Write) -> bool:
        return True

    def _on_disconnect(self) -> None:
        return


async def test_a_network_may_open_more_streams_than_one_identity() -> None:
    async def anybody(_: Holder) -> bool:
        return True

    streams = OpenStreams(2, anybody)
    for number in range(10):
        holder = Holder("2001:db8::1", "2001:db8::/64", f"identity {number // 2}")
        await streams.add(SilentStream(streams, holder))
    for identity in ("identity 0", "identity 9", ""):
        with pytest.raises(TooMany):
            streams.check(Holder("2001:db8::2", "2001:db8::/64", identity))
    streams.check(Holder("2001:db8:1::1", "2001:db8:1::/64", "identity 9"))


async def test_a_stream_ends_if_its_holder_was_signed_out_while_it_was_opened() -> None:
    welcome = {"anna"}

    async def may_listen(holder: Holder) -> bool:
        return holder.identity in welcome

    streams = OpenStreams(5, may_listen)
    late = SilentStream(streams, Holder("192.0.2.1", "192.0.2.1", "bert"))
    await streams.add(late)
    assert late.ended
    stays = SilentStream(streams, Holder("192.0.2.1", "192.0.2.1", "anna"))
    await streams.add(stays)
    await streams.review()
    assert not stays.ended
    welcome.clear()
    await streams.review("bert")
    assert not stays.ended
    await streams.review("anna")
    assert stays.ended


def ends_in_time(listening: Listening) -> bool:
    """Return True if a stream ends within the time. The events until then do not matter."""
    end = time.monotonic() + SECONDS + 5
    for _ in listening.lines:
        if time.monotonic() > end:
            return False
    return time.monotonic() <= end


def signed_in_elsewhere(server: Server, secret: str, name: str) -> Person:
    other = server.person(name)
    with plain_client(server.url, timeout=60) as http:
        body = {"secret": secret, "kind": "token"}
        token = http.post("/api/v1/recovery", json=body).json()["token"]
    other.http.headers["authorization"] = f"Bearer {token}"
    return other


@pytest.mark.slow
def test_revoked_banned_and_erased_people_hear_nothing_more(tmp_path: Path) -> None:
    where = ("--database", str(tmp_path / "test.db"))
    with running(tmp_path, keep_alive="0.5", trust_proxy="yes") as server:
        anna = server.person("Anna")
        table = anna.table(me("blue"), me("red"))
        anna.done(f"/tables/{table}/start")
        thief = signed_in_elsewhere(server, anna.done("/me/recovery")["secret"], "Thief")
        with thief.stream(table) as stolen, anna.stream(table) as own:
            assert next(stolen.events())[1] == "snapshot"
            anna.done("/me/recovery/revoke")
            assert ends_in_time(stolen)
            # The browser that revoked the link stays signed in, and its stream open.
            assert next(own.events())[1] == "snapshot"
            anna.done(f"/tables/{table}/chat", {"text": "Hello"})
            assert next(own.events())[1] == "said"
        assert thief.get("/me").status_code == 401
        for command in (("revoke", anna.id), ("ban", "2001:db8:7::7")):
            person = anna if command[0] == "revoke" else server.person("Eve")
            if command[0] == "ban":
                person.http.headers["x-forwarded-for"] = "2001:db8:7::1234"
            with person.stream(table) as listening:
                assert next(listening.events())[1] == "snapshot"
                assert cartagena("admin", *command, *where).returncode == 0
                assert ends_in_time(listening)


@pytest.mark.slow
def test_who_leaves_a_private_game_hears_nothing_more(server: Server) -> None:
    anna, bert = server.person("Anna"), server.person("Bert")
    table = anna.table(me("blue"), seat("red"), spectators=False)
    bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    with bert.stream(table) as listening:
        assert next(listening.events())[1] == "snapshot"
        bert.done(f"/tables/{table}/leave")
        kinds = [kind for _, kind, _ in listening.events()]
    assert "table" not in kinds
    assert bert.get(f"/tables/{table}").status_code == 403
