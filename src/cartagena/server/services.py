"""The parts of a server, built once and passed to each other; how they start and stop."""

import asyncio
import logging
import time
from contextlib import suppress
from threading import Thread

from cartagena.server import hints
from cartagena.server.analysis.queue import AnalysisQueue
from cartagena.server.bots import BotScheduler
from cartagena.server.metrics import Metrics
from cartagena.server.nodes.listener import NodeListener
from cartagena.server.rate_limit import TokenBucket
from cartagena.server.settings import Settings
from cartagena.server.storage import database
from cartagena.server.storage.identities import Identities
from cartagena.server.storage.queries import Storage
from cartagena.server.streams.broadcaster import Broadcaster
from cartagena.server.streams.presence import Presence
from cartagena.server.streams.sse import StreamLimit
from cartagena.server.tables.feed import TableFeed
from cartagena.server.tables.registry import TableRegistry

log = logging.getLogger("cartagena.server")


class Services:
    """The parts of one server process."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.url = database.read_url(settings.database)
        self.metrics = Metrics()
        self.storage = Storage(self.url, self.metrics.committed)
        self.engine = self.storage.engine
        self.identities = Identities(self.engine)
        self.feed = TableFeed()
        self.broadcaster = Broadcaster(self.feed, settings.stream_backlog)
        self.registry = TableRegistry(
            self.storage, self.feed, self.broadcaster.has_listeners, settings.idle_tables
        )
        self.bots = BotScheduler(self.registry, self.feed, settings)
        outbox: asyncio.Queue[bytes] | None = asyncio.Queue() if self.storage.notifies else None
        self.presence = Presence(
            self.registry, self.broadcaster, None if outbox is None else outbox.put_nowait
        )
        self.nodes = (
            None if outbox is None else NodeListener(self.url, self.registry, self.presence, outbox)
        )
        self.stream_limit = StreamLimit(settings.streams_each)
        self.hints = hints.Hints(settings.hints_per_minute)
        self.analyses = AnalysisQueue(self.engine, self.registry)
        self.chat_limit = TokenBucket(settings.chat_per_minute / 60, settings.chat_per_minute / 2)
        self.identity_limit = TokenBucket(
            settings.identities_per_minute / 60, settings.identities_per_minute
        )

    async def open(self) -> None:
        """Start everything; the rules are compiled in the background meanwhile."""
        self.storage.open()
        if self.nodes is not None:
            await self.nodes.open()
        loop = asyncio.get_running_loop()
        Thread(target=self._warm_up, args=[loop], name="warm-up", daemon=True).start()
        self.bots.open()
        self.analyses.open()

    def _warm_up(self, loop: asyncio.AbstractEventLoop) -> None:
        """Compile or load the rules, then our bots. Nobody who plays without bots waits for them.

        In a thread that does not keep the process alive: a server may be stopped meanwhile.
        """
        from cartagena.players.roster import BUILT_IN
        from cartagena.players.warm_up import warm_up as warm_up_bot
        from cartagena.rules.warm_up import warm_up

        began = time.monotonic()
        try:
            warm_up()
            with suppress(RuntimeError):  # the loop has ended: nobody waits any more
                loop.call_soon_threadsafe(self.registry.ready.set)
            log.info("the rules are compiled", extra={"ms": _since(began)})
            for name in BUILT_IN:
                warm_up_bot(name)
            log.info("the bots are compiled", extra={"ms": _since(began)})
            hints.warm_up()
        except Exception:
            log.exception("compiling failed")

    def farewell(self) -> None:
        """Tell all listeners to come back, here or at another node."""
        self.stream_limit.stopping = True
        self.broadcaster.close()

    async def close(self) -> None:
        """Stop; everything acknowledged is durable already."""
        self.farewell()
        await self.bots.close()
        self.hints.close()
        await self.analyses.close()
        if self.nodes is not None:
            await self.nodes.close()
        await self.storage.close()

    async def is_ready(self) -> bool:
        """Whether the database answers with a current schema and the rules are compiled."""
        if not self.registry.ready.is_set() or self.stream_limit.stopping:
            return False
        try:
            return await database.is_current(self.engine)
        except Exception:
            return False


def _since(began: float) -> float:
    return round(1000 * (time.monotonic() - began), 1)
