"""The daily escape on a server: what it publishes, and results that nobody can make up."""

import hashlib
import secrets
import time
from pathlib import Path
from typing import Any

import pytest

from cartagena.daily.deal import FIRST_DAY, open_seed
from cartagena.server.ops import admin
from cartagena.server.storage import database
from tests.daily.test_daily import play
from tests.support.servers import Person, Server, running

pytestmark = pytest.mark.slow

TODAY = int(time.time() // 86_400)
DAY = FIRST_DAY + 1
"""A Monday, whose rivals choose at once."""


def day_of(person: Person, day: int) -> dict[str, Any]:
    answer = person.get(f"/daily/{day}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def moves_for(seed: str, level: str = "bosun") -> list[str]:
    return [move.text for move in play(DAY, seed, level).moves]


def test_a_day_has_one_deal_for_all_and_nobody_can_guess_it(server: Server, tmp_path: Path) -> None:
    anna, bert = server.person("Anna"), server.person("Bert")
    seed = day_of(anna, DAY)["seed"]
    assert seed == day_of(bert, DAY)["seed"]
    assert seed != open_seed(DAY)
    (tmp_path / "other").mkdir()
    with running(tmp_path / "other") as other:
        assert day_of(other.person("Anna"), DAY)["seed"] != seed


def test_a_seed_is_committed_to_a_day_before_it_is_published(server: Server) -> None:
    anna = server.person("Anna")
    promised = day_of(anna, TODAY - 1)["next_commitment"]
    seed = day_of(anna, TODAY)["seed"]
    assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == promised


@pytest.mark.parametrize("day", [0, FIRST_DAY - 1, TODAY + 2, 1_000_000])
def test_other_days_are_not_found(server: Server, day: int) -> None:
    anna = server.person("Anna")
    assert anna.get(f"/daily/{day}").status_code == 404
    assert anna.post(f"/daily/{day}", {"moves": ["pass"]}).status_code == 404


def test_results_are_ranked_by_points_and_known_to_their_owner(server: Server) -> None:
    anna, bert = server.person("Anna"), server.person("Bert")
    seed = day_of(anna, DAY)["seed"]
    anna.done(f"/daily/{DAY}", {"moves": moves_for(seed)})
    bert.done(f"/daily/{DAY}", {"moves": moves_for(seed, "drunk")})
    now = day_of(bert, DAY)
    points = [one["result"]["points"] for one in now["results"]]
    assert points == sorted(points, reverse=True)
    assert len(points) == now["players"] >= 2
    assert now["you"]["name"] == "Bert"
    assert now["you"]["late"]
    assert [one["name"] for one in now["results"] if one["you"]] == ["Bert"]


def test_nobody_sends_in_what_they_did_not_play(server: Server) -> None:
    anna = server.person("Anna")
    seed = day_of(anna, DAY)["seed"]
    moves = moves_for(seed)
    forged = [
        moves[:-1],
        [*moves, "pass"],
        [*moves[:10], *moves[11:]],
        moves_for(open_seed(DAY)),
        moves_for(secrets.token_hex(32)),
    ]
    for attempt in forged:
        answer = anna.post(f"/daily/{DAY}", {"moves": attempt})
        assert answer.status_code == 422, answer.text
        assert answer.json()["type"].endswith(":not-played")
    assert day_of(anna, DAY)["you"] is None
    assert anna.post(f"/daily/{DAY}", {"moves": ["x" * 81]}).status_code == 400
    assert anna.post(f"/daily/{DAY}", {"moves": []}).status_code == 400
    assert anna.post(f"/daily/{DAY}", {"moves": moves, "points": 200}).status_code == 400


def test_only_the_first_result_of_a_day_counts(server: Server) -> None:
    anna = server.person("Anna")
    seed = day_of(anna, DAY)["seed"]
    first = anna.done(f"/daily/{DAY}", {"moves": moves_for(seed, "drunk")})["you"]
    again = anna.done(f"/daily/{DAY}", {"moves": moves_for(seed)})["you"]
    assert again == first


def test_a_stranger_sends_in_nothing(server: Server) -> None:
    anna = server.person("Anna")
    del anna.http.headers["authorization"]
    assert day_of(anna, DAY)["you"] is None
    assert anna.post(f"/daily/{DAY}", {"moves": ["pass"]}).status_code == 401


def test_attempts_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, daily_per_minute="6") as server:
        anna = server.person("Anna")
        statuses = [anna.post(f"/daily/{DAY}", {"moves": ["pass"]}).status_code for _ in range(8)]
    assert statuses[0] == 422
    assert statuses[-1] == 429


@pytest.mark.anyio
async def test_results_survive_a_restart_and_are_erased_with_their_owner(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        anna, bert = server.person("Anna"), server.person("Bert")
        seed = day_of(anna, DAY)["seed"]
        anna.done(f"/daily/{DAY}", {"moves": moves_for(seed)})
        server.stop()
        server.start()
        before = day_of(anna, DAY)
        assert before["seed"] == seed
        assert before["you"] is not None
        await admin.erase(database.read_url(str(tmp_path / "test.db")), anna.id)
        after = day_of(bert, DAY)
        assert after["players"] == 0
        assert after["results"] == []
