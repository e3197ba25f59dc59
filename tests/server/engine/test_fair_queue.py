"""Which bot thinks next: decisions of the queue, without a bot that thinks."""

import asyncio

import pytest

from cartagena.rules.notation.moves import Move
from cartagena.server.engine.fair_queue import FairQueue, Job, SearchQueue
from cartagena.server.rate_limit import TokenBucket

MOVE = Move("back 21-19")


async def at_once(_: float) -> Move:
    return MOVE


def job(place: str, owner: str, table: str) -> Job:
    return Job(place, owner, table, False, at_once)


def order(queue: FairQueue, cost: float = 0.5) -> list[str]:
    """The tables in the order in which they get their turn, each using so much time."""
    now, found = 0.0, []
    while (next_one := queue.pop(now)) is not None:
        found.append(next_one.table)
        now += cost
        queue.charge(next_one.place, cost, now)
    return found


def test_a_place_with_a_hundred_tables_holds_nobody_else_up() -> None:
    queue = FairQueue()
    for number in range(100):
        queue.add(job("crowd", f"owner {number % 7}", f"table {number}"))
    queue.add(job("elsewhere", "anna", "hers"))
    queue.add(job("elsewhere", "anna", "hers too"))
    assert len(queue) == 102
    found = order(queue)
    assert found.index("hers") <= 1
    assert found.index("hers too") <= 3
    assert len(found) == 102
    assert len(queue) == 0


def test_what_was_used_is_forgotten_in_time() -> None:
    queue = FairQueue()
    queue.charge("busy", 60.0, now=0.0)
    queue.charge("calm", 1.0, now=0.0)
    queue.add(job("busy", "a", "busy"))
    queue.add(job("calm", "b", "calm"))
    queue.charge("calm", 1.0, now=300.0)
    assert order_at(queue, 300.0) == ["busy", "calm"]


def order_at(queue: FairQueue, now: float) -> list[str]:
    found = []
    while (next_one := queue.pop(now)) is not None:
        found.append(next_one.table)
    return found


def test_owners_at_one_place_and_tables_of_one_owner_take_turns() -> None:
    queue = FairQueue()
    for number in range(3):
        queue.add(job("school", "anna", f"a{number}"))
    queue.add(job("school", "bert", "b0"))
    assert order(queue) == ["a0", "b0", "a1", "a2"]


def test_a_job_that_is_replaced_or_taken_out_is_not_done() -> None:
    queue = FairQueue()
    old, new = job("place", "anna", "table"), job("place", "anna", "table")
    queue.add(old)
    queue.add(new)
    queue.remove(old)
    assert len(queue) == 1
    assert queue.pop(0.0) is new
    queue.remove(new)
    assert len(queue) == 0
    assert queue.pop(0.0) is None


async def test_a_quick_bot_does_not_wait_for_those_that_search() -> None:
    thinking, finish = SearchQueue(1, TokenBucket(1, 10)), asyncio.Event()

    async def search(_: float) -> Move:
        await finish.wait()
        return MOVE

    try:
        slow = [
            asyncio.create_task(
                thinking.choose(Job("here", "anna", str(number), False, search), 0.5)
            )
            for number in range(5)
        ]
        await asyncio.sleep(0)
        quick = Job("there", "bert", "quick", True, at_once)
        async with asyncio.timeout(30):
            assert await thinking.choose(quick, 0.5) is MOVE
        assert not any(task.done() for task in slow)
        assert thinking.waiting == 4
        slow[4].cancel()
        await asyncio.gather(slow[4], return_exceptions=True)
        assert thinking.waiting == 3
        finish.set()
        async with asyncio.timeout(30):
            assert await asyncio.gather(*slow[:4]) == [MOVE] * 4
    finally:
        finish.set()
        thinking.close()


async def test_beyond_its_budget_a_place_gets_less_thought_and_all_its_moves() -> None:
    thinking, granted = SearchQueue(1, TokenBucket(0.001, 1.0)), []

    async def note(seconds: float) -> Move:
        granted.append(seconds)
        return MOVE

    for number in range(4):
        await thinking.choose(Job("here", "anna", str(number), False, note), 0.5)
    await thinking.choose(Job("there", "bert", "table", False, note), 0.5)
    thinking.close()
    assert granted == pytest.approx([0.5, 0.5, 0.05, 0.05, 0.5])


async def test_what_a_bot_raises_reaches_whoever_waits() -> None:
    thinking = SearchQueue(1, TokenBucket(1, 10))

    async def fail(_: float) -> Move:
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        await thinking.choose(Job("here", "anna", "table", False, fail), 0.5)
    assert await thinking.choose(job("here", "anna", "table"), 0.5) is MOVE
    thinking.close()
