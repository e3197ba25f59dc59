"""Locks by table: one holder at a time, and none kept longer than needed."""

import asyncio

import pytest

from cartagena.server.tables.locks import TableLocks


async def test_two_never_hold_the_lock_of_a_table() -> None:
    locks, holders, most = TableLocks(), 0, 0

    async def use() -> None:
        nonlocal holders, most
        async with locks.of("table"):
            holders += 1
            most = max(most, holders)
            await asyncio.sleep(0)
            holders -= 1

    await asyncio.gather(*(use() for _ in range(20)))
    assert most == 1
    assert not locks.in_use("table")


async def test_a_lock_is_in_use_until_the_last_who_waits_is_done() -> None:
    """This holds even between a release and the next waiter, when `Lock.locked` is False."""
    locks, was_in_use = TableLocks(), []

    async def use() -> None:
        async with locks.of("table"):
            await asyncio.sleep(0)

    waiting = [asyncio.create_task(use()) for _ in range(3)]
    while not waiting[-1].done():
        was_in_use.append(locks.in_use("table"))
        await asyncio.sleep(0)
    assert was_in_use[1:] == [True] * (len(was_in_use) - 1)
    assert not locks.in_use("table")
    assert not locks.in_use("other")


async def test_who_gives_up_waiting_does_not_keep_the_lock() -> None:
    locks = TableLocks()
    async with locks.of("table"):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01), locks.of("table"):
                raise AssertionError("held twice")
        assert locks.in_use("table")
    assert not locks.in_use("table")


async def test_a_crowd_that_waits_shares_one_read() -> None:
    """It must have begun after a holder asked for the lock: before, events may have been missed."""
    locks, answer, reads = TableLocks(), asyncio.Event(), 0

    async def read() -> None:
        nonlocal reads
        reads += 1
        await answer.wait()

    async def look() -> None:
        async with locks.of("table") as held:
            if not held.is_fresh:
                await held.read(read())

    first = asyncio.create_task(look())
    while not reads:
        await asyncio.sleep(0)
    others = [asyncio.create_task(look()) for _ in range(20)]
    await asyncio.sleep(0)
    answer.set()
    await asyncio.gather(first, *others)
    assert reads == 2  # That of the first had begun before the others asked.


async def test_a_read_that_failed_is_not_shared() -> None:
    locks, reads = TableLocks(), 0

    async def read() -> None:
        nonlocal reads
        reads += 1
        await asyncio.sleep(0)
        raise ConnectionError

    async def look() -> None:
        async with locks.of("table") as held:
            if not held.is_fresh:
                await held.read(read())

    async with locks.of("table"):
        looking = [asyncio.create_task(look()) for _ in range(3)]
        await asyncio.sleep(0)
    await asyncio.gather(*looking, return_exceptions=True)
    assert reads == 3
