"""The drunk: a legal move at random, each equally likely."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cartagena.bots.budget import Budget
    from cartagena.bots.view import View
    from cartagena.rules.notation.moves import Move


class Drunk:
    """Plays at random."""

    name = "drunk"

    def choose(
        self,
        view: View,  # noqa: ARG002
        legal: Sequence[Move],
        rng: Random,
        budget: Budget,  # noqa: ARG002
    ) -> Move:
        """One of the legal moves at random."""
        return rng.choice(legal)
