"""Vacations: a player's own clock stands still, and nobody else's."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cartagena.server.storage import vacations
from cartagena.server.storage.ports import Outage
from cartagena.server.storage.vacations import StoredVacation
from cartagena.server.tables.away import MIN_SECONDS, set_away
from cartagena.server.tables.clock_refund import refund
from cartagena.server.tables.decisions import AlreadyDone
from cartagena.server.tables.events import Away, Entry, Joined, Left, PauseWanted, Started, TimedOut
from cartagena.server.tables.moves import time_out
from cartagena.server.tables.news import NewsDesk
from cartagena.server.tables.reducer import reduce_event
from cartagena.server.tables.table import Table
from tests.server.tables.test_clocks import asked, play_until_decider_changes
from tests.support.servers import Person, me, running, seat
from tests.support.tables import ENTROPY, created, then
from tests.support.waiting import wait_until

DAY = 86_400_000


def begun(seconds: int = MIN_SECONDS, **more: Any) -> Table:
    """Return a table whose first clock started at 0, with a day for each turn."""
    return then(created(seconds, **more), Started(ENTROPY, []), 0)[0]


def gone(table: Table, who: str, at: int, until: int) -> Table:
    return then(table, Away(who, until), at)[0]


def test_the_own_clock_stands_still_until_the_player_is_back() -> None:
    table = begun()
    player = asked(table)
    other = "red" if player == "blue" else "blue"
    assert table.deadline() == DAY
    # A quarter of the day is used. Then ten days are added, or what is used of them.
    away, columns = then(table, Away(player, DAY // 4 + 10 * DAY), DAY // 4)
    assert away.deadline() == 11 * DAY
    assert columns == {"due_at": 11 * DAY}
    back = gone(away, player, DAY // 4 + 2 * DAY, 0)
    assert back.deadline() == 3 * DAY
    # The days are used up: the clock runs again without any event.
    assert away.due_at() == 11 * DAY
    with pytest.raises(AlreadyDone):
        time_out(away.game_seq)(away, 11 * DAY - 1)
    assert time_out(away.game_seq)(away, 11 * DAY) == TimedOut(player)
    # Again: nothing is counted twice.
    again = gone(back, player, 3 * DAY - DAY // 2, 5 * DAY)
    assert again.deadline() == 5 * DAY + DAY // 2
    # The clocks of others do not change.
    assert gone(table, other, 10, 20 * DAY).deadline() == DAY


def test_a_turn_that_begins_on_a_vacation_has_its_whole_time_afterwards() -> None:
    table = begun()
    player = asked(table)
    other = "red" if player == "blue" else "blue"
    table = gone(table, other, 10, 5 * DAY)
    table = play_until_decider_changes(table, DAY // 2)
    assert table.deadline() == 6 * DAY
    assert gone(table, other, DAY, 0).deadline() == 2 * DAY
    # The vacation is over before the turn begins.
    assert play_until_decider_changes(begun(), 9 * DAY).deadline() == 10 * DAY


def test_pauses_outages_and_vacations_count_once() -> None:
    table = begun()
    player = asked(table)
    table = gone(table, player, DAY // 4, 4 * DAY)
    for one in ENTROPY:
        table, _ = then(table, PauseWanted(one, True), 2 * DAY)
    assert table.deadline() is None
    # Paused until after the end of the vacation: three quarters of a day are left.
    resumed, _ = then(table, PauseWanted("red", False), 6 * DAY)
    assert resumed.deadline() == 6 * DAY + 3 * DAY // 4
    # Paused for a day within it.
    resumed, _ = then(table, PauseWanted("red", False), 3 * DAY)
    assert resumed.deadline() == 4 * DAY + 3 * DAY // 4
    # Back during the pause.
    back = gone(table, player, 2 * DAY + 10, 0)
    assert then(back, PauseWanted("red", False), 3 * DAY)[0].deadline() == 3 * DAY + 3 * DAY // 4
    # An outage of the server is only refunded where the clock ran.
    away = gone(begun(), player, DAY // 4, 4 * DAY)
    assert refund(away, [Outage(DAY, 2 * DAY)]) is None
    lost = refund(away, [Outage(DAY // 4 - 100, DAY)])
    assert lost is not None
    assert lost.by == 100


def test_only_at_tables_with_a_day_for_each_turn() -> None:
    for table in (
        begun(MIN_SECONDS - 1),
        begun(0),
        begun(0, budget=31 * 86_400),
        created(MIN_SECONDS),
    ):
        with pytest.raises(AlreadyDone):
            set_away("blue", 5 * DAY)(table, 10)
    table = begun()
    assert set_away("blue", 5 * DAY)(table, 10) == Away("blue", 5 * DAY)
    for identity, until in (("stranger", 5 * DAY), ("blue", 10), ("blue", 0)):
        with pytest.raises(AlreadyDone):
            set_away(identity, until)(table, 10)
    away = gone(table, "blue", 10, 5 * DAY)
    with pytest.raises(AlreadyDone):
        set_away("blue", 5 * DAY)(away, 20)
    assert set_away("blue", 0)(away, 20) == Away("blue", 0)


def test_who_takes_a_seat_over_is_not_away() -> None:
    table = created(MIN_SECONDS, free=("red",))
    table, _ = then(table, Joined("red", "red", "Red"), 10)
    table, _ = then(table, Started(ENTROPY, []), 20)
    table = gone(table, "red", 30, 5 * DAY)
    assert [one.away_until for one in table.seats if one.colour == "red"] == [5 * DAY]
    table, _ = then(table, Left("red", "red"), 40)
    assert not any(one.away_until for one in table.seats)


def test_who_is_away_gets_a_reminder_before_the_time_is_up_and_nothing_else() -> None:
    desk = NewsDesk(60)
    desk.reachable |= set(ENTROPY)
    table = begun()
    player = asked(table)

    def news(event: Away, at: int, table: Table) -> list[tuple[str, int]]:
        entry = Entry(table.seq + 1, at, event)
        found = desk.of(table, reduce_event(table, entry), entry)
        return [(one.kind, one.due_at) for one in found if one.identity == player]

    assert news(Away(player, 10 * DAY), 1000, table) == [
        ("done", 1000),
        ("reminder", 11 * DAY - 1000 - DAY // 4),
    ]
    away = gone(table, player, 0, 10 * DAY)
    at = 2 * DAY
    assert news(Away(player, 0), at, away) == [
        ("done", at),
        ("turn", at + 60_000),
        ("reminder", at + 3 * DAY // 4),
    ]
    other = "red" if player == "blue" else "blue"
    assert news(Away(other, 10 * DAY), 0, table) == []


def test_days_of_a_year() -> None:
    new_year = 1_798_761_600_000  # 2027-01-01
    one = StoredVacation("anna").at(new_year - 40 * DAY)
    assert (one.year, one.left_ms(30, new_year - 40 * DAY)) == (2026, 30 * DAY)
    away = one._replace(since=new_year - 40 * DAY, until=new_year - 10 * DAY)
    assert away.left_ms(30, new_year - 35 * DAY) == 25 * DAY
    back = away.ended(new_year - 35 * DAY)
    assert (back.since, back.left_ms(30, new_year - 30 * DAY)) == (0, 25 * DAY)
    # All days are used up, so it is over.
    over = away.at(new_year - 9 * DAY)
    assert (over.since, over.left_ms(30, new_year - 9 * DAY)) == (0, 0)
    assert over.at(new_year).left_ms(30, new_year) == 30 * DAY


def away_until(person: Person, table: str, colour: str) -> int:
    seats = person.look(table)["table"]["seats"]
    return int(next(one["away_until"] for one in seats if one["colour"] == colour))


def test_all_tables_learn_of_a_vacation_and_it_survives_a_kill(tmp_path: Path) -> None:
    with running(tmp_path, vacation_days="20") as server:
        anna, leo = server.person("Anna"), server.person("Leo")

        def begin(**limits: int) -> str:
            table = anna.table(me("blue"), seat("red"), rules="tortuga", **limits)
            leo.done(f"/tables/{table}/join")
            anna.done(f"/tables/{table}/start")
            return table

        def knows(table: str, until: int) -> bool:
            return away_until(anna, table, "red") == until

        long, quick = [begin(seconds=86_400) for _ in range(2)], begin(seconds=3600)
        assert leo.get("/me/vacation").json() == {
            "days": 20,
            "left_ms": 20 * DAY,
            "since": 0,
            "until": 0,
        }
        until = leo.done("/me/vacation", {"away": True})["until"]
        assert leo.done("/me/vacation", {"away": True})["until"] == until
        for table in long:
            wait_until(partial(knows, table, until))
        server.kill()
        server.start()
        assert leo.get("/me/vacation").json()["until"] == until
        assert [away_until(anna, table, "red") for table in long] == [until, until]
        # A game that starts in the meantime knows it, too. A fast one never does.
        later = begin(seconds=86_400)
        wait_until(lambda: away_until(anna, later, "red") == until)
        assert away_until(anna, quick, "red") == 0
        assert away_until(anna, later, "blue") == 0
        assert leo.done("/me/vacation", {"away": False})["until"] == 0
        for table in (*long, later):
            wait_until(partial(knows, table, 0))
    with running(tmp_path, vacation_days="0") as server:
        refused = server.person().post("/me/vacation", {"away": True})
        assert refused.status_code == 409
        assert refused.json()["type"].endswith(":no-days-left")


def test_a_vacation_that_was_not_announced_is_announced_after_a_restart(tmp_path: Path) -> None:
    assert vacations.DAY_MS == DAY
    with running(tmp_path) as server:
        anna = server.person("Anna")
        table = anna.table(me("blue"), seat("red", "bot", level="drunk"), seconds=86_400)
        anna.done(f"/tables/{table}/start")
        until = anna.done("/me/vacation", {"away": True})["until"]
        server.kill()  # perhaps before the table has learned it
        server.start()
        wait_until(lambda: away_until(anna, table, "blue") == until)
