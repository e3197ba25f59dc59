"""Fair turns: the order of the queue, without real bots."""

import asyncio

from cartagena.server.engine.fair_queue import FairQueue, FairSemaphore, Ticket


def drain(queue: FairQueue, cost: float = 0.5) -> list[str]:
    """Return the tables in the order of their turns, each of which takes `cost` seconds."""
    now, tables = 0.0, []
    while (ticket := queue.pop(now)) is not None:
        tables.append(ticket.table)
        now += cost
        queue.charge(ticket.network, cost, now)
    return tables


def test_a_network_with_a_hundred_tables_delays_no_other() -> None:
    queue = FairQueue()
    for number in range(100):
        queue.add(Ticket("crowd", f"owner {number % 7}", f"table {number}"))
    queue.add(Ticket("elsewhere", "anna", "hers"))
    queue.add(Ticket("elsewhere", "anna", "hers too"))
    assert len(queue) == 102
    tables = drain(queue)
    assert tables.index("hers") <= 1
    assert tables.index("hers too") <= 3
    assert len(tables) == 102
    assert len(queue) == 0


def test_used_time_is_forgotten() -> None:
    queue = FairQueue()
    queue.charge("busy", 60.0, now=0.0)
    queue.charge("calm", 1.0, now=0.0)
    queue.add(Ticket("busy", "a", "busy"))
    queue.add(Ticket("calm", "b", "calm"))
    queue.charge("calm", 1.0, now=300.0)
    first, second = queue.pop(300.0), queue.pop(300.0)
    assert first is not None
    assert second is not None
    assert (first.table, second.table, queue.pop(300.0)) == ("busy", "calm", None)


def test_owners_in_a_network_and_tables_of_an_owner_take_turns() -> None:
    queue = FairQueue()
    for number in range(3):
        queue.add(Ticket("school", "anna", f"a{number}"))
    queue.add(Ticket("school", "bert", "b0"))
    assert drain(queue) == ["a0", "b0", "a1", "a2"]


def test_a_replaced_or_removed_ticket_gets_no_turn() -> None:
    queue = FairQueue()
    old, new = Ticket("network", "anna", "table"), Ticket("network", "anna", "table")
    queue.add(old)
    queue.add(new)
    queue.remove(old)
    assert len(queue) == 1
    assert queue.pop(0.0) is new
    queue.remove(new)
    assert len(queue) == 0
    assert queue.pop(0.0) is None


async def test_a_slot_goes_from_ticket_to_ticket() -> None:
    slots = FairSemaphore(1)
    first, second = Ticket("here", "anna", "1"), Ticket("here", "anna", "2")
    await slots.acquire(first)
    waiting = asyncio.create_task(slots.acquire(second))
    await asyncio.sleep(0)
    assert (slots.waiting, waiting.done()) == (1, False)
    slots.release(first)
    await waiting
    assert slots.waiting == 0


async def test_a_cancelled_ticket_takes_no_slot() -> None:
    slots = FairSemaphore(1)
    tickets = [Ticket("here", "anna", str(number)) for number in range(3)]
    await slots.acquire(tickets[0])
    second, third = (asyncio.create_task(slots.acquire(ticket)) for ticket in tickets[1:])
    await asyncio.sleep(0)
    second.cancel()
    slots.release(tickets[0])  # before the second caller has left
    await third
    await asyncio.gather(second, return_exceptions=True)
    assert (second.cancelled(), slots.waiting) == (True, 0)


async def test_a_ticket_cancelled_just_after_its_admission_gives_the_slot_back() -> None:
    slots = FairSemaphore(1)
    tickets = [Ticket("here", "anna", str(number)) for number in range(3)]
    await slots.acquire(tickets[0])
    second, third = (asyncio.create_task(slots.acquire(ticket)) for ticket in tickets[1:])
    await asyncio.sleep(0)
    slots.release(tickets[0])
    second.cancel()
    await third
    assert second.cancelled()
