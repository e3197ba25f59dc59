"""Everything a request may need, made once for a server, and how it starts and stops."""

import asyncio
import logging
import time
from contextlib import suppress
from threading import Thread

from litestar.datastructures import State

from cartagena.server import hints
from cartagena.server.analysis.queue import Studies
from cartagena.server.api.middleware import Caller
from cartagena.server.api.problems import forbidden, too_many, unknown_identity
from cartagena.server.api.rate_limit import Allowance
from cartagena.server.bots import Crew
from cartagena.server.metrics import Metrics
from cartagena.server.nodes.listener import News
from cartagena.server.settings import Settings
from cartagena.server.storage import database
from cartagena.server.storage.identities import Identities, Identity
from cartagena.server.storage.queries import Storage
from cartagena.server.streams.event_stream import Watch
from cartagena.server.streams.listeners import Streams
from cartagena.server.streams.presence import Presence
from cartagena.server.tables.registry import Harbour
from cartagena.server.tables.table import Table

log = logging.getLogger("cartagena.server")


class Services:
    """The parts of a server, put together."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.url = database.read_url(settings.database)
        self.metrics = Metrics()
        self.storage = Storage(self.url, self.metrics.committed)
        self.engine = self.storage.engine
        self.identities = Identities(self.engine)
        self.streams = Streams(settings.stream_backlog)
        self.harbour = Harbour(self.storage, self.streams, settings.idle_tables)
        self.crew = Crew(self.harbour, settings)
        self.presence = Presence(self.harbour, self.streams)
        self.watch = Watch(self.harbour, self.presence, settings.streams_each, settings.keep_alive)
        self.news = News(self.url, self.harbour, self.presence) if self.storage.notifies else None
        self.hints = hints.Hints(settings.hints_per_minute)
        self.studies = Studies(self.engine, self.harbour)
        self.talk = Allowance(settings.chat_per_minute / 60, settings.chat_per_minute / 2)
        self.newcomers = Allowance(
            settings.identities_per_minute / 60, settings.identities_per_minute
        )

    async def open(self) -> None:
        """Begin; the database is prepared, and the rules are compiled meanwhile."""
        self.storage.open()
        if self.news is not None:
            await self.news.open()
        loop = asyncio.get_running_loop()
        Thread(target=self._warm_up, args=[loop], name="warm-up", daemon=True).start()
        self.crew.open()
        self.studies.open()

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
                loop.call_soon_threadsafe(self.harbour.ready.set)
            log.info("the rules are compiled", extra={"ms": _since(began)})
            for name in BUILT_IN:
                warm_up_bot(name)
            log.info("the bots are compiled", extra={"ms": _since(began)})
            hints.warm_up()
        except Exception:
            log.exception("compiling failed")

    def farewell(self) -> None:
        """Tell all listeners to come back, here or at another node."""
        self.watch.stopping = True
        self.streams.close()

    async def close(self) -> None:
        """Stop; everything acknowledged is durable already."""
        self.farewell()
        await self.crew.close()
        self.hints.close()
        await self.studies.close()
        if self.news is not None:
            await self.news.close()
        await self.storage.close()

    # What handlers ask.

    async def table(self, name: str, *, fresh: bool = True) -> Table:
        """A table by its name."""
        return await self.harbour.table(name, fresh=fresh)

    async def watchable(self, name: str, caller: Caller) -> Table:
        """A table that the caller may look at."""
        table = await self.table(name)
        if not table.may_be_watched_by(caller.identity.id if caller.identity else ""):
            raise forbidden("This table doesn’t allow spectators.")
        return table

    def may_talk(self, who: Identity) -> None:
        """Whether somebody has not said too much lately."""
        wait = self.talk.take(who.id)
        if wait:
            raise too_many("You’re sending messages too fast. Wait a moment.", wait)

    async def is_ready(self) -> bool:
        """Whether requests can be met: the database answers and the rules are compiled."""
        if not self.harbour.ready.is_set() or self.watch.stopping:
            return False
        try:
            return await database.is_current(self.engine)
        except Exception:
            return False


def _since(began: float) -> float:
    return round(1000 * (time.monotonic() - began), 1)


def services_of(state: State) -> Services:
    """The services of the application."""
    services = state.services
    assert isinstance(services, Services)
    return services


def require(caller: Caller) -> Identity:
    """The caller's identity; a problem for one who has none."""
    if caller.identity is None:
        raise unknown_identity()
    return caller.identity
