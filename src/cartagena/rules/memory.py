"""The seats' memory of the cards they were shown.

`known[seat, owner]` counts the cards of each kind that the seat knows the owner to hold: shown by
weapons, given by rum, taken from an open row, or drawn from the deck where a lantern had put them.
The counts are lower bounds: a card that leaves a hand unseen may have been any of them.

The twelve counts are packed into one number of five bits each. A seat needs no memory of its own
hand, so `known[seat, seat]` holds what the seat knows of the cards drawn by rum or lantern.
"""

from typing import Final

import numpy as np

from cartagena.jit.compiler import kernel
from cartagena.rules.components import KINDS
from cartagena.rules.state import COUNT_BITS, COUNT_MASK, DRAWN, State, pack_counts

_ONE_OF_EACH: Final = pack_counts([1] * KINDS)


@kernel
def memory_slot(seat: int, owner: int) -> int:
    """Return the index of a seat's memory of an owner."""
    return seat if owner == DRAWN else owner


@kernel
def everyone(g: State) -> int:
    """Return the set of all seats."""
    return (1 << g.players) - 1


@kernel
def drawn_cards_are_public(g: State) -> bool:
    """Return True if everybody sees which drawn cards a player keeps and gives to whom.

    This is so if hands are open, or if the cards came from an open row (ruling 26).
    """
    return g.open_hands == 1 or g.open_row == 1


@kernel
def remembers(g: State, seat: int, owner: int) -> bool:
    """Return True if the seat can know cards of the owner only by remembering them."""
    if owner == seat:
        return False
    if owner == DRAWN:
        return seat != g.active
    return g.open_hands == 0


@kernel
def learn(g: State, kind: int, owner: int, seers: int) -> None:
    """Remember that the owner got a card. The seats in `seers` saw it."""
    one = 1 << (COUNT_BITS * int(np.int64(kind)))
    for seat in range(g.players):
        if (seers >> seat) & 1 and remembers(g, seat, owner):
            g.known[seat, memory_slot(seat, owner)] += one


@kernel
def forget(g: State, kind: int, owner: int, seers: int) -> None:
    """Forget a card that left the owner. Seats not in `seers` do not know which it was."""
    one = 1 << (COUNT_BITS * int(np.int64(kind)))
    for seat in range(g.players):
        if remembers(g, seat, owner):
            slot = memory_slot(seat, owner)
            held = g.known[seat, slot]
            # One of each kind of which at least one is known.
            less = (held | held >> 1 | held >> 2 | held >> 3 | held >> 4) & _ONE_OF_EACH
            if (seers >> seat) & 1:
                less &= one
            g.known[seat, slot] = held - less


@kernel
def look_at_hand(g: State, seat: int, owner: int) -> None:
    """Remember the whole hand of an owner that was shown to the seat."""
    if remembers(g, seat, owner):
        held = np.int64(0)
        for kind in range(KINDS):
            held |= np.int64(g.hand[owner, kind]) << (COUNT_BITS * kind)
        g.known[seat, owner] = held


@kernel
def known_cards(g: State, seat: int, owner: int, kind: int) -> int:
    """Return the number of cards of a kind that the seat knows the owner to hold."""
    return (g.known[seat, memory_slot(seat, owner)] >> (COUNT_BITS * kind)) & COUNT_MASK
