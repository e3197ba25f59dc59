"""Retreat: move back to the nearest space with one or two pirates and draw as many cards."""

from cartagena.jit.compiler import kernel
from cartagena.rules.actions import RETREAT
from cartagena.rules.bits import above_lowest, highest
from cartagena.rules.components import GOAL, SLOOP
from cartagena.rules.state import CARTAGENA, Scratch, State
from cartagena.rules.track import behind, joinable


@kernel
def retreat_target(g: State, place: int) -> int:
    """Return the space to which a pirate on this place retreats."""
    return highest(joinable(g) & behind(g, place))


@kernel
def offer_retreats(g: State, scratch: Scratch) -> int:
    """Offer every own pirate with a space to retreat to. Return the pirates' places."""
    seat = g.active
    company = joinable(g)
    places = 0
    in_tunnel = company & g.tunnel
    if g.retreat_tunnel and in_tunnel:
        places |= g.own[seat, 0] & g.tunnel & above_lowest(in_tunnel)
        if g.aboard[seat] > 0 and g.sloop_at == CARTAGENA:
            places |= 1 << SLOOP
        if g.jungle == 0 and g.home[seat] > 0 and g.leave_goal:
            places |= 1 << GOAL
    in_jungle = company & g.jungle
    if g.retreat_jungle and in_jungle:
        places |= g.own[seat, 0] & g.jungle & above_lowest(in_jungle)
        if g.home[seat] > 0 and g.leave_goal:
            places |= 1 << GOAL
    scratch.mask[RETREAT] = places
    return places
