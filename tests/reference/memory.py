"""What each player has seen of the others' hands and of drawn cards."""

from __future__ import annotations

from tests.reference.cards import Counts, add
from tests.reference.state import State

DRAWN = "drawn"
"""The owner of the cards drawn by rum or lantern that still await a decision."""


def is_kept(state: State, observer: str, owner: str) -> bool:
    """Is there anything to remember? Not what the observer sees anyhow."""
    if owner == DRAWN:
        return observer != state.turn
    return owner != observer and not state.open_hands


def known(state: State, observer: str, owner: str) -> Counts:
    """The cards the observer knows the owner to hold, at least."""
    return state.memory.setdefault(observer, {}).setdefault(owner, {})


def card_moves(
    state: State, card: str, giver: str | None, receiver: str | None, seen_by: list[str]
) -> None:
    """A card goes from one owner to another; None stands for deck, row and discards.

    Who sees it follows it. Who does not can no longer be sure of any card of the giver: each
    count falls by one.
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
    """The observer looks at a whole hand."""
    if is_kept(state, observer, owner):
        state.memory.setdefault(observer, {})[owner] = dict(state.hands[owner])
