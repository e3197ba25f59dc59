"""Analyses of finished games on request."""

import time
from random import Random
from typing import Any

from cartagena.analysis.analyse import analyse
from cartagena.server.engine.analysis_queue import MAX_JOBS_EACH
from tests.fairness.test_fairness import finished
from tests.support.servers import SHORT, Person, me, play_out


def test_analyses_the_record_of_a_table() -> None:
    """The table seeds chance again before every move, and the analysis must follow."""
    record = finished("short", 1).record()
    assert len(analyse(record, 16).steps) == len(record["moves"])


def a_finished_game(anna: Person) -> str:
    table = anna.table(me("blue"), me("red"), rules={**SHORT, "turn_limit": 6})
    anna.done(f"/tables/{table}/start")
    assert anna.post(f"/tables/{table}/analysis").status_code == 409
    assert anna.get(f"/tables/{table}/analysis").status_code == 409
    play_out([anna], table, Random(1))
    return table


def wait_for_analysis(anna: Person, table: str) -> dict[str, Any]:
    end = time.monotonic() + 240
    while (state := anna.get(f"/tables/{table}/analysis").json())["status"] == "running":
        assert time.monotonic() < end
        time.sleep(0.1)
    return dict(state)


def test_analyses_a_finished_game_on_request(anna: Person, bert: Person) -> None:
    table = a_finished_game(anna)
    assert anna.get(f"/tables/{table}/analysis").json()["status"] == "none"
    others = [a_finished_game(anna) for _ in range(MAX_JOBS_EACH)]
    assert anna.post(f"/tables/{table}/analysis").status_code == 202
    assert bert.post(f"/tables/{table}/analysis").status_code == 202
    statuses = [anna.post(f"/tables/{one}/analysis").status_code for one in others]
    assert statuses == [202] * (MAX_JOBS_EACH - 1) + [429]
    state = wait_for_analysis(bert, table)
    assert state["status"] == "done"
    assert state["done"] == state["total"] == len(anna.look(table)["log"])
    assert len(state["analysis"]["moves"]) == state["total"]
    for moment in state["analysis"]["moments"]:
        assert moment["move"] == state["analysis"]["moves"][moment["number"] - 1]["move"]
    assert bert.post(f"/tables/{table}/analysis").json() == state
