"""What every bot is: something that chooses one of the legal moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from cartagena.rules.notation import Move

View = Mapping[str, Any]


class Bot(Protocol):
    """Plays one seat. Its only luck comes from the generator it is handed."""

    def choose(self, view: View, moves: Sequence[Move], luck: Random) -> Move:
        """One of `moves`, which are legal for the seat whose `view` this is."""
        ...
