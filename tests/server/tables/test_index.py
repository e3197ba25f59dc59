"""Status and due time in the database, derived from the table after each event."""

from random import Random

import pytest

from cartagena.server.storage.identities import Identity
from cartagena.server.tables import moves, seats
from cartagena.server.tables.decisions import AlreadyDone
from cartagena.server.tables.events import (
    Entry,
    Joined,
    Left,
    Resumed,
    Said,
    Started,
    TimedOut,
)
from cartagena.server.tables.index import new_members, new_row
from cartagena.server.tables.reducer import reduce_event
from tests.support.tables import ENTROPY, any_move, created, then


def test_nothing_is_due_at_a_new_table() -> None:
    row = new_row(created(), "an origin")
    assert (row["status"], row["due_at"], row["origin"]) == ("waiting", None, "an origin")
    assert (row["owner"], row["public"], row["created_at"]) == ("blue", True, 1000)


def test_a_move_between_people_without_a_time_limit_changes_no_column() -> None:
    table, columns = then(created(), Started(ENTROPY, []), 2000)
    assert columns == {"status": "running"}
    rng = Random(1)
    while table.status == "running":
        table, columns = then(table, any_move(table, rng), 3000)
        assert columns == ({} if table.status == "running" else {"status": "finished"})


def test_a_bot_is_due_at_once() -> None:
    table, columns = then(created(bots=("red",)), Started(ENTROPY, []), 2000)
    rng, at, was_due = Random(1), 2000, columns.get("due_at")
    assert was_due == (2000 if table.bot_to_move() else None)
    while table.status == "running":
        at += 1000
        table, columns = then(table, any_move(table, rng), at)
        if table.bot_to_move():
            assert columns == {"due_at": at}
        elif table.status == "running":
            assert columns == ({} if was_due is None else {"due_at": None})
        was_due = columns.get("due_at", was_due)
        if table.bot_to_move():
            assert then(table, Said("somebody", "x", "hello"), 4000)[1] == {}
    assert columns["status"] == "finished"
    assert table.due_at() is None


def test_nothing_is_due_at_a_table_of_bots_alone() -> None:
    """Bots play only while a client watches."""
    table, columns = then(created(bots=("blue", "red")), Started(ENTROPY, []), 2000)
    assert table.bot_to_move()
    assert columns == {"status": "running"}
    assert then(table, any_move(table, Random(1)), 3000)[1] == {}


def test_a_deadline_is_due_and_starts_with_the_first_choice_of_a_turn() -> None:
    table, columns = then(created(seconds=60), Started(ENTROPY, []), 2000)
    assert columns == {"status": "running", "due_at": 62_000}
    assert table.decider is not None
    first, rng = table.decider.colour, Random(3)
    while table.decider is not None and table.decider.colour == first:
        table, columns = then(table, any_move(table, rng), 9000)
    assert columns == {"due_at": 69_000}
    assert table.decider is not None
    absent = table.decider.colour
    table, columns = then(table, TimedOut(absent), 70_000)
    assert columns == {"due_at": 70_000}
    assert table.bot_to_move() == "drunk"
    table, columns = then(table, Resumed(absent, absent), 80_000)
    assert columns == {"due_at": 80_000}
    assert table.bot_to_move() == "drunk"
    table, columns = then(table, Left(absent, absent), 90_000)
    assert columns == {"due_at": 90_000}
    other = "red" if absent == "blue" else "blue"
    assert then(table, Left(other, other), 95_000)[1] == {"due_at": None}


def test_members_are_the_people_with_a_seat() -> None:
    table = created(bots=("red",))
    assert new_members(table.setup) == ("blue",)
    assert new_members(Joined("red", "cleo", "Cleo")) == ("cleo",)
    assert new_members(Left("red", "cleo")) == ()


def test_decisions_do_not_change_the_table() -> None:
    table = reduce_event(created(seconds=1), Entry(2, 1000, Started(ENTROPY, [])))
    assert table.game is not None
    before = (table.game.position(), table.seq, list(table.movers), dict(table.handled))
    move = table.game.legal_moves[0].text
    decided = moves.bot_move(move, table.game_seq)
    with pytest.raises(AlreadyDone):
        decided(table, 0)
    with pytest.raises(AlreadyDone):
        moves.time_out(table.game_seq)(table, 1999)
    assert moves.time_out(table.game_seq)(table, 2000) == TimedOut(table.game.decider)
    leave = seats.leave("blue", Identity("blue", "Blue"), None)
    assert leave(table, 0) == Left("blue", "blue")
    after = (table.game.position(), table.seq, list(table.movers), dict(table.handled))
    assert after == before
