"""The scheduler: bots, and players who run out of time."""

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cartagena.server.engine.engine import Engine
from cartagena.server.engine.process import Worker
from cartagena.server.errors import cannot_save
from cartagena.server.limits import Limits
from cartagena.server.metrics import Metrics
from cartagena.server.scheduler import TableScheduler, pace_of
from cartagena.server.settings import Settings
from cartagena.server.tables.bus import TableBus
from tests.support.servers import SHORT, Person, me, play_out, running, seat
from tests.support.waiting import wait_until


def test_bots_move_until_the_game_is_over(anna: Person) -> None:
    table = anna.done(
        "/quick-start", {"rules": SHORT, "players": 3, "level": "deckhand", "colour": "red"}
    )["id"]
    snapshot = play_out([anna], table, Random(1))
    assert {line["seat"] for line in snapshot["log"]} == {"blue", "red", "green"}


def test_bots_alone_play_to_the_end(anna: Person) -> None:
    seats = [seat("blue", "bot", level="drunk"), seat("red", "bot", level="deckhand")]
    table = anna.table(*seats, rules=SHORT)
    anna.done(f"/tables/{table}/start")
    end = time.monotonic() + 60
    while anna.look(table)["table"]["status"] != "finished":
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_substitute_plays_until_the_player_returns(anna: Person, bert: Person) -> None:
    table = anna.table(me("blue"), seat("red"), rules="tortuga", seconds=1, substitute="drunk")
    bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    people = {"blue": anna, "red": bert}
    snapshot = anna.look(table)
    absent = snapshot["views"][0]["turn"]
    assert snapshot["deadline"] is not None
    present = "red" if absent == "blue" else "blue"
    with people[present].stream(table) as listening:
        kinds = []
        for _, kind, event in listening.events():
            kinds.append(kind)
            if kind == "moved" and event["seat"] == absent:
                assert event["by"] == "substitute"
                break
    assert "timed-out" in kinds
    back = people[absent].done(f"/tables/{table}/return")
    assert not next(one for one in back["seats"] if one["colour"] == absent)["substitute"]
    snapshot = people[absent].look(table)
    assert snapshot["legal"] == [] or snapshot["deadline"] is not None, "returning restores no time"


def test_returning_does_not_change_the_deadline_of_the_other(anna: Person, bert: Person) -> None:
    table = anna.table(me("blue"), seat("red"), rules="tortuga", seconds=3, substitute="drunk")
    bert.done(f"/tables/{table}/join")
    anna.done(f"/tables/{table}/start")
    people = {"blue": anna, "red": bert}
    absent = anna.look(table)["views"][0]["turn"]
    present = "red" if absent == "blue" else "blue"
    end = time.monotonic() + 30
    while (snapshot := people[present].look(table))["views"][0]["turn"] == absent:
        assert time.monotonic() < end
        time.sleep(0.05)
    people[absent].done(f"/tables/{table}/return")
    assert people[present].look(table)["deadline"] == snapshot["deadline"]


@pytest.mark.slow
def test_bots_continue_after_a_restart(tmp_path: Path) -> None:
    """At tables with people they continue at once, at tables of bots alone when a client looks."""
    bots = [seat("red", "bot", level="drunk"), seat("green", "bot", level="drunk")]
    with running(tmp_path, bot_pace="0.3") as server:
        anna = server.person("Anna")
        alone, together = anna.table(*bots), anna.table(me("blue"), *bots)
        for table in (alone, together):
            anna.done(f"/tables/{table}/start")
        while legal := (seen := anna.look(together))["legal"]:
            anna.play(together, legal[0], seen["expected_seq"])
        server.kill()
        before = {table: moves_in(tmp_path, table) for table in (alone, together)}
        server.start()
        wait_until(lambda: moves_in(tmp_path, together) > before[together])
        assert moves_in(tmp_path, alone) == before[alone]
        anna.look(alone)
        wait_until(lambda: moves_in(tmp_path, alone) > before[alone])
        check_speeds(anna, tmp_path)


def check_speeds(anna: Person, folder: Path) -> None:
    """Check that bots take 2.5 times as long at a slow table, and 0.3 times at a fast one."""
    deckhand = seat("red", "bot", level="deckhand")
    tables = {
        speed: anna.table(me("blue"), deckhand, bot_speed=speed) for speed in ("slow", "fast")
    }
    pauses: dict[str, list[int]] = {}
    for speed, table in tables.items():
        anna.done(f"/tables/{table}/start")
        assert anna.look(table)["table"]["bot_speed"] == speed
        wait_until(partial(bot_has_moved, anna, table, 3))
        with sqlite3.connect(folder / "test.db") as connection:
            row = connection.execute(
                "SELECT at, body FROM events WHERE table_id = ? ORDER BY seq", [table]
            ).fetchall()
        times = [at for at, body in row if '"by":"bot"' in body]
        pauses[speed] = [later - at for at, later in pairwise(times)]
    assert min(pauses["slow"]) >= 740
    assert 85 <= min(pauses["fast"]) < 740


def bot_has_moved(anna: Person, table: str, times: int) -> bool:
    """Return True if the bot has made `times` moves. If it is our turn, move."""
    snapshot = anna.look(table)
    if snapshot["legal"]:
        anna.play(table, snapshot["legal"][0], snapshot["expected_seq"])
    return bool(sum(line["seat"] == "red" for line in snapshot["log"]) >= times)


def moves_in(folder: Path, table: str) -> int:
    """Count the moves in the log of a table. A request for it would count as watching."""
    with sqlite3.connect(folder / "test.db") as connection:
        rows = connection.execute("SELECT body FROM events WHERE table_id = ?", [table]).fetchall()
    connection.close()
    return sum('"moved"' in body for (body,) in rows)


@pytest.mark.slow
def test_searching_bots_of_one_address_delay_no_other(tmp_path: Path) -> None:
    settings = {"trust_proxy": "yes", "bot_threads": "1", "bot_seconds": "1"}
    captains = [seat("red", "bot", level="captain"), seat("green", "bot", level="captain")]
    with running(tmp_path, **settings) as server:
        crowd, bert = server.person("Crowd"), server.person("Bert")
        crowd.http.headers["x-forwarded-for"] = "192.0.2.1"
        bert.http.headers["x-forwarded-for"] = "192.0.2.2"
        quick = {"rules": SHORT, "level": "deckhand", "colour": "red"}
        tables = [crowd.table(*captains) for _ in range(15)]
        for table in tables:
            crowd.done(f"/tables/{table}/start")
        began = sum(moves_in(tmp_path, table) for table in tables)
        table = bert.done("/quick-start", quick)["id"]
        wait_until(lambda: bool(bert.look(table)["legal"]))
        snapshot = bert.look(table)
        bert.play(table, snapshot["legal"][0], snapshot["expected_seq"])
        wait_until(lambda: bool(bert.look(table)["legal"]))
        # In the order of requests, all fifteen would have come first.
        assert sum(moves_in(tmp_path, table) for table in tables) - began < 12


class Overdue:
    """A fake registry with many overdue tables, which records when each is opened."""

    def __init__(self, count: int) -> None:
        self.names = [str(number) for number in range(count)]
        self.opened: list[float] = []
        self.storage = self

    async def due(self, before: int, limit: int) -> list[str]:
        return self.names[:limit]

    async def clear_due(self, name: str, before: int) -> None:
        self.names.remove(name)

    async def table(self, name: str) -> Any:
        self.opened.append(time.monotonic())
        return SimpleNamespace(id=name, decider=None, due_at=lambda: None)


async def test_a_sweep_opens_tables_one_after_the_other() -> None:
    registry = Overdue(11)
    engine = Engine(
        Settings(),
        Limits(Settings()),
        network_of=str,
        new_worker=lambda name, niceness: Worker(name, niceness, Metrics(), "info"),
    )
    scheduler = TableScheduler(
        cast(Any, registry), TableBus(), engine, Settings(), is_watched=lambda _: False
    )
    sweeping = asyncio.create_task(scheduler.sweep_forever())
    while registry.names:
        await asyncio.sleep(0.01)
    sweeping.cancel()
    await scheduler.close()
    await engine.close()
    assert registry.opened[-1] - registry.opened[0] >= 0.2, "at most fifty a second"


class Failing:
    """A fake registry whose first write fails."""

    def __init__(self, table: Any) -> None:
        self.table, self.writes = table, 0

    def cached(self, _name: str) -> Any:
        return self.table

    async def act(self, _name: str, _decide: Any) -> Any:
        self.writes += 1
        if self.writes == 1:
            raise cannot_save()


def test_bots_are_quick_until_a_person_has_moved() -> None:
    def pace(speed: str, kinds: str, movers: Sequence[str]) -> float:
        seats = [SimpleNamespace(colour=colour, kind=colour) for colour in kinds.split()]
        setup = SimpleNamespace(bot_speed=speed)
        return pace_of(cast(Any, SimpleNamespace(setup=setup, seats=seats, movers=movers)))

    assert pace("normal", "player bot", ["bot", "bot"]) == 0.25
    assert pace("normal", "player bot", ["bot", "player", "bot"]) == 1.0
    assert pace("normal", "bot bot", ["bot"]) == 1.0
    assert pace("slow", "player bot", ["bot"]) == 2.5


async def test_failed_saves_are_retried() -> None:
    """Nothing else may ever happen at a table of bots alone, even while someone watches it."""
    table = SimpleNamespace(
        id="a-table",
        decider=object(),
        setup=SimpleNamespace(bot_speed="normal", duplicate=None),
        seats=(),
        movers=(),
        game_seq=1,
        forced_step=lambda: "step",
        bot_to_move=lambda: "",
        people=set,
    )
    registry = Failing(table)
    scheduler = TableScheduler(
        cast(Any, registry), TableBus(), cast(Any, None), Settings(), is_watched=lambda _: True
    )
    scheduler.schedule(cast(Any, table))
    async with asyncio.timeout(30):
        while registry.writes < 2:
            await asyncio.sleep(0.01)
    await scheduler.close()
