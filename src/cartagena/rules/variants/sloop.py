"""The sloop of the Complete Escape: boarding, sailing and the captain."""

from cartagena.jit.compiler import kernel
from cartagena.rules.bits import up_to_highest
from cartagena.rules.components import ABOARD_LIMIT, SLOOP
from cartagena.rules.state import CARTAGENA, TORTUGA, State
from cartagena.rules.track import is_complete


@kernel
def may_board(g: State, seat: int, pirates: int) -> bool:
    """Return True if this many pirates of a colour can go aboard."""
    return g.sloop_at == CARTAGENA and g.aboard[seat] + pirates <= ABOARD_LIMIT


@kernel
def not_stranded(g: State, seat: int, movers: int, landings: int, pirates: int) -> int:
    """Return the `movers` that have somewhere to go.

    Pirates move to the nearest landing ahead, or off the end of their stretch. Only the end of the
    tunnel can be closed: the sloop is away or full (ruling 21).
    """
    if not is_complete(g) or may_board(g, seat, pirates):
        return movers
    before_last_landing = up_to_highest(landings & g.tunnel) >> 1
    return movers & (before_last_landing | g.jungle | (1 << SLOOP))


@kernel
def may_sail(g: State) -> bool:
    """Return True if the active player may sail."""
    if not is_complete(g):
        return False
    seat = g.active
    if g.sloop_at == CARTAGENA:
        return g.aboard[seat] > 0
    in_tunnel = g.own[seat, 0] & g.tunnel != 0
    return in_tunnel or (g.jail_in_tunnel == 1 and g.start[seat] > 0)


@kernel
def sail(g: State) -> None:
    """Move the sloop with everyone aboard to the other shore."""
    g.sloop_at = TORTUGA if g.sloop_at == CARTAGENA else CARTAGENA


@kernel
def is_captain(g: State, seat: int) -> bool:
    """Return True if the colour has the most pirates aboard, alone or tied."""
    if not is_complete(g) or g.aboard[seat] == 0:
        return False
    for other in range(g.players):
        if g.aboard[other] > g.aboard[seat]:
            return False
    return True
