"""A bot's view: everything its seat knows, and nothing else."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cartagena.rules import batch
from cartagena.rules.actions import ACTIONS
from cartagena.rules.observation import observation_of
from cartagena.rules.state import new_scratches

if TYPE_CHECKING:
    from cartagena.game import Game
    from cartagena.rules.notation.position.types import SeatView
    from cartagena.rules.options import Rules


class View:
    """A seat's knowledge, as a packed record for the compiled rules and as a mapping."""

    def __init__(
        self, packed: NDArray[Any], rules: Rules, players: tuple[str, ...], seat: int
    ) -> None:
        self.packed = packed
        """An array of one record, from `Game.packed_view`. Read-only."""
        self.rules = rules
        self.players = players
        """The colours in seat order."""
        self.seat = seat
        """The seat that has this view: an index of `players`."""

    @classmethod
    def of(cls, game: Game, seat: int | str) -> View:
        """Return the view of a seat, given by number or colour."""
        number = game.players.index(seat) if isinstance(seat, str) else seat
        return cls(game.packed_view(number), game.rules, game.players, number)

    @property
    def colour(self) -> str:
        """Return the colour of the seat."""
        return self.players[self.seat]

    def observation(self) -> NDArray[np.int8]:
        """Return what the seat observes as a vector: see docs/spaces.md."""
        return observation_of(self.packed, self.seat)

    def mask(self) -> NDArray[np.int8]:
        """Return 1 for every legal action and 0 for all others.

        All are 0 unless the seat is to decide.
        """
        mask = np.zeros(ACTIONS, np.int8)
        if int(self.packed["decider"][0]) == self.seat:
            batch.legal_mask(self.packed, 0, new_scratches(), mask)
        return mask

    @cached_property
    def mapping(self) -> SeatView:
        """Return the view in the form of `Game.view`: see docs/positions.md."""
        from cartagena.rules.notation.moves import vocabulary_for
        from cartagena.rules.notation.position.writer import PositionWriter

        return PositionWriter(self.rules, vocabulary_for(self.rules, self.players)).view(
            self.packed[0]
        )
