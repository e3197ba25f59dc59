"""What else goes wrong during the torture: a full disk, a broken network, a node that is paused.

After each, the node must be ready within seconds, which on PostgreSQL means that it hears the others;
and while it cannot save, `/readyz` must say so.
"""

import asyncio
import os
import resource
import signal
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import httpx

from tests.support.proxy import Proxy
from tests.support.servers import Server

NOTICED = 30.0
"""Seconds within which a node must say that it cannot save."""
HEALED = 10.0
"""Seconds within which it must be ready when the trouble is over."""
LASTS = 5.0
"""Seconds that a trouble lasts once it was noticed."""


@dataclass
class Node:
    """A server, and the network between it and its database, if there is one."""

    server: Server
    proxy: Proxy | None = None

    @property
    def pid(self) -> int:
        assert self.server.process is not None
        return self.server.process.pid


async def _readiness(node: Node) -> tuple[int, str]:
    """The status of `/readyz`, 0 if there is no answer, and what it says."""
    try:
        url = f"{node.server.url}/readyz"
        answer = await asyncio.to_thread(httpx.get, url, timeout=5, trust_env=False)
    except httpx.HTTPError as error:
        return 0, repr(error)
    return answer.status_code, answer.text


async def _until(node: Node, wanted: int, seconds: float, trouble: str) -> None:
    end = time.monotonic() + seconds
    while True:
        status, said = await _readiness(node)
        if status == wanted:
            return
        assert time.monotonic() < end, (
            f"{trouble}: /readyz is not {wanted} after {seconds} s, but {said}; the node's log ends:\n"
            + node.server.log()[-6000:]
        )
        await asyncio.sleep(0.2)


async def fill_the_disk(node: Node) -> None:
    """No file can grow, as far as this process is concerned."""
    before = resource.prlimit(node.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(node.pid, resource.RLIMIT_FSIZE, (16, before[1]))
    try:
        await _until(node, 503, NOTICED, "a full disk")
        await asyncio.sleep(LASTS)
    finally:
        resource.prlimit(node.pid, resource.RLIMIT_FSIZE, before)
    await _until(node, 200, HEALED, "a full disk")


async def cut_the_network(node: Node) -> None:
    """All connections to the database break."""
    assert node.proxy is not None
    node.proxy.cut()
    await asyncio.sleep(0.5)
    await _until(node, 200, HEALED, "cut connections")


async def silence_the_network(node: Node) -> None:
    """The database does not answer any more, and nobody is told."""
    assert node.proxy is not None
    node.proxy.silence()
    try:
        await _until(node, 503, NOTICED, "a silent network")
        await asyncio.sleep(LASTS)
    finally:
        node.proxy.heal()
    await _until(node, 200, HEALED, "a silent network")


def pause_for(seconds: float) -> Callable[[Node], Awaitable[None]]:
    """A trouble in which the process stands still for so long."""

    async def pause(node: Node) -> None:
        os.kill(node.pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            os.kill(node.pid, signal.SIGCONT)
        await _until(node, 200, HEALED, "a pause")

    return pause


def troubles_of(node: Node, pause: float) -> Sequence[Callable[[Node], Awaitable[None]]]:
    """What can go wrong with a node, beside being killed."""
    if node.proxy is None:
        return [fill_the_disk, pause_for(pause)]
    return [cut_the_network, silence_the_network, pause_for(pause)]
