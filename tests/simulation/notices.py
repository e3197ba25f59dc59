"""Notices: where they arrive, and what must be true of them."""

import asyncio
import json
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final

from cartagena.server.delivery.posting import Letter, Reply
from cartagena.server.delivery.texts import game_title
from cartagena.server.storage.outbox import LEASE_MS, Channel, NoticeKind
from cartagena.server.tables.news import awaited, is_long
from cartagena.server.tables.table import Table
from tests.simulation.chance import EPOCH_MS
from tests.simulation.outbox import NoticeRow
from tests.support.receiver import PushBrowser, Receiver

if TYPE_CHECKING:
    from tests.simulation.clients import Client
    from tests.simulation.node import Node
    from tests.simulation.world import World

NOTICE_SECONDS: Final = 1.0
"""Time after which a player is notified of a turn."""
_SHARE: Final = 0.25
"""Share of the seeds in which clients want to be notified."""
_TIMEOUT: Final = 10.0
"""Seconds after which a node stops waiting for a reply."""
_DECISION_SECONDS: Final = 8.0
"""Longest time between the look at a table and a letter: the database may be slow."""
_OVERDUE_SECONDS: Final = 8.0
"""Time after which a notice is overdue."""
_URL: Final = "https://push.test"
_TITLES: Final[dict[NoticeKind, str]] = {
    "turn": "Your turn: {}",
    "reminder": "Still your turn: {}",
    "over": "Game over: {}",
    "rematch": "Invitation to a rematch: {}",
}


@dataclass
class MailTroubles:
    """Shares of letters that go wrong."""

    lost: float = 0.0
    """They, or the replies to them, get lost."""
    refused: float = 0.0
    """The other server is overloaded."""
    gone: float = 0.0
    """The address does not exist any more."""
    slow: float = 0.0
    """They take seconds."""


@dataclass
class Turn:
    """The time in which a table waits for a person."""

    table: str
    begin: float
    """When the event that began it was committed, in virtual seconds."""
    decided_at: float
    """When that event was decided. A slow database may commit it seconds later."""
    end: float | None = None
    told: set[str] = field(default_factory=set)
    """The channels on which the person was notified."""


@dataclass
class Device:
    """A place where a client is notified."""

    client: "Client"
    channel: Channel
    browser: PushBrowser | None
    """The browser, or None for a webhook."""
    shown: dict[str, float] = field(default_factory=dict)
    """When a notification about each table appeared. They disappear when they are taken back."""
    gone_at: float | None = None


@cache
def _browser(number: int) -> PushBrowser:
    return PushBrowser(Receiver(_URL), str(number))


class Mail:
    """The network outside, and everything that arrives there."""

    def __init__(self, world: "World", rng: Random) -> None:
        self._world, self._rng = world, rng
        self.is_used = rng.random() < _SHARE
        self.troubles = MailTroubles()
        self._devices: dict[str, Device] = {}
        """By address."""
        self._turns: dict[str, list[Turn]] = {}
        """By identity."""

    def subscribe(self, client: "Client") -> None:
        """Let a client be notified, if it wants to be."""
        rng, number = self._rng, client.number
        if not self.is_used or rng.random() < 0.2:
            return
        name, address = f"channel {number}", f"{_URL}/push/{number}"
        if rng.random() < 0.7:
            browser = _browser(number)
            wanted = browser.subscription()
            secret = json.dumps({key: wanted[key] for key in ("p256dh", "auth")})
            device = Device(client, Channel(name, "push", address, secret, "en"), browser)
        else:
            device = Device(client, Channel(name, "json", address, f"secret {number}", "en"), None)
        self._devices[address] = device
        self._world.rows.outbox.subscribe(client.identity.id, device.channel)

    def changed(self, before: Table | None, after: Table, at: int) -> None:
        """Note whom a table waits for after an event, which was decided at this time of day."""
        if before is None or not self._devices:
            return
        last, now = awaited(before), awaited(after)
        if last == now or not is_long(after if after.people() else before):
            return
        for turn in self._turns.get(last, ()):
            if turn.table == after.id and turn.end is None:
                turn.end = self._world.loop.time()
        if now:
            turn = Turn(after.id, self._world.loop.time(), (at - EPOCH_MS) / 1000)
            self._turns.setdefault(now, []).append(turn)

    def post(self, letter: Letter, reply: "asyncio.Future[Reply]") -> None:
        """Let a letter travel. It arrives even if its node dies in the meantime."""
        world, rng, troubles = self._world, self._rng, self.troubles
        device = self._devices[letter.address]
        delay = rng.uniform(1, 9) if rng.random() < troubles.slow else world.delay()

        def answer(status: int, retry_after: float = 0.0) -> None:
            if not reply.done():
                reply.set_result(Reply(status, retry_after))

        def arrive() -> None:
            if device.gone_at is None:
                self._read(device, letter)
            status = 201 if device.gone_at is None else rng.choice((404, 410))
            if rng.random() >= troubles.lost:
                world.later(world.delay(), answer, status)

        draw = rng.random()
        if draw < troubles.lost:
            return
        if (draw := draw - troubles.lost) < troubles.refused:
            world.later(delay, answer, rng.choice((429, 500, 503)), rng.choice((0.0, 3.0)))
            return
        if draw - troubles.refused < troubles.gone and device.gone_at is None:
            device.gone_at = world.loop.time()
        world.later(delay, arrive)

    # What must be true.

    def check_sent(self, letter: Letter, node: "Node") -> None:
        """Check that a node sends a letter only if it still matters."""
        device = self._devices[letter.address]
        kind, table = self._content(device, letter)[:2]
        if kind not in ("turn", "reminder"):
            return None
        world, now = self._world, self._world.loop.time()
        turns = [turn for turn in self._of(device) if turn.table == table]
        earliest = now - NOTICE_SECONDS + 2 * world.max_skew
        if not any(turn.decided_at <= earliest for turn in turns):
            return world.fail("a notice came too early", table, device.channel.id)
        end = turns[-1].end
        if end is None:
            return None
        if now - max(end, node.disturbed_until, world.disturbed_until) > _DECISION_SECONDS:
            world.fail("a notice of a turn that was over", table, device.channel.id)
        return None

    def _of(self, device: Device) -> list[Turn]:
        return self._turns.get(device.client.identity.id, [])

    def _content(self, device: Device, letter: Letter) -> tuple[str, str, dict[str, Any]]:
        """Return kind, table and everything else of a letter."""
        if device.browser is None:
            content = json.loads(letter.body)
            return content["event"], content["table"], content
        content = json.loads(device.browser.decrypt(letter.body))
        if "clear" in content:
            return "clear", content["clear"].rpartition("/")[2], content
        title = content["title"].partition(": ")[0]
        kind = next(kind for kind, text in _TITLES.items() if text.startswith(title + ": "))
        return kind, content["tag"].rpartition("/")[2], content

    def _read(self, device: Device, letter: Letter) -> None:
        world, now = self._world, self._world.loop.time()
        kind, table, content = self._content(device, letter)
        world.note("letter", device.channel.id, kind, table)
        if kind == "clear":
            device.shown.pop(table, None)
            return
        if kind == "turn":
            for turn in self._of(device):
                if turn.table == table:
                    turn.told.add(device.channel.id)
        if kind in ("turn", "reminder") and device.browser is not None:
            device.shown[table] = now
        self._check_content(device, kind, table, content)

    def _check_content(
        self, device: Device, kind: str, table: str, content: dict[str, Any]
    ) -> None:
        """Check that a letter says who plays where, and nothing else."""
        world = self._world
        truth = world.oracle.tables[table].now
        happened = {"over": truth.status != "running", "rematch": bool(truth.rematch)}
        if not happened.get(kind, True):
            world.fail("a notice of something that has not happened", kind, table)
        push, text = device.browser is not None, content["body" if device.browser else "text"]
        known = {"title", "body", "path", "tag", "lang"}
        if not push:
            known = {"id", "event", "at", "game", "table", "player", "title", "text", "url"}
        names = {client.identity.name for client in world.clients} | set(truth.names().values())
        title = _TITLES[kind].format(game_title(truth, "en"))  # type: ignore[index]
        people = set(text.removeprefix("With ").split(", ")) - {""}
        if content.keys() != known or content["title"] != title or not people <= names | {"With"}:
            world.fail("a notice says too much", table, json.dumps(content))

    def check(self) -> None:
        """Check that everybody was notified, after all faults have ended."""
        for device in self._devices.values():
            rows = self._world.rows.outbox
            if device.channel.id not in rows.channels:
                continue
            for turn in self._of(device):
                self._check_turn(device, turn)

    def _check_turn(self, device: Device, turn: Turn) -> None:
        world, now = self._world, self._world.loop.time()
        identity, channel = device.client.identity.id, device.channel.id
        rows = world.rows.outbox.about(identity, turn.table)
        rows = [row for row in rows if row.channel == channel]
        patience = _OVERDUE_SECONDS + 2 * world.max_skew
        if any(self._is_on_its_way(row, patience) for row in rows):
            return
        if turn.end is None:
            due = turn.begin + NOTICE_SECONDS
            if now - due > patience and channel not in turn.told:
                world.fail("a notice was not sent", turn.table, channel)
            elif channel in turn.told and device.browser and turn.table not in device.shown:
                world.fail("a notification was taken back too early", turn.table, channel)
        elif turn is [one for one in self._of(device) if one.table == turn.table][-1]:
            if not world.is_calm:  # A node that was held up may have sent it after its lease.
                patience += LEASE_MS / 1000 + _TIMEOUT
            if turn.table in device.shown and now - turn.end > patience:
                world.fail("a notification was not taken back", turn.table, channel)

    def _is_on_its_way(self, row: NoticeRow, patience: float) -> bool:
        """Return True if a notice is being sent, or will be sent later."""
        since = EPOCH_MS + 1000 * (self._world.loop.time() - patience)
        return row.status == "waiting" and max(row.due_at, row.leased_until) > since


class SimulatedPost:
    """The network, as one node uses it."""

    def __init__(self, world: "World", node: "Node") -> None:
        self._world, self._node = world, node

    async def send(self, letter: Letter) -> Reply:
        mail = self._world.mail
        mail.check_sent(letter, self._node)
        reply: asyncio.Future[Reply] = self._world.loop.create_future()
        mail.post(letter, reply)
        try:
            async with asyncio.timeout(_TIMEOUT):
                return await reply
        except TimeoutError:
            return Reply(0, reason="timeout")

    async def close(self) -> None:
        pass
