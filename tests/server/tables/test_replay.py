"""Replay streams: every position, at a pace, resumed after a disconnect."""

import asyncio
import json
import time
from random import Random
from typing import Any

import pytest

from cartagena import Game
from cartagena.server.tables.replay import Replay, Replays
from cartagena.server.tables.table import Table
from tests.support.servers import SHORT, Person, Server, me, play_out


@pytest.fixture(scope="module")
def finished(server: Server) -> tuple[Person, str]:
    anna = server.person("Anna")
    table = anna.table(me("blue"), me("red"), rules={**SHORT, "turn_limit": 12})
    anna.done(f"/tables/{table}/start")
    assert anna.get(f"/tables/{table}/replay/stream").status_code == 409
    assert anna.get(f"/tables/{table}/replay").status_code == 409
    play_out([anna], table, Random(1))
    return anna, table


def events(text: str) -> list[tuple[int, str, Any]]:
    events = []
    for block in text.strip().split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.split("\n"))
        events.append((int(lines["id"]), lines["event"], json.loads(lines["data"])))
    return events


def test_the_stream_has_the_steps_of_the_response(finished: tuple[Person, str]) -> None:
    anna, table = finished
    whole = anna.get(f"/tables/{table}/replay").json()
    answer = anna.get(f"/tables/{table}/replay/stream")
    assert answer.headers["content-type"].startswith("text/event-stream")
    *steps, end = events(answer.text)
    total = len(whole) - 1
    assert [number for number, _, _ in steps] == list(range(total + 1))
    for (number, kind, step), expected in zip(steps, whole, strict=True):
        assert kind == "position"
        assert step == expected
        assert (expected["number"], expected["total"]) == (number, total)
    record = anna.get(f"/tables/{table}/record").json()
    assert end == (total + 1, "end", {"total": total, "winner": Game.replay(record).winner})
    assert [step["move"] for _, _, step in steps[1:]] == record["moves"]


def test_resumes_after_any_number(finished: tuple[Person, str]) -> None:
    anna, table = finished
    path = f"/tables/{table}/replay/stream"
    whole = events(anna.get(path).text)
    for after in (0, 1, len(whole) // 2, len(whole) - 2):
        resumed = anna.get(path, headers={"last-event-id": str(after)}).text
        assert events(resumed) == whole[after + 1 :]
        assert events(anna.get(f"{path}?after={after}").text) == whole[after + 1 :]
    assert anna.get(path, headers={"last-event-id": str(len(whole) - 1)}).status_code == 204


def test_keeps_the_pace(finished: tuple[Person, str]) -> None:
    anna, table = finished
    total = len(anna.look(table)["log"])
    began = time.monotonic()
    answer = anna.get(f"/tables/{table}/replay/stream?pace=0.1&after={total - 4}")
    assert len(events(answer.text)) == 5
    assert time.monotonic() - began > 0.3
    assert anna.get(f"/tables/{table}/replay/stream?pace=99").status_code == 400


async def test_a_replay_is_written_once_and_the_oldest_are_dropped() -> None:
    parts: list[str] = []

    def write(table: Table) -> Replay:
        parts.append(table.id)
        if table.id == "broken":
            raise RuntimeError("broken")
        return Replay([b"x" * 100], b"")

    replays = Replays(250, write)
    first = Table("first")
    assert (
        len({id(each) for each in await asyncio.gather(*(replays.of(first) for _ in range(5)))})
        == 1
    )
    assert parts == ["first"]
    for name in ("second", "first", "third", "first", "second"):
        await replays.of(Table(name))
    assert parts == ["first", "second", "third", "second"]
    for _ in range(2):
        with pytest.raises(RuntimeError, match="broken"):
            await replays.of(Table("broken"))
    assert parts[-2:] == ["broken", "broken"]
