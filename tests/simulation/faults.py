"""The faults of a simulation. Each seed has its own kinds of faults and its own rates."""

import asyncio
from typing import TYPE_CHECKING, Final

from tests.simulation.bus import BusTroubles
from tests.simulation.database import LATE_SECONDS, Troubles
from tests.simulation.loop import TICKS, Process
from tests.simulation.notices import MailTroubles

if TYPE_CHECKING:
    from tests.simulation.world import World

FAULTS: Final = (
    "kill",  # a node is killed, and starts again
    "pause",  # a node stands still for seconds
    "busy",  # a node is busy while a commit is answered, and then reads everything in any order
    "blackout",  # all nodes are killed for longer than counts as an outage
    "skew",  # clocks of nodes are wrong, and jump
    "refused",  # the database refuses transactions
    "unanswered",  # commits succeed, but the connection breaks before the answer
    "late",  # commits of broken connections happen seconds later
    "slow",  # the database takes seconds
    "unreadable",  # logs cannot be read
    "flaky",  # for seconds, most transactions fail
    "silent",  # the database does not answer for seconds
    "full",  # nothing can be written for seconds
    "deaf",  # notifications get lost, and the connection breaks some seconds later
    "doubled",  # notifications arrive twice
    "reordered",  # notifications arrive in another order
    "delayed",  # notifications arrive seconds late
    "terse",  # notifications are too long, so nodes must read events from the log
    "undelivered",  # notices get lost, are refused or late, or their address is gone
    "lost",  # requests and responses get lost
    "slow-readers",  # clients read their streams slowly
)
MAX_SKEW_MS: Final = 2000
_SHARES: Final = (0.1, 0.25, 0.5)
"""Shares of all kinds of faults that happen in a seed. With many of them, clients get little done."""
_RATES: Final = (0.01, 0.03, 0.1, 0.2)
"""Shares of transactions and messages that go wrong."""
_THEME_SHARE: Final = 0.2
_THEMES: Final = (
    ("busy",),
    ("terse", "unreadable"),
    ("unanswered", "flaky"),
    ("deaf", "reordered"),
    ("undelivered", "kill"),
)
"""Faults that go together. In some seeds nothing else goes wrong, but these happen all the time: other
faults would soon repair what they have done."""
_BUSY_TICKS: Final = (20, 64)
_ANY_TURN: Final = 6
"""Number of turns of its loop in which a node that was busy reads what has arrived."""
_PERIOD: Final = (0.3, 3.0)
"""Range of the seconds between two sudden faults."""


class Faults:
    """Lets faults happen, and heals them."""

    def __init__(self, world: "World") -> None:
        self._world = world
        rng = self._rng = world.rng("faults")
        share = rng.choice(_SHARES)
        drawn = [name for name in FAULTS if rng.random() < share]
        if is_theme := rng.random() < _THEME_SHARE:
            drawn = list(rng.choice(_THEMES))
        self.kinds = [name for name in drawn if name in world.options.faults]
        world.note("faults", *self.kinds)
        rates = {name: _RATES[-1] if is_theme else rng.choice(_RATES) for name in FAULTS}

        def rate(name: str) -> float:
            return rates[name] if name in self.kinds else 0.0

        world.database.troubles = Troubles(
            refused=rate("refused"),
            unanswered=rate("unanswered"),
            late=rate("late"),
            slow=rate("slow"),
            unreadable=2 * rate("unreadable"),
            busy=3 * rate("busy"),
        )
        world.database.on_busy = self._be_busy
        world.hub.troubles = BusTroubles(
            doubled=rate("doubled"),
            reordered=rate("reordered"),
            late=rate("delayed"),
            terse=4 * rate("terse"),
        )
        undelivered = rate("undelivered")
        world.mail.troubles = MailTroubles(
            2 * undelivered, 2 * undelivered, undelivered / 4, undelivered
        )
        world.request_loss = world.response_loss = rate("lost") / 2
        world.slow_readers = rate("slow-readers") * 2
        world.is_calm = not _DISTURBING & set(self.kinds)
        if "skew" in self.kinds:
            world.max_skew = MAX_SKEW_MS / 1000
            for node in world.nodes:
                node.set_skew(rng.randint(-MAX_SKEW_MS, MAX_SKEW_MS))

    @property
    def kills(self) -> bool:
        """Return True if nodes may have been killed."""
        return bool({"kill", "blackout"} & set(self.kinds))

    async def happen(self, seconds: float) -> None:
        """Let faults happen for some time."""
        world, rng = self._world, self._rng
        end = world.loop.time() + seconds
        momentary = [kind for kind in self.kinds if kind in _MOMENTARY]
        if "blackout" in momentary:
            # One of these is enough, since it takes a large part of the time.
            momentary.remove("blackout")
            world.later(rng.uniform(1, 4), self._blackout)
        while world.loop.time() < end:
            await asyncio.sleep(rng.uniform(*_PERIOD))
            if momentary:
                self._happen(rng.choice(momentary))

    def _happen(self, kind: str) -> None:
        world, rng = self._world, self._rng
        node = rng.choice(world.nodes)
        now = world.loop.time()
        world.note("fault", kind, node.number)
        if kind == "kill":
            if not node.process.dead:
                node.restart(rng.choice((0.0, 0.1, 1.0, 4.0)))
        elif kind == "pause":
            if not node.process.dead and not node.process.paused:
                seconds = rng.choice((0.01, 0.3, 2.0, 6.0))
                world.loop.pause(node.process)
                world.later(seconds, self._resume, node.process)
                node.disturbed_until = now + seconds
        elif kind == "skew":
            node.set_skew(rng.randint(-MAX_SKEW_MS, MAX_SKEW_MS))
        elif kind == "flaky":
            world.database.troubles.flaky_until = now + rng.choice((0.5, 3.0, 7.0))
        elif kind == "silent":
            world.database.troubles.silent_until = now + rng.choice((0.5, 3.0, 7.0))
        elif kind == "full":
            world.database.troubles.full_until = now + rng.choice((0.5, 3.0, 7.0))
        elif kind == "deaf":
            seconds = rng.choice((0.0, 0.2, 2.0, 5.0))
            world.hub.cut(node.process, seconds)
            node.disturbed_until = now + seconds

    def _be_busy(self, process: Process) -> None:
        """Keep a node busy for longer than another one needs to write the next event."""
        world = self._world
        if not process.dead and not process.paused:
            world.loop.pause(process)
            seconds = self._rng.randrange(*_BUSY_TICKS) / TICKS
            world.later(seconds, self._read_in_any_order, process)

    def _read_in_any_order(self, process: Process) -> None:
        if process.paused and not process.dead:
            self._world.loop.resume(process, lambda: self._rng.randrange(_ANY_TURN))

    def _resume(self, process: object) -> None:
        for node in self._world.nodes:
            if node.process is process and node.process.paused:
                self._world.loop.resume(node.process)

    def _blackout(self) -> None:
        world = self._world
        # Long enough for wrong clocks to notice.
        seconds = self._rng.uniform(16, 20)
        world.note("fault", "blackout", seconds)
        world.outages.append((world.loop.time(), world.loop.time() + seconds))
        for node in world.nodes:
            node.restart(seconds)

    async def heal(self) -> None:
        """End all faults, and wait until their consequences have ended, too."""
        world = self._world
        for node in world.nodes:
            if node.process.paused:
                world.loop.resume(node.process)
        world.request_loss = world.response_loss = world.slow_readers = 0.0
        world.hub.troubles, world.mail.troubles = BusTroubles(), MailTroubles()
        while any(not node.is_serving for node in world.nodes):
            await asyncio.sleep(0.5)
        troubles = world.database.troubles
        world.database.troubles = Troubles(
            silent_until=troubles.silent_until,
            full_until=troubles.full_until,
            flaky_until=troubles.flaky_until,
        )
        await asyncio.sleep(max(0.0, world.disturbed_until - world.loop.time()))
        if "late" in self.kinds:
            await asyncio.sleep(LATE_SECONDS)


_DISTURBING: Final = {"pause", "refused", "unanswered", "late", "slow", "flaky", "silent", "full"}
"""Faults that hold up a node that is alive."""
_MOMENTARY: Final = {"kill", "pause", "blackout", "skew", "flaky", "silent", "full", "deaf"}
