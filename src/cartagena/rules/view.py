"""What a seat may know, and the worlds that it must think possible.

A view is a record of the same form in which everything the seat has not been shown is wiped:
the generator, the cards of the deck, the hands and memories of others, the values of chests.
The hand of another player holds in a view the cards that the seat knows to be there, and the top
of the deck those that the seat itself put there.
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
    """Wipe from the record whatever the seat may not know."""
    g.viewer = seat
    for word in range(len(g.generator)):
        g.generator[word] = 0
    g.chance = SECURE
    g.given = 0
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
    """Of the owner's cards leave those that the seat remembers."""
    for kind in range(KINDS):
        g.hand[owner, kind] = known_cards(g, seat, owner, kind)


@kernel
def hide_supply(g: State, seat: int) -> None:
    """Leave of the deck the cards that the seat put there itself; blank what is not in use."""
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
    """How many cards of the kind a view, or an unfinished position, does not account for."""
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
def draw_unseen(unseen: Scratch, left: int) -> int:
    """One of the cards that are left, each equally likely."""
    n = pick(unseen, left)
    for kind in range(KINDS):
        if n < unseen.mask[kind]:
            unseen.mask[kind] -= 1
            return kind
        n -= unseen.mask[kind]
    return -1


@kernel
def determinize(g: State, unseen: Scratch) -> None:
    """Turn a view into one of the worlds it allows, all equally likely.

    Only hidden hands are dealt: what is left then is the deck. The record's own generator must
    have been seeded afresh. `unseen` is a scratch record: its generator draws the world, its masks
    count the cards of each kind. What the others remember is left blank.
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
    for kind in range(KINDS):
        g.deck[kind] += unseen.mask[kind]
    if g.magic:
        imagine_tokens(g, unseen)
    g.viewer = NOBODY


@kernel
def imagine_tokens(g: State, unseen: Scratch) -> None:
    """A value for every unopened chest, from those not yet seen."""
    left = _TOKENS
    for value in range(1, TOKEN_VALUES):
        left -= int(g.opened[value])
    for tile in range(MAX_TILES):
        if g.token[tile] == UNKNOWN_TOKEN:
            g.token[tile] = nth_token(g, tile, pick(unseen, left))
            left -= 1
