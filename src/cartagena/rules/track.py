"""The track: where pirates stand, and the two stretches of the path.

A stretch is the tunnel or the jungle. In the Complete Escape the sea lies between them, so every
move, forward or back, stays within one stretch (ruling 18).
"""

import numpy as np

from cartagena.jit.compiler import kernel
from cartagena.rules.components import GOAL, SLOOP, SPACES_PER_TILE, START
from cartagena.rules.state import TORTUGA, WON, State


@kernel
def next_seat(g: State, seat: int) -> int:
    """Return the next seat clockwise."""
    return seat + 1 if seat + 1 < g.players else 0


@kernel
def is_complete(g: State) -> bool:
    """Return True if both stretches are in play, with the sloop between them."""
    return g.tunnel != 0 and g.jungle != 0


@kernel
def distance(g: State, place: int) -> int:
    """Return the number of steps from the start to a place. The sloop between two stretches is one."""
    if place == START:
        return 0
    if place == SLOOP:
        return int(SPACES_PER_TILE * np.int64(g.tunnel_tiles) + 1)
    if place == GOAL:
        tiles = np.int64(g.tunnel_tiles) + np.int64(g.jungle_tiles)
        return int(SPACES_PER_TILE * tiles + (2 if is_complete(g) else 1))
    if is_complete(g) and (g.jungle >> place) & 1:
        return place + 1
    return place


@kernel
def stretch_ahead(g: State, place: int) -> int:
    """Return the spaces of the stretch on which a pirate on this place moves forward."""
    if place == SLOOP or g.tunnel == 0:
        return g.jungle
    if place == START or (g.tunnel >> place) & 1:
        return g.tunnel
    return g.jungle


@kernel
def stretch_behind(g: State, place: int) -> int:
    """Return the spaces of the stretch on which a pirate on this place moves back."""
    if place == GOAL:
        return g.jungle if g.jungle else g.tunnel
    if place == SLOOP:
        return g.tunnel
    return stretch_ahead(g, place)


@kernel
def ahead(g: State, place: int) -> int:
    """Return the spaces ahead of this place in its stretch."""
    if place == SLOOP:
        return g.jungle
    return stretch_ahead(g, place) & ~((2 << place) - 1)


@kernel
def behind(g: State, place: int) -> int:
    """Return the spaces behind this place in its stretch."""
    return stretch_behind(g, place) & ((1 << place) - 1)


@kernel
def joinable(g: State) -> int:
    """Return the spaces with one or two pirates, where another one can join for cards."""
    return g.at_least[0] & ~g.at_least[2]


@kernel
def movable(g: State, seat: int) -> int:
    """Return the places of a colour from which pirates move forward, if they have somewhere to go."""
    places = g.own[seat, 0]
    if g.start[seat] > 0:
        places |= 1
    if g.aboard[seat] > 0 and g.sloop_at == TORTUGA:
        places |= 1 << SLOOP
    return places


@kernel
def movable_pairs(g: State, seat: int) -> int:
    """Return the same places where at least two pirates of the colour stand (ruling 17)."""
    places = g.own[seat, 1]
    if g.start[seat] > 1:
        places |= 1
    if g.aboard[seat] > 1 and g.sloop_at == TORTUGA:
        places |= 1 << SLOOP
    return places


@kernel
def lift(g: State, seat: int, place: int) -> None:
    """Take a pirate of the colour from the place."""
    if place == START:
        g.start[seat] -= 1
    elif place == SLOOP:
        g.aboard[seat] -= 1
    elif place == GOAL:
        g.home[seat] -= 1
    else:
        bit = 1 << place
        two = g.own[seat, 1]
        three = g.own[seat, 2]
        g.own[seat, 0] &= ~bit | two
        g.own[seat, 1] &= ~bit | three
        g.own[seat, 2] &= ~bit
        two = g.at_least[1]
        three = g.at_least[2]
        g.at_least[0] &= ~bit | two
        g.at_least[1] &= ~bit | three
        g.at_least[2] &= ~bit


@kernel
def put(g: State, seat: int, place: int) -> None:
    """Put a pirate of the colour on the place. The last one to come home wins the game."""
    if place == START:
        g.start[seat] += 1
    elif place == SLOOP:
        g.aboard[seat] += 1
    elif place == GOAL:
        g.home[seat] += 1
        if g.home[seat] == g.pirates:
            g.result = WON
            g.winner = seat
    else:
        bit = 1 << place
        g.own[seat, 2] |= g.own[seat, 1] & bit
        g.own[seat, 1] |= g.own[seat, 0] & bit
        g.own[seat, 0] |= bit
        g.at_least[2] |= g.at_least[1] & bit
        g.at_least[1] |= g.at_least[0] & bit
        g.at_least[0] |= bit


@kernel
def count_at(g: State, space: int) -> int:
    """Return the number of pirates on a space."""
    return (
        ((g.at_least[0] >> space) & 1)
        + ((g.at_least[1] >> space) & 1)
        + ((g.at_least[2] >> space) & 1)
    )
