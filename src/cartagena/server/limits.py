"""Limits of what one identity, and one network, may do with its requests."""

from typing import Final

from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.rate_limit import SharedLimit, per_minute
from cartagena.server.settings import Settings

_MUTES_PER_MINUTE: Final = 20.0
"""Average changes per minute of whom an identity has muted for itself."""
_EVENT_SECONDS: Final = 30.0
"""Events at one table that may come at once, in seconds of their average rate."""


class Limits:
    """The limits beyond those on the number and cost of requests."""

    def __init__(self, settings: Settings, clock: Clock = SYSTEM_CLOCK) -> None:
        self.chat = per_minute(settings.chat_per_minute, clock)
        self.hints = per_minute(settings.hints_per_minute, clock)
        self.positions = per_minute(settings.positions_per_minute, clock)
        self.mutes = per_minute(_MUTES_PER_MINUTE, clock)
        self.events = SharedLimit(
            settings.events_per_second, _EVENT_SECONDS * settings.events_per_second, clock
        )
        """Changes of one table."""
