"""News: what an event means for people who are not at the table."""

from typing import Final

from cartagena.server.storage.outbox import News
from cartagena.server.tables.events import Away, Entry, Rematched
from cartagena.server.tables.table import Table

_LONG_TURN: Final = 600
"""Minimum time limit per turn in seconds at a table whose players are notified."""
_LONG_GAME: Final = 3600
"""Minimum time limit for the whole game in seconds at such a table."""
_MIN_REMINDER_MS: Final = 12 * 3_600_000
"""Minimum time that a player has for a turn to be reminded of it, in milliseconds."""
_REMINDER_MS: Final = 3 * 86_400_000
"""Time after which a player without a time limit is reminded, in milliseconds."""


def is_long(table: Table) -> bool:
    """Return True if people play here who may come back for each turn."""
    setup = table.setup
    limited = setup.seconds or setup.budget
    if limited and setup.seconds < _LONG_TURN and setup.budget < _LONG_GAME:
        return False
    return len({seat.identity for seat in table.seats if seat.identity}) > 1


def awaited(table: Table) -> str:
    """Return the identity that must choose now, or "" if the table waits for nobody."""
    seat = table.decider
    if seat is None or seat.kind != "player" or seat.substitute or table.bot_finishes:
        return ""
    return "" if table.paused_at or table.undo_window else seat.identity


def is_away(table: Table, identity: str, at: int) -> bool:
    """Return True if a player is on vacation."""
    return any(seat.identity == identity and at < seat.away_until for seat in table.seats)


class NewsDesk:
    """Finds the news in events, for people with at least one channel."""

    def __init__(self, delay_seconds: float) -> None:
        """Build a desk. News wait for `delay_seconds`, because most players move at once."""
        self._delay_ms = round(1000 * delay_seconds)
        self.reachable: set[str] = set()
        """Identities with a channel. Some may no longer have one."""

    def of(self, before: Table, after: Table, entry: Entry) -> tuple[News, ...]:
        """Return the news in an event, by the table before and after it."""
        if not self.reachable or not is_long(after if after.people() else before):
            return ()
        due_at = entry.at + self._delay_ms
        news: list[News] = []
        last, next_one = awaited(before), awaited(after)
        is_moved = isinstance(entry.event, Away) and entry.event.identity == next_one
        if last != next_one or is_moved:
            news.append(News(last, "done", entry.at))
            if not is_away(after, next_one, entry.at):
                news.append(News(next_one, "turn", due_at))
            news.append(News(next_one, "reminder", _reminder_at(after, entry.at)))
        others = {seat.identity for seat in before.seats} - {getattr(entry.event, "identity", "")}
        if after.status == "finished" != before.status:
            news += [News(one, "over", due_at) for one in sorted(others)]
        if isinstance(entry.event, Rematched):
            news += [News(one, "rematch", due_at) for one in sorted(others)]
        return tuple(one for one in news if one.due_at and one.identity in self.reachable)


def _reminder_at(table: Table, at: int) -> int:
    """Return when to remind the player to move, or 0 for never. It happens once per turn."""
    if not (table.setup.seconds or table.setup.budget):
        return at + _REMINDER_MS
    deadline = table.deadline()
    if deadline is None or deadline - at < _MIN_REMINDER_MS:
        return 0
    # Of a vacation before that, nothing counts.
    left = deadline - at if table.decider is None else min(deadline - at, table.decider.time_left)
    return deadline - left // 4
