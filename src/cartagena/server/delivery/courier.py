"""The courier: empties the outbox, on every node."""

import asyncio
import hashlib
import json
import logging
from collections import Counter
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from cartagena.server.clock import SYSTEM_CLOCK, Clock
from cartagena.server.delivery.addresses import LOUD_SERVICES, is_of
from cartagena.server.delivery.mailer import Mailer
from cartagena.server.delivery.posting import Letter, Post, Reply
from cartagena.server.delivery.quiet_hours import end_of_quiet, next_time
from cartagena.server.delivery.texts import notice_text
from cartagena.server.delivery.web_push import Signer, Subscription, new_key, push_letter
from cartagena.server.delivery.webhooks import webhook_letter
from cartagena.server.entropy import SYSTEM_ENTROPY, Entropy
from cartagena.server.errors import Refusal
from cartagena.server.storage.outbox import Notice
from cartagena.server.storage.ports import OutboxStore
from cartagena.server.tables.news import awaited
from cartagena.server.tables.registry import TableRegistry
from cartagena.server.tables.table import Table

POLL_SECONDS: Final = 1.0
"""Poll interval in seconds."""
MAX_SENDING: Final = 50
"""Maximum number of notices that a node sends at the same time."""
MAX_ATTEMPTS: Final = 8
"""Attempts after which a notice is given up, about a day after the first one."""
_FIRST_PAUSE_MS: Final = 5_000
_PAUSE_FACTOR: Final = 4
_MAX_PAUSE_MS: Final = 6 * 3_600_000
_NO_CONTACT: Final = "mailto:nobody@cartagena.invalid"
"""The contact in messages of a server that does not know its public address."""
_PUSH_SECONDS: Final = 3 * 86_400
"""Time for which a push service keeps a message for a browser that is not running."""
DIGEST_MINUTE: Final = 8 * 60
"""When the email of the day is sent, in minutes after midnight in the person's time zone."""
_BUSY_MS: Final = 1000
"""Pause in milliseconds before a mail that cannot be sent at once is tried again."""
_AT_ANY_HOUR: Final = ("clear", "test", "confirm")
"""Kinds of notices that quiet hours do not postpone."""

log = logging.getLogger("cartagena.server")


class Courier:
    """Leases notices, sends them, and decides what happens if that fails."""

    def __init__(
        self,
        outbox: OutboxStore,
        post: Post,
        registry: TableRegistry,
        public_url: str,
        clock: Clock = SYSTEM_CLOCK,
        entropy: Entropy = SYSTEM_ENTROPY,
        mailer: Mailer | None = None,
    ) -> None:
        """Build a courier. Without a mailer, email waits for another node."""
        self._outbox, self._post, self._registry = outbox, post, registry
        self._public_url, self._clock = public_url, clock
        self._entropy, self._worker, self._mailer = entropy, "", mailer
        self._signer: Signer | None = None
        self._sending: set[asyncio.Task[None]] = set()
        self.results: Counter[str] = Counter()

    async def signer(self) -> Signer:
        """Return the signer of messages for browsers."""
        if self._signer is None:
            key = await self._outbox.key("push", new_key)
            self._signer = Signer.from_text(key, self._public_url or _NO_CONTACT)
        return self._signer

    async def run(self) -> None:
        """Send what is due until cancelled."""
        self._worker = self._worker or self._entropy.hex(8)
        try:
            while True:
                room = MAX_SENDING - len(self._sending)
                for notice in await self._outbox.claim(self._worker, self._clock.now(), room):
                    task = asyncio.create_task(self._deliver(notice))
                    self._sending.add(task)
                    task.add_done_callback(self._sending.discard)
                await asyncio.sleep(POLL_SECONDS)
        finally:
            for task in self._sending:
                task.cancel()

    async def _deliver(self, notice: Notice) -> None:
        """Send one notice. If this fails unexpectedly, its lease runs out and it is sent again."""
        try:
            await self._deliver_or_postpone(notice)
        except Exception as error:
            log.error("a notice was not sent: %s", type(error).__name__)

    async def _deliver_or_postpone(self, notice: Notice) -> None:
        now = self._clock.now()
        if notice.kind not in _AT_ANY_HOUR:
            until = end_of_quiet(now, notice.quiet_from, notice.quiet_until, notice.time_zone)
            if until is not None:
                await self._outbox.postpone(notice, self._worker, until, notice.attempts)
                return
        table = await self._table(notice)
        if not self._matters(notice, table):
            await self._outbox.discard(notice, self._worker)
        elif notice.channel.kind == "push":
            letter = self._push(notice, table, await self.signer(), now)
            await self._note(notice, await self._post.send(letter))
        elif notice.channel.kind == "mail":
            await self._deliver_mail(notice, table, now)
        else:
            text = notice_text(notice.kind, table, notice.identity, notice.channel.language)
            name = _name(table, notice.identity)
            letter = webhook_letter(notice, name, text, self._public_url, now)
            await self._note(notice, await self._post.send(letter))

    async def _deliver_mail(self, notice: Notice, table: Table | None, now: int) -> None:
        """Send an email, or keep the notice for the one of the day."""
        channel = notice.channel
        if self._mailer is None or self._mailer.is_busy:
            await self._outbox.postpone(notice, self._worker, now + _BUSY_MS, notice.attempts)
            return
        if channel.digest and notice.kind not in ("confirm", "test", "digest"):
            due_at = next_time(now, DIGEST_MINUTE, notice.time_zone)
            await self._outbox.hold(notice, self._worker, due_at)
            return
        held, texts = [], []
        if notice.kind == "digest":
            held = await self._outbox.held(channel.id)
            for one in held:
                about = await self._table(one)
                if self._matters(one, about):
                    texts.append(notice_text(one.kind, about, one.identity, channel.language))
            texts = list(dict.fromkeys(texts))
        elif notice.kind != "confirm":
            texts = [notice_text(notice.kind, table, notice.identity, channel.language)]
        if notice.kind == "digest" and not texts:
            await self._outbox.discard(notice, self._worker, held)
        else:
            await self._note(notice, await self._mailer.send(notice, texts), held)

    async def _note(self, notice: Notice, reply: Reply, held: Sequence[Notice] = ()) -> None:
        """Store the result of sending a notice with the held ones in it."""
        now, shown = self._clock.now(), notice.kind == "turn" and notice.channel.kind == "push"
        if reply.is_delivered:
            self.results["delivered"] += 1
            if shown:
                await self._outbox.keep(notice, self._worker)
            else:
                await self._outbox.discard(notice, self._worker, held)
        elif reply.is_gone:
            self.results["gone"] += 1
            await self._outbox.drop_channel(notice.channel.id)
        elif reply.may_succeed_later and notice.attempts + 1 < MAX_ATTEMPTS:
            self.results["postponed"] += 1
            pause = min(_FIRST_PAUSE_MS * _PAUSE_FACTOR**notice.attempts, _MAX_PAUSE_MS)
            pause = max(pause, min(round(1000 * reply.retry_after), _MAX_PAUSE_MS))
            await self._outbox.postpone(notice, self._worker, now + pause, notice.attempts + 1)
        else:
            self.results["refused"] += 1
            log.warning(
                "a notice was refused",
                extra={"channel": notice.channel.kind, "status": reply.status},
            )
            await self._outbox.discard(notice, self._worker, held)

    async def _table(self, notice: Notice) -> Table | None:
        if not notice.table:
            return None
        try:
            return await self._registry.table(notice.table)
        except Refusal:
            return None

    def _matters(self, notice: Notice, table: Table | None) -> bool:
        """Return False if a notice has become pointless, because its turn or table is gone."""
        if notice.kind in ("test", "digest"):
            return True
        if notice.kind == "confirm":
            return not notice.channel.confirmed
        is_awaited = table is not None and awaited(table) == notice.identity
        if notice.kind == "clear":
            # The notification of a new turn replaces the old one.
            can_be_cleared = notice.channel.kind == "push" and not _is_loud(notice.channel.address)
            return can_be_cleared and not is_awaited
        if notice.kind in ("turn", "reminder"):
            return is_awaited
        return table is not None

    def _push(self, notice: Notice, table: Table | None, signer: Signer, now: int) -> Letter:
        """Return the message for a browser: what it shows, or what it no longer shows."""
        path, channel = f"/table/{notice.table}", notice.channel
        if notice.kind == "clear":
            message = {"clear": path}
        else:
            text = notice_text(notice.kind, table, notice.identity, channel.language)
            message = {
                "title": text.title,
                "body": text.body,
                "path": text.path,
                "tag": path if notice.table else "test",
                "lang": channel.language,
            }
        keys = json.loads(channel.secret)
        # A digest, because the push service can read it.
        topic = hashlib.sha256(f"{notice.table} {notice.identity}".encode()).hexdigest()[:32]
        return push_letter(
            Subscription(channel.address, keys["p256dh"], keys["auth"]),
            json.dumps(message, ensure_ascii=False).encode(),
            signer,
            topic=topic,
            seconds=_PUSH_SECONDS,
            now_ms=now,
        )


def _is_loud(endpoint: str) -> bool:
    """Return True if each message of this push service must show a notification."""
    return is_of(urlsplit(endpoint).hostname or "", LOUD_SERVICES)


def _name(table: Table | None, identity: str) -> str:
    """Return the name of a person at a table."""
    seats = [] if table is None else table.seats
    return next((seat.name for seat in seats if seat.identity == identity), "Cartagena")
