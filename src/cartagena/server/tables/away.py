"""The decision that a player's vacation begins, or ends."""

from typing import Final

from cartagena.server.tables.decisions import AlreadyDone, Decision
from cartagena.server.tables.events import Away, Event
from cartagena.server.tables.table import Table

MIN_SECONDS: Final = 86_400
"""Minimum time limit per turn in seconds at a table where vacations count. Nobody can hold up a faster game."""


def allows_vacations(table: Table) -> bool:
    """Return True if players' clocks stand still here while they are away."""
    return table.status == "running" and table.setup.seconds >= MIN_SECONDS


def set_away(identity: str, until: int) -> Decision:
    """Stop a player's clock until this time, in milliseconds, or let it run again if that is 0."""

    def decide(table: Table, now: int) -> Event:
        seats = [seat for seat in table.seats if seat.identity == identity]
        if not seats or not allows_vacations(table) or 0 < until <= now:
            raise AlreadyDone
        current = seats[0].away_until
        if current == until or (not until and current <= now):
            raise AlreadyDone
        return Away(identity, until)

    return decide
