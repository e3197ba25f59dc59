"""Analyses of finished games, on request."""

import time
from random import Random

from cartagena.lab.analysis import analyse
from tests.server.running import SHORT, Person, me, play_out
from tests.server.test_fairness import finished


def test_a_table_s_record_can_be_analysed() -> None:
    """Its chance is set anew before every move; the analysis must follow."""
    record = finished("short", 1).record()
    assert len(analyse(record, 16).steps) == len(record["moves"])


def test_a_finished_game_is_looked_at_on_request(anna: Person, bert: Person) -> None:
    rules = {**SHORT, "turn_limit": 6}
    table = anna.table(me("blue"), me("red"), rules=rules)
    anna.done(f"/tables/{table}/start")
    assert anna.post(f"/tables/{table}/analysis").status_code == 409
    assert anna.get(f"/tables/{table}/analysis").status_code == 409
    seen = play_out([anna], table, Random(1))
    assert anna.get(f"/tables/{table}/analysis").json()["status"] == "none"
    assert anna.post(f"/tables/{table}/analysis").status_code == 202
    assert bert.post(f"/tables/{table}/analysis").status_code == 202
    end = time.monotonic() + 240
    while (state := bert.get(f"/tables/{table}/analysis").json())["status"] == "running":
        assert time.monotonic() < end
        time.sleep(0.1)
    assert state["status"] == "done"
    assert state["done"] == state["total"] == len(seen["log"])
    assert len(state["analysis"]["moves"]) == state["total"]
