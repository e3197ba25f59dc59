"""The drunk: any legal move, each as likely as the others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cartagena.players.budget import Budget
    from cartagena.players.view import View
    from cartagena.rules.notation.moves import Move


class Drunk:
    """Staggers about."""

    name = "drunk"

    def choose(
        self,
        view: View,  # noqa: ARG002
        legal: Sequence[Move],
        rng: Random,
        budget: Budget,  # noqa: ARG002
    ) -> Move:
        """Any move."""
        return rng.choice(legal)
