"""Filibusters: after a dark card, all other players discard down to seven."""

from __future__ import annotations

from tests.reference import supply
from tests.reference.state import State

HAND_LIMIT = 7


def next_discard(state: State) -> None:
    """Let the next player clockwise over the limit discard (ruling 8)."""
    for colour in state.clockwise_after(state.turn):
        if state.hand_size(colour) > HAND_LIMIT:
            state.pending = {"kind": "discard", "seat": colour}
            return


def legal(state: State, colour: str) -> list[str]:
    """Return a discard for each card of the hand, such as `discard hook*`."""
    return [f"discard {card}" for card in state.hands[colour]]


def push(state: State, colour: str, card: str) -> None:
    """Discard a card. The next player over the limit follows."""
    supply.discard(state, colour, card)
    state.pending = None
