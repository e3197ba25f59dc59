"""Presence without servers: several nodes, crowds, and nodes that die."""

import asyncio
from typing import cast

import pytest

from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.streams.broadcaster import Broadcaster
from cartagena.server.streams.listener import Listener
from cartagena.server.streams.presence import BATCH_SECONDS, MAX_PRESENT, Presence
from cartagena.server.tables.bus import TableBus
from cartagena.server.tables.registry import TableRegistry
from tests.support.clocks import ManualClock


class NoTables:
    """A registry in which no table is open."""

    def cached(self, name: str) -> None:
        return None


class Node:
    """A node that sends to all nodes, itself included, like NOTIFY."""

    def __init__(self, nodes: "list[Node]", clock: Clock = SYSTEM_CLOCK) -> None:
        self.broadcaster = Broadcaster(TableBus(), 1000)
        registry = cast(TableRegistry, NoTables())
        self.presence = Presence(registry, self.broadcaster, self._tell, clock)
        self.payloads: list[bytes] = []
        self._nodes = nodes
        nodes.append(self)
        self.presence.announce()

    def _tell(self, payload: bytes) -> None:
        self.payloads.append(payload)
        assert len(payload) < 8000
        for node in list(self._nodes):
            node.presence.receive(payload)

    def listen(self, table: str, identity: str) -> Listener:
        listener = Listener(table, identity, self.broadcaster.backlog)
        self.broadcaster.add(listener)
        self.presence.changed_here(table)
        return listener

    def stop_listening(self, listener: Listener) -> None:
        self.broadcaster.remove(listener)
        self.presence.changed_here(listener.table)


async def settled() -> None:
    await asyncio.sleep(2.5 * BATCH_SECONDS)


async def test_nodes_know_each_others_listeners() -> None:
    nodes: list[Node] = []
    one, two = Node(nodes), Node(nodes)
    anna = one.listen("t", "anna")
    two.listen("t", "bert")
    one.listen("other", "cleo")
    await settled()
    late = Node(nodes)
    for node in (one, two, late):
        assert node.presence.of("t") == ["anna", "bert"]
        assert node.presence.of("other") == ["cleo"]
    one.stop_listening(anna)
    await settled()
    assert late.presence.of("t") == two.presence.of("t") == ["bert"]
    two.presence.leave()
    assert one.presence.of("t") == late.presence.of("t") == []


async def test_a_silent_node_is_forgotten() -> None:
    nodes: list[Node] = []
    clock = ManualClock()
    one, two = Node(nodes, clock), Node(nodes, clock)
    one.listen("t", "anna")
    two.listen("t", "bert")
    await settled()
    nodes.remove(two)
    clock.seconds += 10
    one.presence.heartbeat()
    assert one.presence.of("t") == ["anna", "bert"]
    clock.seconds += 10
    one.presence.heartbeat()
    assert one.presence.of("t") == ["anna"]
    nodes.append(two)
    two.presence.announce()
    assert one.presence.of("t") == ["anna", "bert"]


async def test_a_message_that_comes_late_replaces_nothing() -> None:
    nodes: list[Node] = []
    one, two = Node(nodes), Node(nodes)
    nodes.remove(two)
    one.listen("t", "anna")
    await settled()
    late = one.payloads[-1]
    nodes.append(two)
    one.stop_listening(one.listen("u", "bert"))
    await settled()
    two.presence.receive(late)
    assert two.presence.of("t") == []
    two.presence.heartbeat()
    assert two.presence.of("t") == ["anna"], "it asks for what it has missed"


async def test_a_crowd_costs_a_few_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes: list[Node] = []
    one, two = Node(nodes), Node(nodes)
    heard = 0
    first = two.listen("t", "0000")
    await settled()

    def count(self: Listener, data: bytes) -> bool:
        nonlocal heard
        heard += 1
        return True

    monkeypatch.setattr(Listener, "put", count)
    messages = len(one.payloads)
    for number in range(1, 1001):
        one.listen("t", f"{number:04}")
        one.listen(f"table {number}", "somebody")
    await settled()
    # Each of them heard once or twice, and the other node got a few messages.
    assert 2000 <= heard <= 4 * 1001
    assert len(one.payloads) - messages < 20
    assert len(two.presence.of("t")) == MAX_PRESENT
    assert first.identity in two.presence.of("t")
    assert two.presence.of("table 777") == ["somebody"]
