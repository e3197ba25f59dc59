"""Tables built from events, without a server."""

from random import Random
from typing import Any

from cartagena.server.tables.events import Created, Entry, Event, Moved, SeatPlan
from cartagena.server.tables.index import changed_columns
from cartagena.server.tables.reducer import reduce_event, replay_events
from cartagena.server.tables.table import Table

ENTROPY = {"blue": "11" * 16, "red": "22" * 16}


def created(
    seconds: int = 0, *, bots: tuple[str, ...] = (), free: tuple[str, ...] = (), **more: Any
) -> Table:
    """Return a table of blue, who owns it, and red."""
    plans = [
        SeatPlan(colour, "bot", "drunk")
        if colour in bots
        else SeatPlan(colour, "open")
        if colour in free
        else SeatPlan(colour, "player", identity=colour, name=colour)
        for colour in ENTROPY
    ]
    event = Created(
        owner="blue",
        name="x",
        rules={"preset": "short", "turn_limit": 12},
        seats=plans,
        seconds=seconds,
        substitute="drunk",
        secret="33" * 32,
        **{"public": True, "spectators": True, **more},
    )
    return replay_events("abcdefghijklmnop", [Entry(1, 1000, event)])


def then(table: Table, event: Event, at: int) -> tuple[Table, dict[str, object]]:
    """Return the table after an event, and the columns that have changed."""
    after = reduce_event(table, Entry(table.seq + 1, at, event))
    return after, changed_columns(table, after)


def any_move(table: Table, rng: Random) -> Moved:
    """Return a random move of the player to move."""
    assert table.game is not None
    return Moved(table.game.decider, rng.choice(table.game.legal_moves).text, "player")
