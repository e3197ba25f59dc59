"""The writer, when it stops."""

import asyncio

import pytest

from cartagena.server.metrics import Metrics
from cartagena.server.storage.writer import Append, EventWriter


class BlockedWriter(EventWriter):
    """A writer whose database does not answer."""

    async def _commit(self, batch: list[Append]) -> None:
        await asyncio.Event().wait()


async def test_nobody_waits_for_a_writer_that_was_cancelled() -> None:
    writer = BlockedWriter(Metrics())
    writer.open()
    first = writer.append(Append("a-table", 1, 0, "{}"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    second = writer.append(Append("a-table", 2, 0, "{}"))
    (task,) = [task for task in asyncio.all_tasks() if task.get_name() == "writer"]
    task.cancel()
    await asyncio.wait([task])
    third = writer.append(Append("a-table", 3, 0, "{}"))
    for waiting in (first, second, third):
        async with asyncio.timeout(1):
            with pytest.raises(ConnectionError):
                await waiting
