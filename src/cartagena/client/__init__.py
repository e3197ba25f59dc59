"""An asynchronous client for table servers (extra `client`). See docs/api.md."""

from cartagena.client.client import Client
from cartagena.client.event_stream import Event
from cartagena.client.transport import Refused, Unreachable

__all__ = ["Client", "Event", "Refused", "Unreachable"]
