"""Notifications arrive unchanged and respect the size limit of NOTIFY."""

from cartagena.server.storage import notifications
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.tables.events import Entry, Moved, Said, decode, encode


def stored(seq: int, text: str) -> StoredEvent:
    return StoredEvent(seq, 1000 + seq, encode(Said("anna", "Anna", text)))


def test_an_event_arrives_unchanged() -> None:
    event = Moved("blue", "rum jail-3", "player", "anna", "key \u2028 ☠")
    payloads = notifications.payloads([("t", StoredEvent(7, 1234, encode(event)))])
    (received,) = notifications.read(payloads[0])
    assert (received.table, received.seq) == ("t", 7)
    assert received.stored is not None
    assert decode(received.stored) == Entry(7, 1234, event)


def test_payloads_respect_the_limit_of_postgresql() -> None:
    events = [("table", stored(seq, "x" * 300)) for seq in range(1, 200)]
    payloads = notifications.payloads(events)
    assert 1 < len(payloads) < 20
    assert all(len(payload.encode()) < 8000 for payload in payloads)
    received = [notice for payload in payloads for notice in notifications.read(payload)]
    assert [notice.seq for notice in received] == list(range(1, 200))
    assert [decode(notice.stored) for notice in received if notice.stored] == [
        decode(event) for _, event in events
    ]


def test_a_long_event_is_sent_as_its_number() -> None:
    payloads = notifications.payloads([("t", stored(1, "☠" * 4000)), ("t", stored(2, "short"))])
    first, second = (notice for payload in payloads for notice in notifications.read(payload))
    assert (first.seq, first.stored) == (1, None)
    assert second.stored is not None
