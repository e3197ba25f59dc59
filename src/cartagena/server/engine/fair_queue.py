"""Fair turns for bots across client networks, owners and tables.

Only a few bots may think at once. The next turn goes to the client network that has used the least
time recently, there to the next owner, and then to that owner's next table.
"""

import asyncio
from dataclasses import dataclass
from math import exp
from typing import Final

_DECAY_SECONDS: Final = 30.0
"""Time constant for forgetting used time. After it, a third of the time still counts."""
_MAX_NETWORKS: Final = 10_000
"""Number of networks whose used time is stored. Beyond it, idle networks are dropped."""


@dataclass(slots=True, eq=False)
class Ticket:
    """A bot's place in the queue."""

    network: str
    owner: str
    table: str
    admitted: "asyncio.Future[None] | None" = None
    admitted_at: float = 0.0


class FairQueue:
    """Waiting tickets, in the order in which they are admitted."""

    def __init__(self) -> None:
        self._tickets: dict[str, dict[str, dict[str, Ticket]]] = {}
        """Tickets by network, owner and table. A table waits for one move at a time."""
        self._used: dict[str, tuple[float, float]] = {}
        """The seconds that each network has used recently, and when they were counted."""
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def add(self, ticket: Ticket) -> None:
        """Add a ticket. It replaces an earlier one of the same table."""
        tables = self._tickets.setdefault(ticket.network, {}).setdefault(ticket.owner, {})
        self._length += ticket.table not in tables
        tables[ticket.table] = ticket

    def remove(self, ticket: Ticket) -> None:
        """Remove a ticket, if it is in the queue."""
        owners = self._tickets.get(ticket.network, {})
        tables = owners.get(ticket.owner, {})
        if tables.get(ticket.table) is not ticket:
            return
        del tables[ticket.table]
        self._length -= 1
        if not tables:
            del owners[ticket.owner]
        if not owners:
            del self._tickets[ticket.network]

    def pop(self, now: float) -> Ticket | None:
        """Remove and return the next ticket, or None if the queue is empty."""
        if not self._tickets:
            return None
        network = min(self._tickets, key=lambda name: self._used_recently(name, now))
        owners = self._tickets[network]
        owner = next(iter(owners))
        ticket = next(iter(owners[owner].values()))
        self.remove(ticket)
        if owner in owners:  # Move this owner behind the others.
            owners[owner] = owners.pop(owner)
        return ticket

    def charge(self, network: str, seconds: float, now: float) -> None:
        """Count time that a network has used."""
        self._used[network] = self._used_recently(network, now) + seconds, now
        if len(self._used) > _MAX_NETWORKS:
            self._used = {
                name: used
                for name, used in self._used.items()
                if now - used[1] < 3 * _DECAY_SECONDS
            }

    def _used_recently(self, network: str, now: float) -> float:
        seconds, counted_at = self._used.get(network, (0.0, now))
        return seconds * exp((counted_at - now) / _DECAY_SECONDS)


class FairSemaphore:
    """A semaphore that admits tickets in the order of a fair queue."""

    def __init__(self, slots: int) -> None:
        self._free, self._queue = slots, FairQueue()

    @property
    def waiting(self) -> int:
        """Return the number of tickets that wait for a slot."""
        return len(self._queue)

    async def acquire(self, ticket: Ticket) -> None:
        """Wait for a slot. The caller must release it, unless this raises `CancelledError`."""
        admitted = ticket.admitted = asyncio.get_running_loop().create_future()
        self._queue.add(ticket)
        self._admit()
        try:
            await admitted
        except asyncio.CancelledError:
            if admitted.cancelled():
                self._queue.remove(ticket)
            else:
                self.release(ticket)
            raise

    def release(self, ticket: Ticket) -> None:
        """Free the slot of a ticket, and charge its network for the time."""
        now = asyncio.get_running_loop().time()
        self._queue.charge(ticket.network, now - ticket.admitted_at, now)
        self._free += 1
        self._admit()

    def _admit(self) -> None:
        """Admit tickets while there are free slots."""
        now = asyncio.get_running_loop().time()
        while self._free and (ticket := self._queue.pop(now)):
            if ticket.admitted and not ticket.admitted.done():  # else its caller was cancelled
                self._free -= 1
                ticket.admitted_at = now
                ticket.admitted.set_result(None)
