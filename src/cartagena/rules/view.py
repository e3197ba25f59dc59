"""Views: what a seat may know, and random worlds that are consistent with it.

A view is a game record without what is hidden from the seat: the generator, the cards of the deck,
the hands and memories of others, the values of chests. The hands of others contain only the cards
that the seat knows, and the top of the deck only cards that the seat itself put there.
"""

from cartagena.jit.compiler import kernel
from cartagena.rules.chance.fast_rng import pick
from cartagena.rules.components import KINDS, MAX_TILES, SEATS, TOKEN_VALUES, TOKENS, UNKNOWN_TOKEN
from cartagena.rules.memory import known_cards
from cartagena.rules.setup import cards_of_kind
from cartagena.rules.state import DRAWN, NOBODY, ROW_CAPACITY, SECURE, TOP_CAPACITY, Scratch, State
from cartagena.rules.variants.chests import nth_token

_TOKENS = len(TOKENS)


@kernel
def hide(g: State, seat: int) -> None:
    """Erase everything from the record that the seat may not know."""
    g.viewer = seat
    for word in range(len(g.generator)):
        g.generator[word] = 0
    g.chance = SECURE
    g.scripted = 0
    for owner in range(g.players):
        if owner != seat and g.open_hands == 0:
            show_known_cards(g, seat, owner)
    if seat != g.active and g.open_row == 0:
        show_known_cards(g, seat, DRAWN)
    hide_supply(g, seat)
    for tile in range(MAX_TILES):
        if g.token[tile]:
            g.token[tile] = UNKNOWN_TOKEN
    if g.remembers:
        for other in range(SEATS):
            if other != seat:
                for owner in range(SEATS):
                    g.known[other, owner] = 0


@kernel
def show_known_cards(g: State, seat: int, owner: int) -> None:
    """Hide the owner's cards except those that the seat remembers."""
    for kind in range(KINDS):
        g.hand[owner, kind] = known_cards(g, seat, owner, kind)


@kernel
def hide_supply(g: State, seat: int) -> None:
    """Hide the deck except for cards this seat put on top, and zero unused slots."""
    for kind in range(KINDS):
        g.deck[kind] = 0
    if g.top_seat != seat:
        for i in range(TOP_CAPACITY):
            g.top[i] = 0
        g.top_size = 0
        g.top_seat = NOBODY
    for i in range(g.row_size, ROW_CAPACITY):
        g.row[i] = 0


@kernel
def unseen_cards(g: State, kind: int) -> int:
    """Return the number of cards of a kind missing from a view or an unfinished position."""
    n = cards_of_kind(g, kind) - int(g.discard[kind]) - int(g.deck[kind])
    for owner in range(SEATS + 1):
        n -= int(g.hand[owner, kind])
    for i in range(g.row_size):
        if g.row[i] == kind:
            n -= 1
    for i in range(g.top_size):
        if g.top[i] == kind:
            n -= 1
    return n


@kernel
def draw_unseen(scratch: Scratch, left: int) -> int:
    """Draw one of the `left` unseen cards, each equally likely."""
    n = pick(scratch, left)
    for kind in range(KINDS):
        if n < scratch.mask[kind]:
            scratch.mask[kind] -= 1
            return kind
        n -= scratch.mask[kind]
    return -1


@kernel
def determinize(g: State, scratch: Scratch) -> None:
    """Turn a view into one of the worlds that are consistent with it, all equally likely.

    Only hidden hands are dealt. The other unseen cards are the deck. The generator of `scratch` draws
    the world, and its masks count the unseen cards of each kind. The record's own generator must be
    seeded before. The memories of other seats stay empty.
    """
    left = 0
    for kind in range(KINDS):
        scratch.mask[kind] = unseen_cards(g, kind)
        left += scratch.mask[kind]
    for owner in range(SEATS + 1):
        held = 0
        for kind in range(KINDS):
            held += g.hand[owner, kind]
        for _ in range(g.hand_size[owner] - held):
            g.hand[owner, draw_unseen(scratch, left)] += 1
            left -= 1
    for kind in range(KINDS):
        g.deck[kind] += scratch.mask[kind]
    if g.magic:
        determinize_tokens(g, scratch)
    g.viewer = NOBODY


@kernel
def determinize_tokens(g: State, scratch: Scratch) -> None:
    """Draw a value for every unopened chest from those that were not opened."""
    left = _TOKENS
    for value in range(1, TOKEN_VALUES):
        left -= int(g.opened[value])
    for tile in range(MAX_TILES):
        if g.token[tile] == UNKNOWN_TOKEN:
            g.token[tile] = nth_token(g, tile, pick(scratch, left))
            left -= 1
