"""Advance: play a card and move to the nearest empty space ahead with its symbol."""

from cartagena.jit.compiler import kernel
from cartagena.rules.actions import ADVANCE
from cartagena.rules.bits import lowest
from cartagena.rules.components import DARK, GOAL, KINDS, SLOOP, START
from cartagena.rules.state import Scratch, State
from cartagena.rules.track import ahead, is_complete, movable
from cartagena.rules.variants.sloop import not_stranded


@kernel
def symbol_of(kind: int) -> int:
    """Return the symbol on a kind of card, dark or not."""
    return kind - DARK if kind >= DARK else kind


@kernel
def empty_spaces(g: State, symbol: int) -> int:
    """Return the empty spaces with a symbol."""
    return g.symbol[symbol] & ~g.at_least[0]


@kernel
def end_of_stretch(g: State, place: int) -> int:
    """Return where a pirate goes if no space ahead fits: to the sloop, or home."""
    if is_complete(g) and (place == START or (g.tunnel >> place) & 1):
        return SLOOP
    return GOAL


@kernel
def advance_target(g: State, place: int, symbol: int) -> int:
    """Return where a card with the symbol takes a pirate from a place."""
    landings = empty_spaces(g, symbol) & ahead(g, place)
    if landings:
        return lowest(landings)
    return end_of_stretch(g, place)


@kernel
def offer_advances(g: State, scratch: Scratch) -> int:
    """Offer every card in hand with every pirate that it can move. Return the pirates' places."""
    seat = g.active
    movers = movable(g, seat)
    if not is_complete(g):
        # No pirate can be stranded, so every card moves every pirate.
        for kind in range(KINDS):
            scratch.mask[ADVANCE + kind] = movers if g.hand[seat, kind] else 0
        return movers if g.hand_size[seat] else 0
    union = 0
    for kind in range(KINDS):
        places = 0
        if g.hand[seat, kind]:
            landings = empty_spaces(g, symbol_of(kind))
            places = not_stranded(g, seat, movers, landings, 1)
        scratch.mask[ADVANCE + kind] = places
        union |= places
    return union
