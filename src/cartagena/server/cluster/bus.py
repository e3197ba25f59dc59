"""The port through which nodes send each other notifications."""

import asyncio
from collections.abc import Callable
from typing import Protocol

Receive = Callable[[str, str], None]
"""Gets the channel and the payload of a notification."""


class BusConnection(Protocol):
    """An open connection to the bus."""

    lost: asyncio.Event
    """Set when the connection breaks. Notifications shortly before that may be missing."""

    async def notify(self, channel: str, payload: str) -> None:
        """Send a notification to all nodes, this one included."""

    async def close(self) -> None:
        """Close the connection."""


class Bus(Protocol):
    """Connects a node to all others."""

    async def connect(self, channels: tuple[str, ...], receive: Receive) -> BusConnection:
        """Listen to channels. Raises `ConnectionError` if that is not possible at the moment."""
