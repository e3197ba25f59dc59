"""Simulated clients: players and spectators with streams, who retry and reconnect."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from random import Random
from typing import TYPE_CHECKING, Any, Final

from cartagena.protocol import requests
from cartagena.protocol.table import Acknowledgement
from cartagena.rules.components import COLOURS
from cartagena.server.errors import Refusal, TooMany, Unavailable, identity_required
from cartagena.server.http.caller import Caller
from cartagena.server.http.problems import fault
from cartagena.server.http.routes import finished, play, tables
from cartagena.server.services import Services
from cartagena.server.storage.identities import Identity
from cartagena.server.tables.table import Table
from tests.simulation.node import Node
from tests.simulation.streams import ClientStream

if TYPE_CHECKING:
    from tests.simulation.world import World

_THINK_SECONDS: Final = (3.0, 5.0, 15.0)
"""Mean pauses between two requests of a client. Each seed has one of them."""
_GIVES_UP: Final = (0.05, 0.15, 0.7)
"""Probabilities that a person gives up after an error. Each seed has one of them."""
_MAX_PAUSE: Final = 3.0
"""Longest pause before a request is sent again."""
_TIME_LIMITS: Final = ((0, 0, 0), (0, 0, 0), (12, 0, 0), (18, 0, 0), (0, 15, 0), (0, 12, 2))
"""Seconds for each turn, for a whole game, and that each turn adds to those."""
_PRESETS: Final = ("jamaica", "tortuga", "hispaniola", "escape", "morgan", "black-magic")

Handle = Callable[[Services], Awaitable[Any]]


class Group:
    """A table, and the clients who use it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.table = ""
        self.members: list[Client] = []


class Client:
    """A person with one or two tabs."""

    def __init__(self, world: "World", number: int, group: Group, rng: Random) -> None:
        self.world, self.number, self.group, self._rng = world, number, group, rng
        self.identity = Identity(f"{number:016x}", f"Client {number}")
        self.token = ""
        """The hash of the token that this client uses."""
        self._tokens = self._keys = 0
        self.sign_in()
        tabs = rng.choice((0, 1, 1, 1, 2))
        self.streams = [ClientStream(world, self, tab) for tab in range(tabs)]
        self.is_owner = group.members == []
        self.is_waiting = False
        """True if a request was sent and has no answer yet."""

    @property
    def table(self) -> str:
        """Return the table that this client is interested in."""
        return self.group.table

    @property
    def is_listening(self) -> bool:
        """Return True if a stream of this client is open."""
        return any(stream.is_open for stream in self.streams)

    def listens_to(self, table: str) -> bool:
        """Return True if this client has listened to a table for some time."""
        return any(stream.is_settled and stream.table == table for stream in self.streams)

    def sign_in(self) -> None:
        """Get a new token."""
        self._tokens += 1
        self.token = f"token {self.number}.{self._tokens}"
        self.world.rows.sign_up(self.token, self.identity.id, self.identity.name)

    async def caller(self, services: Services) -> Caller:
        """Return the caller of a request, as a node sees it."""
        token = self.token
        identity = await services.identities.find_by_hash(token)
        if identity is None:
            raise identity_required()
        return Caller(f"192.0.2.{self.number}", identity, token)

    def node(self) -> Node:
        """Return the node for the next request."""
        return self._rng.choice(self.world.nodes)

    def listen(self) -> None:
        """Open all streams, and open them again whenever they end."""
        for stream in self.streams:
            self.world.loop.create_task(stream.listen_forever())

    def check(self) -> None:
        """Check that all streams have everything."""
        for stream in self.streams:
            stream.check()
            stream.check_credential()

    # Acting.

    async def act(self) -> None:
        """Do something every few seconds until the simulation is over."""
        world, rng = self.world, self._rng
        if self.is_owner:
            await self._create()
        while not world.is_over:
            pause = min(15.0, rng.expovariate(1 / world.think_seconds))
            if world.pace.in_step:
                pause = math.ceil(world.loop.time() + pause) - world.loop.time()
            await asyncio.sleep(pause)
            truth = world.oracle.tables.get(self.table)
            if truth is not None and not world.is_over:
                await self._choose(truth.now)

    async def _create(self) -> None:
        rng = self._rng
        people = min(len(self.group.members), rng.choice((2, 2, 3)))
        bots = rng.choice((0, 0, 1)) if people < 3 else 0
        if rng.random() < 0.15:
            people, bots = 0, 2
        colours = COLOURS[: max(2, people + bots)]
        kinds = ["me", *["open"] * (people - 1)] if people else []
        kinds += ["bot"] * (len(colours) - len(kinds))
        # Players of fast games are not notified.
        seconds, budget, increment = (
            rng.choice(_TIME_LIMITS) if not self.world.mail.is_used else _TIME_LIMITS[0]
        )
        request = requests.NewTable(
            rules={"preset": rng.choice(_PRESETS), "turn_limit": rng.choice((4, 12, 40))},
            seats=[
                requests.NewSeat(colour, kind, level=rng.choice(("drunk", "deckhand")))  # type: ignore[arg-type]
                for colour, kind in zip(colours, kinds, strict=True)
            ],
            public=rng.random() < 0.5,
            spectators=rng.random() < 0.8,
            seconds=seconds,
            budget=budget,
            increment=increment,
            substitute="drunk",
            bot_speed=rng.choice(("normal", "fast")),
            key=self._key(),
        )

        async def create(services: Services) -> Any:
            caller = await self.caller(services)
            return await tables.create_table.fn(data=request, services=services, caller=caller)

        info = await self.ask(create, must_answer=True)
        if info is not None:
            self.group.table = info.id
            if info.id not in self.world.oracle.tables:
                self.world.fail("acknowledged and lost", info.id, "created")

    def _key(self) -> str:
        self._keys += 1
        return f"{self.number}-{self._keys}"

    async def _choose(self, table: Table) -> None:
        rng, mine = self._rng, table.seats_of(self.identity.id)
        if table.status == "waiting":
            await self._prepare(table, mine)
        elif table.status == "running" and mine:
            await self._play(table, mine)
        elif table.status == "finished" and mine and rng.random() < 0.5:
            await self._after_the_game(table)
        else:
            await self._watch(table)

    async def _prepare(self, table: Table, mine: tuple[str, ...]) -> None:
        rng = self._rng
        is_full = all(seat.kind != "open" for seat in table.seats)
        if table.setup.owner == self.identity.id and (is_full or rng.random() < 0.1):
            if not is_full:
                colour = next(seat.colour for seat in table.seats if seat.kind == "open")
                seat = requests.SetSeat(kind="bot", level="drunk", key=self._key())
                await self._post(tables.set_seat, seat, colour=colour)
            await self._post(tables.start, requests.Keyed(key=self._key()))
        elif not mine and not is_full:
            await self._post(tables.join, requests.Join(key=self._key()))
        elif mine and not is_full and rng.random() < 0.1:
            await self._post(tables.leave, requests.SeatChoice(key=self._key()))
        elif mine and rng.random() < 0.3:
            value = requests.Contribute(
                seat=mine[0],  # type: ignore[arg-type]
                value=f"{rng.getrandbits(128):032x}",
                key=self._key(),
            )
            await self._post(tables.contribute, value)
        else:
            await self._watch(table)

    async def _play(self, table: Table, mine: tuple[str, ...]) -> None:
        rng, game = self._rng, table.game
        assert game is not None
        seat = table.seat(mine[0])
        stale = rng.random() < 0.05
        expected = table.game_seq - (1 if stale else 0)
        if seat is not None and seat.substitute:
            await self._post(tables.return_to, requests.SeatChoice(key=self._key()))
        elif table.undo_seat in mine and rng.random() < 0.8:
            if rng.random() < 0.4:
                await self._acknowledged(play.undo, requests.Undo(expected, self._key()))
            else:
                await self._post(play.end_turn, requests.EndTurn(expected, self._key()))
        elif game.decider in mine and not table.undo_seat and rng.random() < 0.9:
            await self._move(table, expected)
        elif table.turn in mine and table.may_undo() and rng.random() < 0.3:
            await self._acknowledged(play.undo, requests.Undo(expected, self._key()))
        elif rng.random() < 0.1:
            wanted = self.identity.id not in table.pause_wanted
            await self._post(tables.pause, requests.Pause(paused=wanted, key=self._key()))
        elif rng.random() < 0.03:
            await self._post(tables.leave, requests.SeatChoice(key=self._key()))
        elif rng.random() < 0.02 and table.setup.owner == self.identity.id:
            await self._post(tables.close, requests.Keyed(key=self._key()))
        else:
            await self._watch(table)

    async def _move(self, table: Table, expected: int) -> None:
        assert table.game is not None
        legal = table.game.legal_moves
        if not legal:
            return
        window: Any = self._rng.choice((None, None, "briefly", "until-ended"))
        move = requests.Play(self._rng.choice(legal).text, expected, self._key(), window)
        await self._acknowledged(play.play, move)

    async def _watch(self, table: Table) -> None:
        rng = self._rng
        draw = rng.random()
        others = [member for member in self.group.members if member is not self]
        if draw < 0.35:
            await self._acknowledged(play.say, requests.Say(text="Ahoy!", key=self._key()))
        elif draw < 0.45 and others and table.setup.owner == self.identity.id:
            mute = requests.Mute(
                whom=rng.choice(others).identity.id,
                muted=rng.random() < 0.7,
                for_all=True,
                key=self._key(),
            )
            await self._post(play.mute, mute)
        elif draw < 0.6:
            await self.ask(self._call(play.look))
        elif draw < 0.65:
            await self.ask(lambda services: services.lobby.snapshot())

    async def _after_the_game(self, table: Table) -> None:
        if self._rng.random() < 0.4 and not table.from_position:
            await self.ask(self._call(finished.request_analysis))
        else:
            info = await self._post(tables.rematch, requests.Rematch(key=self._key()))
            if info is not None and self.is_owner:
                self.group.table = info.id

    async def move_once(self) -> bool:
        """If it is our turn, move. Wait until that is acknowledged. Return False if it is not."""
        truth = self.world.oracle.tables.get(self.table)
        if truth is None:
            return False
        table = truth.now
        mine = table.seats_of(self.identity.id)
        decider = table.decider
        if decider is None or decider.colour not in mine or table.paused_at or table.bot_to_move():
            return False
        if table.undo_seat:
            await self._post(play.end_turn, requests.EndTurn(table.game_seq, self._key()))
        elif not table.forced_step():
            await self._move(table, table.game_seq)
        return True

    # Requests.

    def _call(self, handler: Any, **arguments: Any) -> Handle:
        table = self.table

        async def handle(services: Services) -> Any:
            caller = await self.caller(services)
            return await handler.fn(table=table, services=services, caller=caller, **arguments)

        return handle

    async def _post(self, handler: Any, data: Any, **arguments: Any) -> Any:
        return await self.ask(self._call(handler, data=data, **arguments))

    async def _acknowledged(self, handler: Any, data: Any) -> None:
        """Send a request that must be in the log once it is acknowledged."""
        table = self.table
        answer = await self._post(handler, data)
        if not isinstance(answer, Acknowledgement):
            return
        self.world.acknowledged += 1
        self.world.note("acknowledged", table, answer.seq, data.key)
        truth = self.world.oracle.tables[table].now
        known = truth.handled.get((self.identity.id, data.key))
        if known is None or known.seq != answer.seq:
            self.world.fail("acknowledged and lost", table, answer.seq, data.key)

    async def ask(self, handle: Handle, *, must_answer: bool = False) -> Any:
        """Send a request until there is an answer. Return None if it is refused.

        Unless it `must_answer`, the client may give up after an error.
        """
        self.is_waiting = True
        try:
            return await self._ask(handle, must_answer)
        finally:
            self.is_waiting = False

    async def _ask(self, handle: Handle, must_answer: bool) -> Any:
        world, pause = self.world, 0.1
        while True:
            try:
                async with asyncio.timeout(20):
                    return await self.node().request(handle)
            except (Unavailable, TooMany, ConnectionError, TimeoutError):
                if self._rng.random() < world.gives_up and not must_answer:
                    world.note("gave up", self.number)
                    return None
            except Refusal as refusal:
                world.note("refused", self.number, refusal.kind)
                return None
            except Exception as error:
                if fault(error).status != 503:
                    world.fail("a request failed", repr(error))
                    return None
            await asyncio.sleep(self._rng.uniform(0, pause))
            pause = min(_MAX_PAUSE, 2 * pause)


def make_clients(world: "World") -> list[Client]:
    """Return all clients, in groups of those who share a table."""
    rng = world.rng("groups")
    # In step, the more happens at the same moment, the better.
    world.think_seconds = _THINK_SECONDS[0] if world.pace.in_step else rng.choice(_THINK_SECONDS)
    world.gives_up = rng.choice(_GIVES_UP)
    if world.mail.is_used:
        world.think_seconds = _THINK_SECONDS[-1]  # Those who move at once are not notified.
    groups = [Group(number) for number in range(rng.choice((2, 3, 4, 5)))]
    clients = []
    for number in range(max(world.options.clients) + 1):
        group = groups[number] if number < len(groups) else rng.choice(groups)
        own = world.rng(f"client {number}")
        if number in world.options.clients:
            client = Client(world, number, group, own)
            group.members.append(client)
            clients.append(client)
    for group in groups:
        if group.members:
            group.members[0].is_owner = True
    return clients
