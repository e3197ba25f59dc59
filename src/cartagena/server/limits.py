"""Limits of what one identity, and one network, may do with its requests."""

import asyncio
from typing import Final
from weakref import WeakValueDictionary

from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.rate_limit import SharedLimit, per_minute
from cartagena.server.settings import Settings

_MUTES_PER_MINUTE: Final = 20.0
"""Average number of times per minute that one identity may mute or unmute a person for itself."""
ANALYSES_PER_MINUTE: Final = 6.0
"""Average number of analyses per minute that one identity may request."""
_CHANNELS_PER_MINUTE: Final = 10.0
"""Average number of times per minute that one identity may add a channel or try one."""
_DUPLICATES_PER_MINUTE: Final = 20.0
"""Average number of times per minute that one identity may join, leave or start a contest."""
_FRIENDS_PER_MINUTE: Final = 30.0
"""Average number of times per minute that one identity may change its friends or invite one."""
_REPORTS_PER_MINUTE: Final = 4.0
"""Average number of times per minute that one identity may report a player."""
VACATIONS_PER_HOUR: Final = 12.0
"""Average number of times per hour that one identity may begin or end a vacation."""
MAILS_PER_HOUR: Final = 5.0
"""Average number of emails per hour that one identity may ask for: to confirm, or as a test."""
_EVENT_SECONDS: Final = 30.0
"""Size of a burst of events at one table, in seconds at their average rate."""


class Limits:
    """The limits beyond those on the number and cost of requests."""

    def __init__(self, settings: Settings, clock: Clock = SYSTEM_CLOCK) -> None:
        self.chat = per_minute(settings.chat_per_minute, clock)
        self.hints = per_minute(settings.hints_per_minute, clock)
        self.positions = per_minute(settings.positions_per_minute, clock)
        self.analyses = per_minute(ANALYSES_PER_MINUTE, clock)
        self.tables = SharedLimit(
            settings.tables_per_minute / 60, settings.tables_per_minute, clock
        )
        """New tables."""
        self.daily = per_minute(settings.daily_per_minute, clock)
        """Results of daily escapes."""
        self.duplicates = per_minute(_DUPLICATES_PER_MINUTE, clock)
        """Changes of a contest with equal deals."""
        self.friends = per_minute(_FRIENDS_PER_MINUTE, clock)
        """Changes of friends, blocked people and invitations, and looks at friend links."""
        self.reports = per_minute(_REPORTS_PER_MINUTE, clock)
        """Reports of players."""
        self.channels = per_minute(_CHANNELS_PER_MINUTE, clock)
        """New channels for notices, and tests of them."""
        self.mails = SharedLimit(MAILS_PER_HOUR / 3600, MAILS_PER_HOUR, clock)
        """Emails that ask an address to confirm, and tests."""
        self.vacations = SharedLimit(VACATIONS_PER_HOUR / 3600, VACATIONS_PER_HOUR, clock)
        """Beginnings and ends of vacations."""
        self.mutes = per_minute(_MUTES_PER_MINUTE, clock)
        self.events = SharedLimit(
            settings.events_per_second, _EVENT_SECONDS * settings.events_per_second, clock
        )
        """Changes of one table."""


class KeyedLocks:
    """A lock for each key. Locks that nobody holds or waits for are dropped."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, key: str) -> asyncio.Lock:
        """Return the lock of a key."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock
