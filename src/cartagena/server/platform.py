"""The platform of a node: time, randomness, a database, other nodes and processes.

A simulation replaces all of it and runs everything else as it is.
"""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.errors import CartagenaError
from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.cluster.bus import Bus
from cartagena.server.delivery.addresses import AddressRules
from cartagena.server.delivery.posting import HttpPost, Post
from cartagena.server.delivery.smtp import SmtpRelay
from cartagena.server.engine.process import Worker, WorkerFactory
from cartagena.server.entropy import SYSTEM_ENTROPY, Entropy
from cartagena.server.metrics import Metrics
from cartagena.server.settings import Settings
from cartagena.server.storage import database
from cartagena.server.storage.admin_commands import SqlCommands
from cartagena.server.storage.beats import SqlBeats
from cartagena.server.storage.friends import SqlBlocks
from cartagena.server.storage.identities import SqlTokens
from cartagena.server.storage.jobs import SqlJobs
from cartagena.server.storage.mutes import SqlMutes
from cartagena.server.storage.outbox import SqlOutbox
from cartagena.server.storage.ports import (
    BeatStore,
    BlockStore,
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
    blocks: BlockStore
    outbox: OutboxStore
    post: Post
    """The network outside, for notices."""
    relay: SmtpRelay | None
    """The server that sends email, or None if there is none."""
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


def smtp_relay(settings: Settings) -> SmtpRelay | None:
    """Return the server that sends email. Raises `CartagenaError` if a setting is missing."""
    if not settings.smtp_host:
        return None
    if not (settings.mail_from and settings.public_url):
        raise CartagenaError(
            "smtp_host needs mail_from and public_url, which every email contains."
        )
    password = settings.smtp_password
    if settings.smtp_password_file:
        try:
            password = Path(settings.smtp_password_file).read_text("utf-8").strip()
        except OSError as error:
            raise CartagenaError(f"smtp_password_file can’t be read: {error}.") from None
    return SmtpRelay(
        settings.smtp_host, settings.smtp_port, settings.smtp_tls, settings.smtp_user, password
    )


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
        blocks=SqlBlocks(storage.engine),
        outbox=SqlOutbox(storage.engine),
        post=HttpPost(address_rules(settings)),
        relay=smtp_relay(settings),
        tokens=SqlTokens(storage.engine),
        commands=SqlCommands(storage.engine),
        bus=bus,
        new_worker=new_worker,
        engine=storage.engine,
    )
