"""Twins: copies of a table in which everything that a viewer may not know is dealt again.

A twin must send the viewer the same bytes.
"""

import re
from dataclasses import replace
from typing import Any, Final

import msgspec
from numpy.typing import NDArray

from cartagena.game import Game
from cartagena.rules import batch
from cartagena.rules.chance.seeds import key_words
from cartagena.rules.state import new_scratches, new_states
from cartagena.server.streams.broadcaster import render
from cartagena.server.tables.events import Entry
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import EventView, snapshot

_SEED: Final = 7
_SCRATCHES: Final = new_scratches()
_UNDO: Final = re.compile(rb'"undo":(true|false)')
"""Depends on what the last move revealed, which a twin does not remember."""


def twin(table: Table, identity: str) -> Table | None:
    """Return a twin of a table for an identity with one seat, or for a spectator.

    A spectator knows less than any seat. An identity with two seats has no twin.
    """
    game, seats = table.game, table.seats_of(identity)
    if game is None or game.over or len(seats) > 1:
        return None
    players = game.players
    seat = seats[0] if seats else players[table.seq % len(players)]
    states = _sampled(game, seat)
    if game.rules.supply == "row" and not game.rules.magic:
        # Everybody saw what was taken from the row, so both tables remember the same.
        states["known"] = game.packed_state()["known"]
    return replace(table, game=game.with_packed_state(states))


def _sampled(game: Game, seat: str) -> NDArray[Any]:
    """Return the states of `game.sample`, which takes ten times as long because it writes text."""
    states = new_states(1)
    batch.write_sample(game.packed_view(seat), 0, states, 0, key_words(_SEED), _SCRATCHES)
    return states


def sends_same_event(table: Table, entry: Entry, identity: str, data: bytes) -> bool:
    """Return True if the event that was sent to an identity reveals nothing to it."""
    other = twin(table, identity)
    if other is None:
        return True
    sent = render(EventView(other, entry), entry, identity) or b""
    return _UNDO.sub(b"", sent[:-2]) == _UNDO.sub(b"", data)


def sends_same_snapshot(
    table: Table, identity: str, present: list[str], now: int, data: bytes
) -> bool:
    """Return True if the snapshot that was sent to an identity reveals nothing to it."""
    other = twin(table, identity)
    if other is None:
        return True
    sent = msgspec.json.encode(snapshot(other, identity, present, now))
    return _UNDO.sub(b"", sent) == _UNDO.sub(b"", data)
