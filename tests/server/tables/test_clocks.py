"""Time limits: per turn, or per game with an increment."""

from random import Random
from typing import Any

import pytest

from cartagena.protocol.requests import NewSeat, NewTable, Play, Undo
from cartagena.server.entropy import SYSTEM_ENTROPY
from cartagena.server.errors import Invalid, Refusal
from cartagena.server.storage.identities import Identity
from cartagena.server.storage.notifications import StoredEvent
from cartagena.server.storage.ports import Outage
from cartagena.server.tables import create, moves, seats
from cartagena.server.tables.clock_refund import refund
from cartagena.server.tables.decisions import Decision
from cartagena.server.tables.events import Moved, Resumed, Started, TimedOut, TimeRefunded, decode
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import legal_for, snapshot
from tests.support.tables import ENTROPY, any_move, created, then

MINUTE = 60_000


def begun(seconds: int = 0, **more: Any) -> Table:
    return then(created(seconds, **more), Started(ENTROPY, []), 1000)[0]


def asked(table: Table) -> str:
    assert table.decider is not None
    return table.decider.colour


def who(table: Table) -> Identity:
    return Identity(asked(table), "")


def play_until_decider_changes(table: Table, at: int, by: str = "player") -> Table:
    """Play at this moment until another player must choose, and return the table."""
    first, rng = asked(table), Random(5)
    while table.status == "running" and asked(table) == first:
        move = any_move(table, rng)
        table, _ = then(table, Moved(move.seat, move.move, by), at)  # type: ignore[arg-type]
    return table


def refusal(table: Table, decision: Decision) -> str:
    with pytest.raises(Refusal) as refused:
        decision(table, 0)
    return refused.value.kind


def test_returning_does_not_restore_the_time_of_a_turn() -> None:
    table = begun(60)
    absent = asked(table)
    assert table.deadline() == 61_000
    table, _ = then(table, TimedOut(absent), 61_000)
    table, _ = then(table, Resumed(absent, absent), 62_000)
    assert (table.bot_to_move(), table.deadline(), table.due_at()) == ("drunk", None, 62_000)
    assert legal_for(table, (absent,)) == []
    assert refusal(table, moves.play(Play("pass", table.game_seq, "k"), who(table))) == "bot-plays"
    table = play_until_decider_changes(table, 63_000, "substitute")
    table = play_until_decider_changes(table, 64_000)
    assert asked(table) == absent
    assert (table.bot_to_move(), table.deadline()) == ("", 124_000)


def test_a_returning_player_plays_the_next_turn() -> None:
    table = begun(60)
    absent = asked(table)
    table, _ = then(table, TimedOut(absent), 61_000)
    table = play_until_decider_changes(table, 62_000, "substitute")
    table = play_until_decider_changes(table, 63_000)
    assert table.bot_to_move() == "drunk"
    table, _ = then(table, Resumed(absent, absent), 63_100)
    assert table.bot_to_move() == "drunk"
    table = play_until_decider_changes(
        play_until_decider_changes(table, 64_000, "substitute"), 65_000
    )
    assert (asked(table), table.bot_to_move()) == (absent, "")


def test_refuses_undo_after_time_ran_out() -> None:
    table = begun(60)
    table, _ = then(table, any_move(table, Random(1)), 2000)
    table, _ = then(table, TimedOut(asked(table)), 61_000)
    undone = moves.undo(Undo(table.game_seq, "k"), who(table))
    assert refusal(table, undone) == "bot-plays"


def test_a_budget_loses_used_time_and_gains_the_increment() -> None:
    table = begun(budget=300, increment=10)
    one = asked(table)
    assert table.deadline() == 1000 + 310_000
    table = play_until_decider_changes(table, 1000 + 2 * MINUTE)
    left = snapshot(table, "", [], 0).time_left
    assert left[one] == 310_000 - 2 * MINUTE
    other = asked(table)
    assert left[other] == 310_000
    table = play_until_decider_changes(table, 1000 + 3 * MINUTE)
    assert asked(table) == one
    assert table.deadline() == 1000 + 3 * MINUTE + 310_000 - 2 * MINUTE + 10_000


def test_a_clock_that_goes_back_gives_no_time() -> None:
    table = begun(budget=60)
    one = asked(table)
    hour_before = 1000 - 60 * MINUTE
    table = play_until_decider_changes(table, hour_before)
    assert snapshot(table, "", [], 0).time_left[one] == 60_000


def test_a_used_up_budget_leaves_only_the_increment() -> None:
    for increment in (0, 10):
        table = begun(budget=60, increment=increment)
        absent = asked(table)
        table, _ = then(table, TimedOut(absent), 100_000)
        back = seats.return_to(absent, Identity(absent, ""), None)
        if not increment:
            assert refusal(table, back) == "time-up"
            continue
        table, _ = then(table, back(table, 101_000), 101_000)
        assert snapshot(table, "", [], 0).time_left[absent] == 0
        table = play_until_decider_changes(table, 102_000, "substitute")
        table = play_until_decider_changes(table, 103_000)
        assert (asked(table), table.deadline()) == (absent, 113_000)


def test_a_substitute_earns_no_time() -> None:
    table = begun(budget=60, increment=10)
    absent = asked(table)
    table, _ = then(table, TimedOut(absent), 100_000)
    for _ in range(3):
        table = play_until_decider_changes(table, 101_000, "substitute")
        table = play_until_decider_changes(table, 101_000)
    assert snapshot(table, "", [], 0).time_left[absent] == 0


def test_a_time_limit_is_per_turn_or_per_game() -> None:
    places = [NewSeat(colour="blue", kind="me"), NewSeat(colour="red", kind="bot")]
    owner = Identity("blue", "Blue")
    first_event = create.new_table(
        NewTable(seats=places, budget=300, increment=5), owner, SYSTEM_ENTROPY
    )
    assert (first_event.budget, first_event.increment, first_event.seconds) == (300, 5, 0)
    for wrong in (
        NewTable(seats=places, seconds=30, budget=300),
        NewTable(seats=places, increment=5),
    ):
        with pytest.raises(Invalid):
            create.new_table(wrong, owner, SYSTEM_ENTROPY)


def test_reads_a_table_stored_without_a_budget() -> None:
    body = (
        '{"type":"created","owner":"o","name":"x","rules":{"preset":"short"},"seats":[],'
        '"public":true,"spectators":true,"seconds":90,"substitute":"drunk","secret":"ab"}'
    )
    event = decode(StoredEvent(1, 1, body)).event
    assert (event.seconds, event.budget, event.increment) == (90, 0, 0)  # type: ignore[union-attr]


def test_refunds_an_outage_once_for_the_time_the_clock_ran() -> None:
    table = begun(60)
    outages = [Outage(0, 500), Outage(900, 21_000), Outage(40_000, 50_000)]
    event = refund(table, outages)
    assert event == TimeRefunded(20_000 + 10_000, 50_000)
    extended, columns = then(table, event, 50_000)
    assert extended.deadline() == 61_000 + 30_000
    assert columns == {"due_at": 91_000}
    assert refund(extended, outages) is None
    assert refund(begun(), outages) is None, "there is no limit"
    bots = then(created(60, bots=("blue", "red")), Started(ENTROPY, []), 1000)[0]
    assert refund(bots, outages) is None
    lapsed, _ = then(table, TimedOut(asked(table)), 61_000)
    assert refund(lapsed, outages) is None
