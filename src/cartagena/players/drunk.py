"""The drunk: any legal move, each as likely as the others."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from cartagena.players.bot import View

if TYPE_CHECKING:
    from cartagena.rules.notation import Move


class Drunk:
    """Staggers about."""

    def choose(self, view: View, moves: Sequence[Move], luck: Random) -> Move:  # noqa: ARG002
        """Any move."""
        return luck.choice(moves)
