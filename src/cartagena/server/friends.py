"""Friends: who they are, who is here, invitations, and people who want nothing to do with each other."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from sqlalchemy.ext.asyncio import AsyncEngine

from cartagena.protocol import friends as protocol
from cartagena.server.clock import Clock
from cartagena.server.entropy import Entropy
from cartagena.server.errors import Conflict, Forbidden, Invalid, NotFound, Refusal
from cartagena.server.storage import friends
from cartagena.server.storage.identities import Identity
from cartagena.server.storage.ports import BlockStore
from cartagena.server.tables.registry import TableRegistry
from cartagena.server.tables.table import Table
from cartagena.server.tables.views import table_info

_CODE_BYTES: Final = 15
"""Size of the code in a friend link, which nobody can guess."""
_ONLINE_MS: Final = 3 * 60_000
"""Time for which a person counts as here after their page asked for turns."""
_NOTE_MS: Final = 60_000
"""Time after which it is stored again that a person is here."""
_REMEMBERED: Final = 20_000
"""People of whom this node remembers when it last stored that."""


class Friendships:
    """The friends of everyone on this server."""

    def __init__(
        self,
        engine: AsyncEngine,
        blocks: BlockStore,
        registry: TableRegistry,
        clock: Clock,
        entropy: Entropy,
    ) -> None:
        self._engine, self._blocks, self._registry = engine, blocks, registry
        self._clock, self._entropy = clock, entropy
        self._noted: OrderedDict[str, int] = OrderedDict()

    async def of(self, who: Identity) -> protocol.Friends:
        """Return the friends of a person, and the people whom they have blocked."""
        since = self._clock.now() - _ONLINE_MS
        return protocol.Friends(
            code=await friends.link_of(self._engine, who.id),
            friends=[
                protocol.Friend(row.identity, row.name, row.seen_at > since)
                for row in await friends.friends_of(self._engine, who.id)
            ],
            blocked=[
                protocol.BlockedPerson(*row)
                for row in await friends.blocked_by(self._engine, who.id)
            ],
        )

    async def renew_link(self, who: Identity) -> protocol.Friends:
        """Create a person's friend link. The previous one stops working."""
        await friends.set_link(self._engine, who.id, self._entropy.token(_CODE_BYTES))
        return await self.of(who)

    async def link(self, code: str) -> protocol.FriendLink:
        """Return the person whose friend link this is."""
        owner = await friends.owner_of_link(self._engine, code)
        if owner is None:
            raise NotFound("This friend link doesn’t work any more.")
        return protocol.FriendLink(*owner)

    async def accept(self, code: str, who: Identity) -> protocol.Friends:
        """Make a person and the owner of a link friends."""
        owner = await self.link(code)
        if owner.identity == who.id:
            raise Invalid("This is your own link. Send it to a friend.")
        if await self._blocks.apart(who.id, [owner.identity]):
            raise NotFound("This friend link doesn’t work any more.")
        now = self._clock.now()
        if not await friends.befriend(self._engine, owner.identity, who.id, now):
            raise Conflict("full", "One of you has too many friends already.")
        await self.note_seen(who)
        return await self.of(who)

    async def part(self, who: Identity, friend: str) -> protocol.Friends:
        """End a friendship."""
        await friends.part(self._engine, who.id, friend)
        return await self.of(who)

    async def set_blocked(self, who: Identity, whom: str, *, blocked: bool) -> protocol.Friends:
        """Block or unblock a person."""
        if whom == who.id:
            raise Invalid("You can’t block yourself.")
        now = self._clock.now()
        await friends.set_blocked(self._engine, who.id, whom, now, blocked=blocked)
        return await self.of(who)

    async def note_seen(self, who: Identity) -> None:
        """Note that a person is here, at most once a minute."""
        now = self._clock.now()
        if now - self._noted.get(who.id, 0) < _NOTE_MS:
            return
        self._noted[who.id] = now
        self._noted.move_to_end(who.id)
        if len(self._noted) > _REMEMBERED:
            self._noted.popitem(last=False)
        await friends.note_seen(self._engine, who.id, now)

    async def check_welcome(self, who: Identity, people: Iterable[str]) -> None:
        """Raise `Forbidden` if one of these people has blocked this one, or the other way round."""
        if await self._blocks.apart(who.id, people):
            raise Forbidden("You can’t take part here.")

    async def meets_nobody_blocked(self, who: Identity, table: Table) -> bool:
        """Return True if a person may be matched with the people of a table."""
        people = [table.setup.owner, *(seat.identity for seat in table.seats)]
        return not await self._blocks.apart(who.id, people)

    # Invitations.

    async def invite(self, table: Table, who: Identity, friend: str) -> None:
        """Invite a friend to a table that waits for players."""
        if who.id != table.setup.owner and not table.seats_of(who.id):
            raise Forbidden("You aren’t playing at this table.")
        if table.status != "waiting":
            raise Conflict("begun", "The game has started, so the seats can’t be changed.")
        if not await friends.are_friends(self._engine, who.id, friend):
            raise Forbidden("You can invite only your friends.")
        await friends.invite(self._engine, friend, table.id, who.id, self._clock.now())

    async def invitations(self, who: Identity) -> protocol.Invitations:
        """Return the invitations of a person to tables that still wait, and drop all others."""
        listed, stale = [], []
        for row in await friends.invitations_to(self._engine, who.id):
            try:
                table = await self._registry.table(row.table, fresh=False)
            except Refusal:
                stale.append(row.table)
                continue
            is_open = table.status == "waiting" and any(one.kind == "open" for one in table.seats)
            if is_open and not table.seats_of(who.id) and who.id not in table.removed:
                listed.append(protocol.Invitation(row.sender, table_info(table)))
            elif not is_open:
                stale.append(row.table)
        if stale:
            await friends.decline(self._engine, who.id, stale)
        return protocol.Invitations(listed)

    async def decline(self, who: Identity, table: str) -> protocol.Invitations:
        """Delete an invitation."""
        await friends.decline(self._engine, who.id, [table])
        return await self.invitations(who)
