"""The parts of a server process: how they are built, connected, started and stopped."""

import asyncio
from typing import Final

from cartagena.protocol.ranks import ShuffleStatistics
from cartagena.server.cluster.listener import NodeListener
from cartagena.server.daily import DailyEscape
from cartagena.server.delivery.courier import Courier
from cartagena.server.delivery.mailer import Mailer
from cartagena.server.duplicates import Duplicates
from cartagena.server.engine.analysis_queue import AnalysisQueue
from cartagena.server.engine.engine import Engine
from cartagena.server.friends import Friendships
from cartagena.server.game_index import GameIndex
from cartagena.server.history import History
from cartagena.server.limits import KeyedLocks, Limits
from cartagena.server.link_pictures import LinkPictures
from cartagena.server.lobby import Lobby
from cartagena.server.networks import LastSeenNetworks
from cartagena.server.ops import gc_policy
from cartagena.server.platform import Platform, address_rules, real_platform
from cartagena.server.ranks import Leaderboard
from cartagena.server.rate_limit import TokenBucket
from cartagena.server.scheduler import TableScheduler
from cartagena.server.settings import Settings
from cartagena.server.shuffles import statistics
from cartagena.server.storage import game_index
from cartagena.server.storage.admin_commands import AdminCommands
from cartagena.server.storage.heartbeat import Heartbeat
from cartagena.server.storage.identities import Identities
from cartagena.server.storage.probe import WriteProbe
from cartagena.server.streams.broadcaster import Broadcaster
from cartagena.server.streams.presence import Presence
from cartagena.server.streams.sse import Holder, OpenStreams
from cartagena.server.supervisor import Supervisor
from cartagena.server.tables.bus import TableBus
from cartagena.server.tables.news import NewsDesk
from cartagena.server.tables.registry import TableRegistry
from cartagena.server.tables.replay import Replays
from cartagena.server.vacations import Vacations

_LAG_INTERVAL: Final = 0.1
"""Interval in seconds at which the lag of the event loop is measured."""


class Services:
    """The parts of one server process."""

    def __init__(self, settings: Settings, platform: Platform | None = None) -> None:
        platform = platform or real_platform(settings)
        clock, entropy = platform.clock, platform.entropy
        self.settings, self.clock, self.entropy = settings, clock, entropy
        timeout = settings.database_seconds
        self.metrics = platform.metrics
        self.supervisor = Supervisor(self.metrics, clock)
        self.storage = platform.storage
        self.database = platform.engine
        self.probe = WriteProbe(self.database, timeout, clock)
        self.mutes = platform.mutes
        self.heartbeat = Heartbeat(platform.beats, clock)
        self.identities = Identities(self.database, platform.tokens, clock, entropy)
        self.bus = TableBus()
        self.broadcaster = Broadcaster(self.bus, settings.stream_backlog)
        self.news = NewsDesk(settings.notice_seconds)
        self.registry = TableRegistry(
            self.storage,
            self.bus,
            self.heartbeat,
            self.broadcaster.has_listeners,
            settings.idle_tables,
            clock,
            self.news,
        )
        self.streams = OpenStreams(settings.streams_each, self._may_listen)
        self.admin_commands = AdminCommands(
            platform.commands,
            on_revoke=self.forget_tokens,
            on_ban=self.streams.review,
            on_refresh=self.registry.refresh,
            on_forget=self.registry.forget,
            on_mute=self.read_mutes,
            on_reach=self.news.reachable.add,
        )
        self.networks = LastSeenNetworks()
        self.limits = Limits(settings, clock)
        self.engine = Engine(
            settings, self.limits, self.networks.of, platform.new_worker, clock, entropy
        )
        self.scheduler = TableScheduler(
            self.registry, self.bus, self.engine, settings, self.broadcaster.has_listeners, clock
        )
        bus = platform.bus
        outbox: asyncio.Queue[bytes] | None = None if bus is None else asyncio.Queue()
        self.presence = Presence(
            self.registry,
            self.broadcaster,
            None if outbox is None else outbox.put_nowait,
            clock,
            entropy,
        )
        self.nodes = (
            None
            if bus is None or outbox is None
            else NodeListener(bus, self.registry, self.presence, outbox, self.supervisor)
        )
        self.address_rules = address_rules(settings)
        self.outbox, self.post = platform.outbox, platform.post
        self.mailer = None
        if platform.relay is not None:
            sender, address = settings.mail_from, settings.public_url
            self.mailer = Mailer(platform.relay, self.outbox, sender, address, clock, entropy)
        self.courier = Courier(
            self.outbox,
            self.post,
            self.registry,
            settings.public_url,
            clock,
            entropy,
            self.mailer,
        )
        self.vacations = Vacations(
            self.database, self.registry, self.bus, settings.vacation_days, clock
        )
        self.link_pictures = LinkPictures()
        self.creating = KeyedLocks()
        """Held for an owner while a table is created, so that limits count all of them."""
        self.history = History(self.storage, self.database, self.registry)
        self.lobby = Lobby(self.storage, self.registry, self.presence, clock, self.networks.of)
        self.daily = DailyEscape(self.database, self.engine, clock, entropy)
        self.game_index = GameIndex(self.database, self.storage, self.bus)
        self.leaderboard = Leaderboard(self.database, clock)
        self.friends = Friendships(self.database, platform.blocks, self.registry, clock, entropy)
        self.duplicates = Duplicates(self.database, self.registry, self.bus, clock, entropy)
        self.replays = Replays()
        self.analyses = AnalysisQueue(platform.jobs, self.registry, self.engine, clock, entropy)
        self.identity_limit = TokenBucket(
            settings.identities_per_minute / 60, settings.identities_per_minute, clock
        )

    async def open(self) -> None:
        """Start everything."""
        self.metrics.watch_gc()
        await self.open_tables()
        self.supervisor.start("vacations", self.vacations.run)
        self.supervisor.start("game index", self.game_index.run)
        self.supervisor.start("write-probe", self.probe.run)
        self.supervisor.start("loop-lag", self._measure_lag)
        self.supervisor.start("collector", gc_policy.run)

    async def open_tables(self) -> None:
        """Start everything that plays at tables or notifies players. It uses only the platform."""
        self.storage.open()
        if self.nodes is not None:
            await self.nodes.open()
        self.supervisor.start("heartbeat", self.heartbeat.run)
        self.supervisor.start("admin commands", self.admin_commands.run)
        self.supervisor.start("sweep", self.scheduler.sweep_forever)
        self.supervisor.start("analysis", self.analyses.work_forever)
        self.news.reachable |= await self.outbox.reachable()
        self.supervisor.start("notices", self.courier.run)

    def drain(self) -> None:
        """End all streams. Clients reconnect, here or to another node."""
        self.streams.stopping = True
        self.broadcaster.close()

    async def close(self) -> None:
        """Stop. Everything that was acknowledged is already durable."""
        self.drain()
        if self.nodes is not None:
            await self.nodes.close()
        await self.supervisor.close()
        await self.scheduler.close()
        await self.duplicates.close()
        await self.engine.close()
        await self.post.close()
        if self.mailer is not None:
            self.mailer.close()
        await self.storage.close()

    async def forget_tokens(self, identity: str) -> None:
        """Read the tokens of an identity again, and end the streams that were opened with old ones."""
        self.identities.forget(identity)
        await self.streams.review(identity)

    async def read_mutes(self, identity: str) -> None:
        """Read again whom an identity has muted, if it listens here."""
        if self.broadcaster.listens(identity):
            muted = await self.mutes.muted_by(identity)
            self.broadcaster.set_muted(identity, muted, self.clock.now())

    async def _may_listen(self, holder: Holder) -> bool:
        if {holder.address, holder.network} & self.admin_commands.banned:
            return False
        if not holder.identity:
            return True
        return await self.identities.find_by_hash(holder.token_hash) is not None

    async def why_not_ready(self) -> str:
        """Return why this node cannot serve tables, or "" if it can."""
        if self.streams.stopping:
            return "the server stops"
        if self.probe.age is None:
            await self.probe.check()
        if self.probe.reason:
            return self.probe.reason
        if self.nodes is not None and not self.nodes.is_listening:
            return "other nodes are not heard"
        if self.supervisor.failing:
            return f"background tasks fail: {', '.join(self.supervisor.failing)}"
        return ""

    async def shuffle_statistics(self) -> ShuffleStatistics:
        """Return the statistics of all shuffles in finished games."""
        return statistics(await game_index.counters(self.database))

    async def metrics_text(self) -> bytes:
        """Return the metrics for Prometheus."""
        self.metrics.streams.set(self.broadcaster.count)
        self.metrics.dropped.set(self.broadcaster.dropped)
        self.metrics.bots_waiting.set(self.engine.waiting_bots)
        self.metrics.tables.set(self.registry.open_tables)
        self.metrics.ready.set(not await self.why_not_ready())
        self.metrics.listener_down.set(self.nodes is not None and not self.nodes.is_listening)
        return self.metrics.text()

    async def _measure_lag(self) -> None:
        """Measure the lag of the event loop for the metrics, until cancelled."""
        while True:
            began = self.clock.steady()
            await asyncio.sleep(_LAG_INTERVAL)
            self.metrics.loop_lag.observe(self.clock.steady() - began - _LAG_INTERVAL)
