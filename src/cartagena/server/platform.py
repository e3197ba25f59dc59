"""The platform of a node: time, randomness, a database, other nodes and processes.

A simulation replaces all of it and runs everything else as it is.
"""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.cluster.bus import Bus
from cartagena.server.delivery.addresses import AddressRules
from cartagena.server.delivery.posting import HttpPost, Post
from cartagena.server.engine.process import Worker, WorkerFactory
from cartagena.server.entropy import SYSTEM_ENTROPY, Entropy
from cartagena.server.metrics import Metrics
from cartagena.server.settings import Settings
from cartagena.server.storage import database
from cartagena.server.storage.admin_commands import SqlCommands
from cartagena.server.storage.beats import SqlBeats
from cartagena.server.storage.identities import SqlTokens
from cartagena.server.storage.jobs import SqlJobs
from cartagena.server.storage.mutes import SqlMutes
from cartagena.server.storage.outbox import SqlOutbox
from cartagena.server.storage.ports import (
    BeatStore,
    CommandStore,
    JobStore,
    MuteStore,
    OutboxStore,
    TableStore,
    TokenStore,
)
from cartagena.server.storage.queries import Storage


@dataclass(frozen=True)
class Platform:
    """The surroundings of a node."""

    clock: Clock
    entropy: Entropy
    metrics: Metrics
    storage: TableStore
    beats: BeatStore
    jobs: JobStore
    mutes: MuteStore
    outbox: OutboxStore
    post: Post
    """The network outside, for notices."""
    tokens: TokenStore
    commands: CommandStore
    bus: Bus | None
    """The connection to other nodes, or None if there are none."""
    new_worker: WorkerFactory
    engine: AsyncEngine
    """The database, for everything without its own port."""


def address_rules(settings: Settings) -> AddressRules:
    """Return where notices may be sent."""
    return AddressRules(settings.push_services, allow_loopback=settings.notify_loopback)


def real_platform(settings: Settings) -> Platform:
    """Return the platform of a server process."""
    url, timeout = database.read_url(settings.database), settings.database_seconds
    metrics = Metrics()
    storage = Storage(url, metrics, timeout)
    bus: Bus | None = None
    if storage.notifies:
        # The driver of PostgreSQL is an optional package.
        from cartagena.server.cluster.postgres_bus import PostgresBus

        bus = PostgresBus(url, timeout)

    def new_worker(name: str, niceness: int) -> Worker:
        return Worker(name, niceness, metrics, settings.log_level)

    return Platform(
        clock=SYSTEM_CLOCK,
        entropy=SYSTEM_ENTROPY,
        metrics=metrics,
        storage=storage,
        beats=SqlBeats(storage.engine),
        jobs=SqlJobs(storage.engine),
        mutes=SqlMutes(storage.engine),
        outbox=SqlOutbox(storage.engine),
        post=HttpPost(address_rules(settings)),
        tokens=SqlTokens(storage.engine),
        commands=SqlCommands(storage.engine),
        bus=bus,
        new_worker=new_worker,
        engine=storage.engine,
    )
