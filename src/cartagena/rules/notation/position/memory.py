"""Reading what the seats of a position remember: nothing that is not there to be known."""

from typing import Any

from cartagena.errors import CartagenaError
from cartagena.rules import position_builder
from cartagena.rules.memory import place_of
from cartagena.rules.notation.position.context import Given
from cartagena.rules.notation.position.writer import OWNER_OF_DRAWN
from cartagena.rules.state import DRAWN, pack_counts
from cartagena.validation import mapping, one_of


def read_memory(given: Given) -> None:
    """Set what each observer knows of the others' cards."""
    for observer, known in given.part("memory").items():
        seat = given.seat(observer, "An observer in memory")
        for owner, counts in mapping(known, "memory").items():
            _remember(given, seat, owner, counts)


def _remember(given: Given, seat: int, owner: str, counts: Any) -> None:
    one_of(owner, "An owner in memory", (*given.colours, OWNER_OF_DRAWN))
    number = DRAWN if owner == OWNER_OF_DRAWN else given.colours.index(owner)
    remembered = given.counts(counts, "memory")
    held = [int(count) for count in given.state["hand"][number]]
    observer = given.colours[seat]
    if any(n > m for n, m in zip(remembered, held, strict=True)):
        raise CartagenaError(f"{observer} cannot know cards that {owner} does not hold.")
    if number == seat or not position_builder.can_remember(given.states, 0, seat, number):
        raise CartagenaError(f"{observer} keeps no memory of the cards of {owner} by these rules.")
    given.state["known"][seat, place_of(seat, number)] = pack_counts(remembered)
