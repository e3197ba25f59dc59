"""How much a bot may think about one move."""

from __future__ import annotations

from dataclasses import dataclass

from cartagena.errors import CartagenaError


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds, or nodes, or both: whatever is used up first. Without either, the bot's default.

    A node is one simulation. With nodes alone a bot's choice depends on nothing but
    what it was given; with seconds it depends on the machine as well.
    """

    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise CartagenaError(f"A budget is more than 0 seconds, not {self.seconds!r}.")
        if self.nodes is not None and self.nodes < 1:
            raise CartagenaError(f"A budget is at least one node, not {self.nodes!r}.")
