"""The simulated world: builds everything from a seed, runs it, breaks it and checks it."""

import asyncio
import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from cartagena.server.engine import tasks
from cartagena.server.storage.writer import Append
from tests.simulation.bus import Hub
from tests.simulation.chance import EPOCH_MS
from tests.simulation.clients import Client, make_clients
from tests.simulation.database import OUTSIDE, Database
from tests.simulation.faults import FAULTS, Faults
from tests.simulation.loop import SimulatedLoop, Stuck
from tests.simulation.node import SETTINGS, Node
from tests.simulation.notices import Mail
from tests.simulation.operator import Operator
from tests.simulation.oracle import ARRIVAL_SECONDS, Oracle
from tests.simulation.pace import draw_pace
from tests.simulation.rows import Rows

CLIENTS: Final = 20
NODES: Final = 3
_SEVERAL_NODES: Final = 0.7
"""Share of the seeds with several nodes."""
_ACTIVE_SECONDS: Final = 18.0
"""Time in which clients act and faults happen."""
_SETTLE_SECONDS: Final = 10.0
"""Time after the last fault within which streams become complete and overdue work is done."""
_FORGET_SECONDS: Final = 16.0
"""Time after which everybody has forgotten a node that was killed."""
_LAG_INTERVAL: Final = 2.0
"""Interval in seconds at which streams are checked while faults happen."""
_PROGRESS_SECONDS: Final = 6.0
"""Time after that within which everybody has moved again."""


@dataclass(frozen=True)
class Options:
    """The parts of a simulation that a shrinker may leave out."""

    faults: frozenset[str] = frozenset(FAULTS)
    clients: frozenset[int] = frozenset(range(CLIENTS))
    nodes: int = NODES


class Violation(Exception):  # noqa: N818
    """An invariant does not hold."""


@dataclass
class Outcome:
    """The result of a simulation."""

    seed: int
    violation: str
    """The invariant that was violated, or an empty string."""
    detail: str
    trace_hash: str
    events: int
    acknowledged: int
    virtual_seconds: float
    turns: int
    trace: list[str] = field(default_factory=list)


class World:
    """Everything in a simulation."""

    def __init__(self, seed: int, options: Options, *, keep_trace: bool = False) -> None:
        self.seed, self.options = seed, options
        self._hash = hashlib.sha256()
        self._trace: list[str] | None = [] if keep_trace else None
        self.loop = SimulatedLoop()
        self._rng = self.rng("world")
        self.has_nodes = self._rng.random() < _SEVERAL_NODES and options.nodes > 1
        """True if there are several nodes, as on PostgreSQL, or a single one, as on SQLite."""
        self.pace = draw_pace(self._rng)
        self.rows = Rows()
        self.database = Database(
            self.loop,
            self.rows,
            self.rng("database"),
            SETTINGS.database_seconds,
            self.pace,
            is_file=not self.has_nodes,
        )
        self.hub = Hub(self.loop, self.database, self.rng("hub"), self.pace)
        self.oracle = Oracle(self, renders=seed % 4 == 0)
        self.rows.on_commit = self._committed
        executor = self.rng("executor")
        self.loop.executor_delay = lambda: self.pace.message(executor)
        self.max_skew = 0.0
        self.is_calm = True
        """True if nothing ever holds up a node that is alive."""
        self.due_seconds = 8.0
        self.acknowledged = 0
        self.think_seconds = 5.0
        self.gives_up = 0.0
        self.is_over = False
        """True if clients stop acting by themselves."""
        self.request_loss = self.response_loss = self.slow_readers = 0.0
        self._network = self.rng("network")
        self.outages: list[tuple[float, float]] = []
        """Times in which no node could write, in virtual seconds."""
        self._has_ended = False
        self.violation: tuple[str, str] | None = None
        self.operator = Operator(self, self.rng("operator"))
        self.nodes: list[Node] = []
        self.clients: list[Client] = []
        self.mail = Mail(self, self.rng("mail"))

    def rng(self, name: str) -> Random:
        """Return a random generator that only `name` uses."""
        return Random(f"{self.seed}/{name}")

    def note(self, *what: object) -> None:
        """Add a line to the trace."""
        line = f"{self.loop.time():.3f} {' '.join(map(str, what))}"
        self._hash.update(line.encode("utf-8", "surrogatepass"))
        if self._trace is not None:
            self._trace.append(line)

    def fail(self, invariant: str, *detail: object) -> None:
        """Record that an invariant does not hold, and stop the simulation."""
        if self._has_ended:
            return
        self.note("VIOLATION", invariant, *detail)
        if self.violation is None:
            self.violation = (invariant, " ".join(map(str, detail)))
        self.loop.stop()

    def later(self, delay: float, callback: Callable[..., object], *arguments: Any) -> None:
        """Call something outside of all nodes."""
        self.loop.call_later(delay, callback, *arguments, context=OUTSIDE)

    def delay(self) -> float:
        """Return how long a message takes between a client and a node."""
        return self.pace.message(self._network)

    def loses_request(self) -> bool:
        """Return True if a request gets lost."""
        return self._network.random() < self.request_loss

    def loses_response(self) -> bool:
        """Return True if a response gets lost."""
        return self._network.random() < self.response_loss

    def draws_slow_reader(self) -> bool:
        """Return True if a new connection reads slowly."""
        return self._network.random() < self.slow_readers

    def slow_seconds(self, low: float, high: float) -> float:
        """Return how long a slow reader takes for the next part."""
        return self._network.uniform(low, high) if self.slow_readers else 0.0

    def now_ms(self) -> int:
        """Return the true time of day in milliseconds."""
        return EPOCH_MS + int(1000 * self.loop.time())

    def outage_since(self, since: float) -> float:
        """Return for how many seconds since then no node could write."""
        now = self.loop.time()
        return sum(max(0.0, min(until, now) - max(begin, since)) for begin, until in self.outages)

    def _committed(self, batch: list[Append]) -> None:
        self.oracle.committed(batch)
        self.hub.committed(batch)

    @property
    def disturbed_until(self) -> float:
        """Return when the last outage of the database ends, in virtual seconds."""
        troubles = self.database.troubles
        return max(troubles.silent_until, troubles.full_until, troubles.flaky_until)

    async def _check_lag(self) -> None:
        """Check again and again that no stream is far behind."""
        while True:
            await asyncio.sleep(_LAG_INTERVAL)
            for client in self.clients:
                for stream in client.streams:
                    stream.check_lag()

    async def _live(self) -> None:
        self.clients = make_clients(self)
        for client in self.clients:
            self.mail.subscribe(client)
        number_of_nodes = self.options.nodes if self.has_nodes else 1
        self.nodes = [Node(self, number) for number in range(number_of_nodes)]
        faults = Faults(self)
        acting = [
            self.loop.create_task(client.act(), name=f"client {client.number}")
            for client in self.clients
        ]
        for client in self.clients:
            client.listen()
        self.loop.create_task(self._check_lag())
        self.loop.create_task(self.operator.work())
        await faults.happen(_ACTIVE_SECONDS)
        self.is_over = True
        self.note("heal")
        await faults.heal()
        await asyncio.sleep(_FORGET_SECONDS if faults.kills else _SETTLE_SECONDS)
        for client, task in zip(self.clients, acting, strict=True):
            if client.is_waiting:
                self.fail("a request was never answered", task.get_name())
            elif task.done():
                task.result()
        self._check_quiet()
        await self._check_progress()

    def _stop(self) -> None:
        if not self._has_ended:
            self.loop.stop()

    def _check_quiet(self) -> None:
        self.note("check")
        watched = {client.table for client in self.clients if client.is_listening}
        for name in self.oracle.tables:
            self.oracle.check_due(name, name in watched)
        for node in self.nodes:
            assert node.services is not None
            for name in self.oracle.tables:
                cached = node.services.registry.cached(name)
                if cached is not None and node.services.broadcaster.has_listeners(name):
                    self.oracle.check_memory(cached, node.number)
            self._check_presence(node)
        for client in self.clients:
            client.check()
        self.mail.check()

    def _check_presence(self, node: Node) -> None:
        """Check that a node knows who listens to which table, at all nodes."""
        assert node.services is not None
        for name in self.oracle.tables:
            present = set(node.services.presence.of(name))
            here = {client.identity.id for client in self.clients if client.listens_to(name)}
            gone = {client.identity.id for client in self.clients if not client.is_listening}
            if not here <= present or present & gone:
                self.fail(
                    "a node does not know who is present",
                    name,
                    node.number,
                    *sorted(present ^ here),
                )

    async def _check_progress(self) -> None:
        before = {name: truth.now for name, truth in self.oracle.tables.items()}
        moving = [self.loop.create_task(client.move_once()) for client in self.clients]
        await asyncio.wait(moving, timeout=_PROGRESS_SECONDS)
        for client, task in zip(self.clients, moving, strict=True):
            if not task.done():
                self.fail("no progress after healing")
            else:
                self.oracle.check_progress(before.get(client.table), task.result())
        await asyncio.sleep(ARRIVAL_SECONDS)
        for client in self.clients:
            client.check()

    def run(self) -> Outcome:
        """Run the simulation."""
        logging.disable(logging.CRITICAL)
        tasks.remembered_bots.clear()  # Bots are remembered by table, and have a state.
        loop = self.loop
        loop.on_error = lambda error: self.fail("an error in a callback", repr(error))
        asyncio.set_event_loop(loop)
        living = loop.create_task(self._live())
        living.add_done_callback(lambda _: self._stop())
        try:
            loop.run_forever()
            if self.violation is None:
                living.result()
        except Stuck as stuck:
            self.violation = ("stuck", str(stuck))
        except Exception as error:
            self.violation = (f"{type(error).__name__} in the simulation", str(error))
            raise
        finally:
            seconds, turns = loop.time(), loop.turns
            self._has_ended = True
            loop.end()
            asyncio.set_event_loop(None)
            logging.disable(logging.NOTSET)
        violation, detail = self.violation or ("", "")
        return Outcome(
            self.seed,
            violation,
            detail,
            self._hash.hexdigest()[:16],
            sum(len(truth.past) for truth in self.oracle.tables.values()),
            self.acknowledged,
            seconds,
            turns,
            self._trace or [],
        )


def simulate(seed: int, options: Options | None = None, *, keep_trace: bool = False) -> Outcome:
    """Run the simulation of a seed."""
    return World(seed, options or Options(), keep_trace=keep_trace).run()
