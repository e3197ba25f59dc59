"""What a seat may know, and the worlds that it must think possible.

A view is a record of the same form in which everything the seat has not been shown is wiped:
the generator, the order of the deck, the hands and memories of others, the values of chests.
The hand of another player holds in a view the cards that the seat knows to be there.
"""

from typing import Any

from cartagena.rules.chance.fast_generator import pick
from cartagena.rules.compiled import kernel
from cartagena.rules.components import CARDS, KINDS, MOST_TILES, SEATS, TOKENS, UNKNOWN_TOKEN
from cartagena.rules.setup import cards_of_kind
from cartagena.rules.state import DRAWN, NOBODY, ROW_CAPACITY, UNKNOWN_CARD

_TOKENS = len(TOKENS)
_TREASURES = 3


@kernel
def hide(g: Any, seat: int) -> None:
    """Wipe from the record whatever the seat may not know."""
    g.viewer = seat
    for word in range(len(g.generator)):
        g.generator[word] = 0
    for owner in range(g.players):
        if owner != seat and g.open_hands == 0:
            show_known_cards(g, seat, owner)
    if seat != g.active and g.open_row == 0:
        show_known_cards(g, seat, DRAWN)
    hide_supply(g, seat)
    for tile in range(MOST_TILES):
        if g.token[tile]:
            g.token[tile] = UNKNOWN_TOKEN
    if g.remembers:
        for other in range(SEATS):
            if other != seat:
                for owner in range(SEATS + 1):
                    for kind in range(KINDS):
                        g.known[other, owner, kind] = 0


@kernel
def show_known_cards(g: Any, seat: int, owner: int) -> None:
    """Of the owner's cards leave those that the seat remembers."""
    for kind in range(KINDS):
        g.hand[owner, kind] = g.known[seat, owner, kind]


@kernel
def hide_supply(g: Any, seat: int) -> None:
    """Leave of the deck the cards that the seat put there itself; blank what is not in use."""
    for i in range(CARDS):
        if i >= g.deck_size:
            g.deck[i] = 0
            g.seen[i] = 0
        elif (g.seen[i] >> seat) & 1:
            g.seen[i] = 1 << seat
        else:
            g.seen[i] = 0
            g.deck[i] = UNKNOWN_CARD
    for i in range(g.row_size, ROW_CAPACITY):
        g.row[i] = 0


@kernel
def unseen_cards(g: Any, kind: int) -> int:
    """How many cards of the kind a view does not account for."""
    n = cards_of_kind(g, kind) - int(g.discard[kind])
    for owner in range(SEATS + 1):
        n -= int(g.hand[owner, kind])
    for i in range(g.row_size):
        if g.row[i] == kind:
            n -= 1
    for i in range(g.deck_size):
        if g.deck[i] == kind:
            n -= 1
    return n


@kernel
def draw_unseen(unseen: Any, left: int) -> int:
    """One of the cards that are left, each equally likely."""
    n = pick(unseen, left)
    for kind in range(KINDS):
        if n < unseen.mask[kind]:
            unseen.mask[kind] -= 1
            return kind
        n -= unseen.mask[kind]
    return -1


@kernel
def imagine(g: Any, unseen: Any) -> None:
    """Turn a view into one of the worlds it allows, all equally likely.

    The record's own generator must have been seeded afresh. The luck in the room draws the world;
    its masks serve to count the cards of each kind. What the others remember is left blank.
    """
    left = 0
    for kind in range(KINDS):
        unseen.mask[kind] = unseen_cards(g, kind)
        left += unseen.mask[kind]
    for owner in range(SEATS + 1):
        held = 0
        for kind in range(KINDS):
            held += g.hand[owner, kind]
        for _ in range(g.hand_size[owner] - held):
            g.hand[owner, draw_unseen(unseen, left)] += 1
            left -= 1
    for i in range(g.deck_size):
        if g.deck[i] == UNKNOWN_CARD:
            g.deck[i] = draw_unseen(unseen, left)
            left -= 1
    if g.magic:
        imagine_tokens(g, unseen)
    g.viewer = NOBODY


@kernel
def imagine_tokens(g: Any, unseen: Any) -> None:
    """A value for every unopened chest, from those not yet seen."""
    left = _TOKENS
    for value in range(1, 6):
        left -= int(g.opened[value])
    for tile in range(MOST_TILES):
        if g.token[tile] == UNKNOWN_TOKEN:
            n = pick(unseen, left)
            left -= 1
            for value in range(1, 6):
                available = tokens_of_value(value) - int(g.opened[value])
                for earlier in range(tile):
                    if g.token[earlier] == value:
                        available -= 1
                if n < available:
                    g.token[tile] = value
                    break
                n -= available


@kernel
def tokens_of_value(value: int) -> int:
    """How many such tokens the box holds."""
    return 2 if value <= _TREASURES else 1
