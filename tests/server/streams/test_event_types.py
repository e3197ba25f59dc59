"""Events are sent with the types that the protocol describes."""

from random import Random
from typing import get_args

import msgspec

from cartagena.protocol.events import TABLE_EVENTS
from cartagena.server.streams.sse import ALIVE, BYE
from cartagena.server.tables import events as ev
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import EventView
from tests.support.tables import ENTROPY, any_move, created, then


def check_views(after: Table, event: ev.Event) -> None:
    """Check what each viewer gets of an event that led to this table."""
    view = EventView(after, ev.Entry(after.seq, 5000, event))
    for identity in ("blue", "red", "nobody"):
        data = view.for_identity(identity)
        if data is not None:
            assert type(data) is TABLE_EVENTS[ev.event_name(event)]
            assert msgspec.json.decode(msgspec.json.encode(data), type=type(data)) == data


def test_every_event_has_its_type() -> None:
    kinds: set[type] = set()

    def check(table: Table, *events: ev.Event) -> Table:
        for event in events:
            kinds.add(type(event))
            table, _ = then(table, event, 5000)
            check_views(table, event)
        return table

    waiting = created(free=("red",), budget=60, increment=5)
    check_views(waiting, waiting.setup)
    kinds.add(ev.Created)
    check(waiting, ev.SeatSet("red", "closed"), ev.Closed("blue"))
    table = check(
        waiting,
        ev.Joined("red", "red", "Red"),
        ev.Removed("red", "blue"),
        ev.Joined("red", "cleo", "Cleo"),
        ev.Left("red", "cleo"),
        ev.Joined("red", "red", "Red"),
        ev.Contributed("red", "ab" * 16),
        ev.Said("red", "Red", "ahoy", "red"),
        ev.Muted("blue", "red", True),
        ev.Started(ENTROPY, []),
        ev.PauseWanted("blue", True),
        ev.Away("blue", 9000),
        ev.TimeRefunded(1000, 2000),
        ev.Unsealed(),
    )
    rng = Random(3)
    check(table, any_move(table, rng), ev.Undone("red"))
    later = table
    while not later.undo_window:
        move = any_move(later, rng)
        move.undo_window_ms = 3000
        later = check(later, move)
    check(later, ev.TurnEnded(later.undo_seat))
    check(
        table,
        ev.TimedOut("red"),
        ev.Resumed("red", "red"),
        ev.TimedOut("red"),
        ev.Removed("red", "blue"),
    )
    check(table, ev.Left("red", "red"), ev.Closed("blue"))
    while table.status == "running":
        table = check(table, any_move(table, rng))
    check(table, ev.Rematched("another"))
    assert kinds == set(get_args(ev.Event))


def test_events_without_a_number_have_their_type() -> None:
    for raw, name in ((ALIVE, "alive"), (BYE, "bye")):
        assert f"event: {name}\n".encode() in raw
        data = raw.split(b"data: ")[1]
        assert set(msgspec.json.decode(data)) == set(TABLE_EVENTS[name].__struct_fields__)
