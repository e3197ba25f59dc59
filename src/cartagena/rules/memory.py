"""What a seat remembers of the cards it has been shown.

`known[seat, owner]` tells how many cards of each kind the seat is sure the owner holds: shown by
weapons, given by rum, taken from an open row, or drawn from the deck where a lantern had left
them. It is a lower bound: when a card leaves a hand unseen it might have been any of them.

The twelve counts are packed into one number, five bits for each. Nobody needs a memory of their
own hand, so `known[seat, seat]` tells what the seat knows of the cards that rum or lantern drew.
"""

from typing import Final

import numpy as np

from cartagena.jit.compiler import kernel
from cartagena.rules.components import KINDS
from cartagena.rules.state import COUNT_BITS, COUNT_MASK, DRAWN, State, pack_counts

_ONE_OF_EACH: Final = pack_counts([1] * KINDS)


@kernel
def place_of(seat: int, owner: int) -> int:
    """Where a seat's memory of this owner is kept."""
    return seat if owner == DRAWN else owner


@kernel
def everyone(g: State) -> int:
    """The set of all seats."""
    return (1 << g.players) - 1


@kernel
def drawn_cards_are_public(g: State) -> bool:
    """Whether all see which drawn card a player keeps and which it gives to whom.

    Hands lie open, or the cards came from an open row (ruling 26): then so is what is done
    with them.
    """
    return g.open_hands == 1 or g.open_row == 1


@kernel
def remembers(g: State, seat: int, owner: int) -> bool:
    """Whether the seat needs its memory to know cards of this owner."""
    if owner == seat:
        return False
    if owner == DRAWN:
        return seat != g.active
    return g.open_hands == 0


@kernel
def learn(g: State, kind: int, owner: int, seers: int) -> None:
    """The owner gets a card in sight of these seats."""
    one = 1 << (COUNT_BITS * int(np.int64(kind)))
    for seat in range(g.players):
        if (seers >> seat) & 1 and remembers(g, seat, owner):
            g.known[seat, place_of(seat, owner)] += one


@kernel
def forget(g: State, kind: int, owner: int, seers: int) -> None:
    """A card leaves the owner in sight of these seats; for the others it may be any."""
    one = 1 << (COUNT_BITS * int(np.int64(kind)))
    for seat in range(g.players):
        if remembers(g, seat, owner):
            place = place_of(seat, owner)
            held = g.known[seat, place]
            # One of each kind that is known at all.
            less = (held | held >> 1 | held >> 2 | held >> 3 | held >> 4) & _ONE_OF_EACH
            if (seers >> seat) & 1:
                less &= one
            g.known[seat, place] = held - less


@kernel
def look_at_hand(g: State, seat: int, owner: int) -> None:
    """The seat is shown the whole hand of the owner."""
    if remembers(g, seat, owner):
        held = np.int64(0)
        for kind in range(KINDS):
            held |= np.int64(g.hand[owner, kind]) << (COUNT_BITS * kind)
        g.known[seat, owner] = held


@kernel
def known_cards(g: State, seat: int, owner: int, kind: int) -> int:
    """How many cards of the kind the seat is sure that the owner holds."""
    return (g.known[seat, place_of(seat, owner)] >> (COUNT_BITS * kind)) & COUNT_MASK
