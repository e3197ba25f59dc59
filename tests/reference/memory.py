"""The players' memory of the others' hands and of drawn cards."""

from __future__ import annotations

from tests.reference.cards import Counts, add
from tests.reference.state import State

DRAWN = "drawn"
"""The owner of cards drawn by rum or lantern, until they are decided on."""


def is_kept(state: State, observer: str, owner: str) -> bool:
    """Return True if the observer must remember cards of the owner, not just see them."""
    if owner == DRAWN:
        return observer != state.turn
    return owner != observer and not state.open_hands


def known(state: State, observer: str, owner: str) -> Counts:
    """Return the cards that the observer knows the owner to hold."""
    return state.memory.setdefault(observer, {}).setdefault(owner, {})


def card_moves(
    state: State, card: str, giver: str | None, receiver: str | None, seen_by: list[str]
) -> None:
    """Move a card from one owner to another. None stands for deck, row and discards.

    Players who see the card know where it went. The others can no longer be sure of any card of the
    giver, so each of their counts falls by one.
    """
    for observer in state.players:
        if giver is not None and is_kept(state, observer, giver):
            counts = known(state, observer, giver)
            for other in list(counts):
                if other == card or observer not in seen_by:
                    counts[other] = max(0, counts[other] - 1)
        if receiver is not None and is_kept(state, observer, receiver) and observer in seen_by:
            add(known(state, observer, receiver), card)


def learn_hand(state: State, observer: str, owner: str) -> None:
    """Let the observer look at a whole hand."""
    if is_kept(state, observer, owner):
        state.memory.setdefault(observer, {})[owner] = dict(state.hands[owner])
