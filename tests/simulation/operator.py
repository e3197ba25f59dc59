"""The operator, who revokes tokens from time to time."""

import asyncio
from random import Random
from typing import TYPE_CHECKING, Final

from cartagena.server.storage.admin_commands import PROPAGATION_SECONDS
from tests.simulation.node import Node

if TYPE_CHECKING:
    from tests.simulation.world import World

_PAUSE: Final = 8.0
"""Mean seconds between two revocations."""
_TRANSACTION_SECONDS: Final = (0.0, 0.0, 0.01, 2.5)
"""Times between the number of a command and its commit."""
_SIGNED_OUT_SECONDS: Final = 4.0
"""Longest time until a client who was signed out signs in again."""
_DISTURBED_SECONDS: Final = 20.0
"""Time in which a command reaches all nodes after the database failed."""


class Operator:
    """Revokes all tokens of a client, as after a theft. The client signs in again."""

    def __init__(self, world: "World", rng: Random) -> None:
        self._world, self._rng = world, rng
        self._revoked_at: dict[str, float] = {}
        """When each token was revoked, by its hash."""

    async def work(self) -> None:
        """Revoke tokens until the simulation is over."""
        world, rng = self._world, self._rng
        while True:
            await asyncio.sleep(rng.expovariate(1 / _PAUSE))
            client = rng.choice(world.clients)
            number = world.rows.next_command()
            await asyncio.sleep(rng.choice(_TRANSACTION_SECONDS))
            if world.is_over:
                return
            world.rows.revoke(client.identity.id, number)
            world.note("revoked", client.number, number)
            self._revoked_at[client.token] = world.loop.time()
            world.later(rng.uniform(0, _SIGNED_OUT_SECONDS), self._sign_in, client.number)

    def _sign_in(self, number: int) -> None:
        for client in self._world.clients:
            if client.number == number and client.token in self._revoked_at:
                client.sign_in()

    def check_sent(self, token: str, body: bytes, node: Node) -> None:
        """Check that a node sends nothing to a client who was signed out long ago."""
        world = self._world
        revoked_at = self._revoked_at.get(token)
        if revoked_at is None or b"id: " not in body:
            return
        begin = max(revoked_at, node.disturbed_until, world.disturbed_until)
        most = PROPAGATION_SECONDS if world.is_calm else _DISTURBED_SECONDS
        if world.loop.time() - begin > most:
            world.fail("a stream outlived its credential", token, node.number)

    def check_open(self, token: str) -> None:
        """Check that an open stream belongs to a client who is signed in."""
        if token in self._revoked_at:
            self._world.fail("a stream outlived its credential", token)
