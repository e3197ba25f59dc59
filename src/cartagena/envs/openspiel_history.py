"""Histories: digests of everything that the players of an OpenSpiel game have seen.

A digest chains everything that a player has observed: its observations, and the moves as they were
visible to it. It is computed when it is first needed, since most algorithms never ask for it.
"""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final

from numpy.typing import NDArray

from cartagena.rules.observation import observation_of

HISTORY_BITS: Final = 128


class History:
    """A move and the position after it, linked to the history before it. It never changes."""

    __slots__ = ("before", "digests", "moves", "states")

    def __init__(
        self,
        before: "History | None",
        states: NDArray[Any],
        moves: Sequence[str],
        digests: Sequence[bytes | None],
    ) -> None:
        """Add a move, as each seat sees it. The digests that are None follow from the rest."""
        self.before, self.states, self.moves = before, states, moves
        self.digests = list(digests)

    def __deepcopy__(self, memo: dict[int, Any]) -> "History":
        """Return itself, since it never changes."""
        return self

    def digest(self, seat: int) -> bytes:
        """Return the digest of everything that a seat has observed."""
        links: list[History] = []
        link: History | None = self
        digest: bytes | None = None
        while link is not None and (digest := link.digests[seat]) is None:
            links.append(link)
            link = link.before
        for link in reversed(links):
            seen = link.moves[seat].encode() + observation_of(link.states, seat).tobytes()
            digest = blake2b((digest or b"") + seen, digest_size=HISTORY_BITS // 8).digest()
            link.digests[seat] = digest
        return digest or b""
