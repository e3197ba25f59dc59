"""Read what the seats of a position remember."""

from typing import Any

from cartagena.errors import CartagenaError
from cartagena.rules import position_builder
from cartagena.rules.memory import memory_slot
from cartagena.rules.notation.position.context import PositionContext
from cartagena.rules.notation.position.writer import OWNER_OF_DRAWN
from cartagena.rules.state import DRAWN, pack_counts
from cartagena.validation import read_choice, read_mapping


def read_memory(context: PositionContext) -> None:
    """Set the cards that each observer knows others to hold."""
    for observer, known in context.part("memory").items():
        seat = context.seat(observer, "An observer in memory")
        for owner, counts in read_mapping(known, "memory").items():
            _remember(context, seat, owner, counts)


def _remember(context: PositionContext, seat: int, owner: str, counts: Any) -> None:
    read_choice(owner, "An owner in memory", (*context.colours, OWNER_OF_DRAWN))
    number = DRAWN if owner == OWNER_OF_DRAWN else context.colours.index(owner)
    remembered = context.counts(counts, "memory")
    hand = [int(count) for count in context.state["hand"][number]]
    observer = context.colours[seat]
    if any(n > m for n, m in zip(remembered, hand, strict=True)):
        raise CartagenaError(f"{observer} cannot know cards that {owner} does not hold.")
    if number == seat or not position_builder.can_remember(context.states, 0, seat, number):
        raise CartagenaError(
            f"{observer} keeps no memory of the cards of {owner} under these rules."
        )
    context.state["known"][seat, memory_slot(seat, number)] = pack_counts(remembered)
