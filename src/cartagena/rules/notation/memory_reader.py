"""Reading what the seats of a position remember: nothing that is not there to be known."""

from typing import Any

from cartagena.rules import placing
from cartagena.rules.components import CARDS
from cartagena.rules.errors import CartagenaError
from cartagena.rules.notation.position import OWNER_OF_DRAWN
from cartagena.rules.notation.position_given import Given
from cartagena.rules.state import DRAWN
from cartagena.rules.validation import mapping, one_of, sequence, whole


def read_memory(given: Given) -> None:
    """Set what each observer knows of the others' cards and of the deck."""
    for observer, known in given.part("memory").items():
        seat = given.seat(observer, "An observer in memory")
        for owner, counts in mapping(known, "memory").items():
            _remember(given, seat, owner, counts)
    for observer, indices in given.part("deck_seen").items():
        seat = given.seat(observer, "An observer in deck_seen")
        for index in sequence(indices, "deck_seen", CARDS):
            _see(given, seat, index)


def _remember(given: Given, seat: int, owner: str, counts: Any) -> None:
    one_of(owner, "An owner in memory", (*given.colours, OWNER_OF_DRAWN))
    number = DRAWN if owner == OWNER_OF_DRAWN else given.colours.index(owner)
    remembered = given.counts(counts, "memory")
    held = [int(count) for count in given.state["hand"][number]]
    observer = given.colours[seat]
    if any(n > m for n, m in zip(remembered, held, strict=True)):
        raise CartagenaError(f"{observer} cannot know cards that {owner} does not hold.")
    if number == seat or not placing.can_remember(given.states, 0, seat, number):
        raise CartagenaError(f"{observer} keeps no memory of the cards of {owner} by these rules.")
    given.state["known"][seat, number] = remembered


def _see(given: Given, seat: int, index: Any) -> None:
    size = int(given.state["deck_size"])
    if not given.rules.magic or given.rules.supply == "row" or not size:
        raise CartagenaError("Only a lantern shows cards of the deck, and only of a face-down one.")
    place = whole(index, "A card in deck_seen", 0, size - 1)
    given.state["seen"][size - 1 - place] |= 1 << seat
