"""Every event that a stream sends is as its type says, for players and for spectators."""

from random import Random
from typing import Any, get_args

import msgspec

from cartagena.protocol.events import TABLE_EVENTS
from cartagena.server.streams.sse import ALIVE, BYE
from cartagena.server.tables.events import (
    Closed,
    Contributed,
    Entry,
    Event,
    Joined,
    Left,
    Muted,
    PauseWanted,
    Rematched,
    Removed,
    Resumed,
    Said,
    SeatSet,
    Started,
    TimedOut,
    TimeRefunded,
    TurnEnded,
    Undone,
    event_name,
)
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import EventView, snapshot
from tests.support.tables import GIVEN, any_move, created, then


def check(name: str, told: Any) -> None:
    """Fails if a field is missing, of another type, or not described."""
    raw = msgspec.json.encode(told)
    msgspec.json.decode(raw, type=TABLE_EVENTS[name])
    described = {field.encode_name for field in msgspec.structs.fields(TABLE_EVENTS[name])}
    assert set(msgspec.json.decode(raw)) <= described


def told(table: Table, event: Event) -> Table:
    after, _ = then(table, event, 5000)
    view = EventView(after, Entry(after.seq, 5000, event))
    for identity in ("blue", "red", "nobody"):
        data = view.for_identity(identity)
        if data is not None:
            check(event_name(event), data)
        check("snapshot", snapshot(after, identity, [], 0))
    return after


def test_every_event_is_as_described() -> None:
    seen: set[type] = set()

    def all_of(table: Table, *events: Event) -> Table:
        for event in events:
            seen.add(type(event))
            table = told(table, event)
        return table

    waiting = created(free=("red",), budget=60, increment=5)
    check("created", EventView(waiting, Entry(1, 1, waiting.setup)).for_identity("blue"))
    seen.add(type(waiting.setup))
    all_of(waiting, SeatSet("red", "closed"), Closed("blue"))
    table = all_of(
        waiting,
        Joined("red", "red", "Red"),
        Removed("red", "blue"),
        Joined("red", "cleo", "Cleo"),
        Left("red", "cleo"),
        Joined("red", "red", "Red"),
        Contributed("red", "ab" * 16),
        Said("red", "Red", "ahoy", "red"),
        Muted("blue", "red", True),
        Muted("blue", "red", True, for_all=True),
        Started(GIVEN, []),
        PauseWanted("blue", True),
        TimeRefunded(1000, 2000),
    )
    rng = Random(3)
    all_of(table, any_move(table, rng), Undone("red"))
    later = table
    while not later.undo_window:
        move = any_move(later, rng)
        move.undo_window_ms = 3000
        later = all_of(later, move)
    all_of(later, TurnEnded(later.undo_seat))
    all_of(table, TimedOut("red"), Resumed("red", "red"), TimedOut("red"), Removed("red", "blue"))
    all_of(table, Left("red", "red"), Closed("blue"))
    while table.status == "running":
        table = all_of(table, any_move(table, rng))
    all_of(table, Rematched("another"))
    assert seen == set(get_args(Event))


def test_what_has_no_number_is_as_described() -> None:
    check("presence", {"present": ["a"], "now": 1})
    for raw, name in ((ALIVE, "alive"), (BYE, "bye")):
        assert f"event: {name}\n".encode() in raw
        check(name, msgspec.json.decode(raw.split(b"data: ")[1]))
