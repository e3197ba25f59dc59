"""Filibusters: after a dark card, all other players discard down to seven cards."""

from cartagena.jit.compiler import kernel
from cartagena.rules.components import HAND_LIMIT
from cartagena.rules.state import DISCARD, TURN, State
from cartagena.rules.track import next_seat


@kernel
def call_filibusters(g: State, after: int) -> None:
    """Ask the next seat clockwise with too many cards to discard, or end the call (ruling 8)."""
    seat = next_seat(g, after)
    while seat != g.active:
        if g.hand_size[seat] > HAND_LIMIT:
            g.pending = DISCARD
            g.decider = seat
            return
        seat = next_seat(g, seat)
    g.pending = TURN
    g.decider = g.active
    g.dark = 0


@kernel
def after_discard(g: State) -> None:
    """Ask the next seat once the present one has discarded enough."""
    seat = g.decider
    if g.hand_size[seat] <= HAND_LIMIT:
        call_filibusters(g, seat)
