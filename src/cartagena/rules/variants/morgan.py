"""Morgan: move another player's pirate forward to one or two others and draw as many cards."""

from cartagena.jit.compiler import kernel
from cartagena.rules.actions import MORGAN
from cartagena.rules.advance import end_of_stretch
from cartagena.rules.bits import lowest
from cartagena.rules.components import MORGAN_END_CARDS, SEATS, SLOOP
from cartagena.rules.state import Scratch, State
from cartagena.rules.track import ahead, count_at, joinable, movable
from cartagena.rules.variants.sloop import not_stranded


@kernel
def morgan_target(g: State, place: int) -> int:
    """Return where a pirate on this place is moved."""
    landings = joinable(g) & ahead(g, place)
    if landings:
        return lowest(landings)
    return end_of_stretch(g, place)


@kernel
def morgan_places(g: State) -> int:
    """Return the places of the stretches that are played with Morgan."""
    places = 0
    if g.morgan_tunnel and g.tunnel:
        places |= g.tunnel | 1
    if g.morgan_jungle and g.jungle:
        places |= g.jungle | (1 << SLOOP)
        if g.tunnel == 0:
            places |= 1
    return places


@kernel
def offer_morgans(g: State, scratch: Scratch) -> int:
    """Offer every pirate of other players that can be moved. Return the pirates' places."""
    for seat in range(SEATS):
        scratch.mask[MORGAN + seat] = 0
    places = morgan_places(g)
    if places == 0:
        return 0
    union = 0
    for seat in range(g.players):
        if seat != g.active:
            movers = movable(g, seat) & places
            movers = not_stranded(g, seat, movers, joinable(g), 1)
            scratch.mask[MORGAN + seat] = movers
            union |= movers
    return union


@kernel
def morgan_cards(g: State, target: int) -> int:
    """Return the number of cards to draw: two at the end of a stretch, else one per pirate met."""
    return count_at(g, target) if target < SLOOP else MORGAN_END_CARDS
