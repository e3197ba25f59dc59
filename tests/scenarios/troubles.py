"""Other faults during `make torture`: a full disk, a broken network, a paused node.

While a node cannot save, `/readyz` must say so. After each fault the node must be ready within
seconds, which on PostgreSQL means that it receives the events of other nodes.
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

REPORT_SECONDS = 30.0
"""Seconds within which a node must report that it cannot save."""
RECOVERY_SECONDS = 10.0
"""Seconds within which a node must be ready after a fault."""
FAULT_SECONDS = 5.0
"""Seconds that a fault lasts after it was reported."""


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
    """Return the status of `/readyz`, or 0 without a response, and its reason."""
    try:
        url = f"{node.server.url}/readyz"
        answer = await asyncio.to_thread(httpx.get, url, timeout=5, trust_env=False)
    except httpx.HTTPError as error:
        return 0, repr(error)
    return answer.status_code, answer.text


async def _until(node: Node, expected: int, seconds: float, trouble: str) -> None:
    end = time.monotonic() + seconds
    while True:
        status, reason = await _readiness(node)
        if status == expected:
            return
        assert time.monotonic() < end, (
            f"{trouble}: /readyz is not {expected} after {seconds} s, but {reason}; the node's log ends:\n"
            + node.server.log()[-6000:]
        )
        await asyncio.sleep(0.2)


async def fill_the_disk(node: Node) -> None:
    """Let no file of this process grow."""
    before = resource.prlimit(node.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(node.pid, resource.RLIMIT_FSIZE, (16, before[1]))
    try:
        await _until(node, 503, REPORT_SECONDS, "a full disk")
        await asyncio.sleep(FAULT_SECONDS)
    finally:
        resource.prlimit(node.pid, resource.RLIMIT_FSIZE, before)
    await _until(node, 200, RECOVERY_SECONDS, "a full disk")


async def cut_the_network(node: Node) -> None:
    """Break all connections to the database."""
    assert node.proxy is not None
    node.proxy.cut()
    await asyncio.sleep(0.5)
    await _until(node, 200, RECOVERY_SECONDS, "cut connections")


async def silence_the_network(node: Node) -> None:
    """Let the database fall silent without closing connections."""
    assert node.proxy is not None
    node.proxy.silence()
    try:
        await _until(node, 503, REPORT_SECONDS, "a silent network")
        await asyncio.sleep(FAULT_SECONDS)
    finally:
        node.proxy.heal()
    await _until(node, 200, RECOVERY_SECONDS, "a silent network")


def pause_for(seconds: float) -> Callable[[Node], Awaitable[None]]:
    """Return a fault that pauses the process for `seconds` seconds."""

    async def pause(node: Node) -> None:
        os.kill(node.pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            os.kill(node.pid, signal.SIGCONT)
        await _until(node, 200, RECOVERY_SECONDS, "a pause")

    return pause


def troubles_of(node: Node, pause: float) -> Sequence[Callable[[Node], Awaitable[None]]]:
    """Return the faults of a node, apart from being killed."""
    if node.proxy is None:
        return [fill_the_disk, pause_for(pause)]
    return [cut_the_network, silence_the_network, pause_for(pause)]
