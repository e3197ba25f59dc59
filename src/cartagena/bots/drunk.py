"""The drunk: a random legal move."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cartagena.bots.bot import Budget
    from cartagena.bots.view import View
    from cartagena.rules.notation.moves import Move


class Drunk:
    """Plays at random."""

    name = "drunk"

    def choose(self, _view: View, legal: Sequence[Move], rng: Random, _budget: Budget) -> Move:
        """Choose any legal move, each equally likely."""
        return rng.choice(legal)
