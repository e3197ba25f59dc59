"""What a seat remembers of the cards it has been shown.

`known[seat, owner, kind]` is how many cards of a kind the seat is sure the owner holds: shown by
weapons, given by rum, taken from an open row, or drawn from the deck where a lantern had left
them. It is a lower bound: when a card leaves a hand unseen it might have been any of them.
"""

from typing import Any

from cartagena.rules.compiled import kernel
from cartagena.rules.components import KINDS
from cartagena.rules.state import DRAWN


@kernel
def everyone(g: Any) -> int:
    """The set of all seats."""
    return (1 << g.players) - 1


@kernel
def drawn_cards_are_public(g: Any) -> bool:
    """Whether all see which drawn card a player keeps and which it gives to whom.

    Hands lie open, or the cards came from an open row (ruling 26): then so is what is done
    with them.
    """
    return g.open_hands == 1 or g.open_row == 1


@kernel
def remembers(g: Any, seat: int, owner: int) -> bool:
    """Whether the seat needs its memory to know cards of this owner."""
    if owner == seat:
        return False
    if owner == DRAWN:
        return seat != g.active
    return g.open_hands == 0


@kernel
def learn(g: Any, kind: int, owner: int, seers: int) -> None:
    """The owner gets a card in sight of these seats."""
    for seat in range(g.players):
        if (seers >> seat) & 1 and remembers(g, seat, owner):
            g.known[seat, owner, kind] += 1


@kernel
def forget(g: Any, kind: int, owner: int, seers: int) -> None:
    """A card leaves the owner in sight of these seats; for the others it may be any."""
    for seat in range(g.players):
        if remembers(g, seat, owner):
            seen = (seers >> seat) & 1
            for k in range(KINDS):
                if g.known[seat, owner, k] > 0 and (k == kind or not seen):
                    g.known[seat, owner, k] -= 1


@kernel
def look_at_hand(g: Any, seat: int, owner: int) -> None:
    """The seat is shown the whole hand of the owner."""
    if remembers(g, seat, owner):
        for k in range(KINDS):
            g.known[seat, owner, k] = g.hand[owner, k]
